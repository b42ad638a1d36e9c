import { z } from 'zod'
import { apiPrefix, endpoint } from '../endpoint.ts'
import { objectId } from '../ids.ts'
import { limits } from '../limits.ts'
import { pageOf, paging } from '../paging.ts'
import { MemberAction } from './posts.ts'

/** A tag as shown on a question. */
export const Tag = z.object({
  slug_name: z.string(),
  display_name: z.string(),
  main_tag_slug_name: z.string(),
  recommend: z.boolean(),
  reserved: z.boolean(),
})
export type Tag = z.output<typeof Tag>

const slugName = z.string().trim().min(1).max(limits.tagName.max)

/** A tag as chosen while asking; one that does not exist yet is created. */
export const TagChoice = z.strictObject({
  slug_name: slugName,
  display_name: z.string().trim().max(limits.tagName.max).default(''),
  original_text: z.string().max(limits.body.max).default(''),
})

/** A tag as the list of tags has it. */
export const TagItem = Tag.extend({
  tag_id: z.string(),
  /** The beginning of its description, as plain text. */
  excerpt: z.string(),
  question_count: z.number().int(),
  follow_count: z.number().int(),
  is_follower: z.boolean(),
  created_at: z.number().int(),
  /** When it was last edited; 0 for never. */
  updated_at: z.number().int(),
})
export type TagItem = z.output<typeof TagItem>

export const TagDetail = TagItem.extend({
  original_text: z.string(),
  parsed_text: z.string(),
  /** An edit names the version it started from. */
  version: z.number().int(),
  status: z.enum(['available', 'deleted']),
  member_actions: z.array(MemberAction),
})
export type TagDetail = z.output<typeof TagDetail>

export const suggestTags = endpoint({
  method: 'GET',
  path: `${apiPrefix}/question/tags`,
  access: 'public',
  summary: 'Tags whose name starts with the given text, most used first.',
  input: { tag: z.string().trim().max(limits.tagName.max).default('') },
  reply: z.array(Tag.extend({ excerpt: z.string(), question_count: z.number().int() })),
})

/** How many tags can be asked for by name at once. */
const namedTags = 100

export const findTags = endpoint({
  method: 'GET',
  path: `${apiPrefix}/tags`,
  access: 'public',
  summary: 'The tags with these names, divided by commas; a synonym answers as its main tag.',
  input: {
    tags: z
      .string()
      .max(namedTags * (limits.tagName.max + 1))
      .transform((text) => text.split(',').map((name) => name.trim()))
      .pipe(z.array(z.string()).max(namedTags)),
  },
  reply: z.array(Tag.extend({ tag_id: z.string() })),
})

export const tagOrders = ['popular', 'name', 'newest'] as const
export type TagOrder = (typeof tagOrders)[number]

export const listTags = endpoint({
  method: 'GET',
  path: `${apiPrefix}/tags/page`,
  access: 'public',
  summary: 'A page of tags, all of them or those whose name has the given text in it.',
  input: {
    ...paging,
    slug_name: z.string().trim().max(limits.tagName.max).default(''),
    query_cond: z.enum(tagOrders).default('popular'),
  },
  reply: pageOf(TagItem).extend({
    /** Whether the reader may create one that is missing. */
    may_create: z.boolean(),
  }),
})

export const getTag = endpoint({
  method: 'GET',
  path: `${apiPrefix}/tag`,
  access: 'public',
  summary: 'One tag by its id or its name. A synonym answers with the tag it stands for.',
  input: {
    id: objectId('tag').optional(),
    name: z.string().trim().max(limits.tagName.max).default(''),
  },
  reply: TagDetail,
  errors: ['tag.not_found'],
})

const tagTexts = {
  slug_name: slugName,
  display_name: z.string().trim().min(1).max(limits.tagName.max),
  original_text: z.string().max(limits.body.max),
}

export const createTag = endpoint({
  method: 'POST',
  path: `${apiPrefix}/tag`,
  access: 'member',
  summary: 'Creates a tag; for staff, also restores a deleted one of the same name.',
  input: tagTexts,
  reply: z.object({ slug_name: z.string() }),
  errors: ['tag.already_exists', 'tag.deleted', 'text.too_complex', 'rank.too_low'],
})

export const editTag = endpoint({
  method: 'PUT',
  path: `${apiPrefix}/tag`,
  access: 'member',
  summary: 'Changes the names and the description of a tag.',
  input: {
    tag_id: objectId('tag'),
    ...tagTexts,
    edit_summary: z.string().trim().max(limits.editSummary.max).default(''),
    /** The version the edit started from; one that is no longer the newest is refused. */
    version: z.number().int().min(1).optional(),
  },
  reply: z.object({ slug_name: z.string(), wait_for_review: z.boolean() }),
  errors: [
    'tag.not_found',
    'tag.already_exists',
    'text.too_complex',
    'edit.conflict',
    'rank.too_low',
  ],
})

export const deleteTag = endpoint({
  method: 'DELETE',
  path: `${apiPrefix}/tag`,
  access: 'moderator',
  summary: 'Deletes a tag that no question has and no synonym stands for.',
  input: { tag_id: objectId('tag') },
  reply: z.null(),
  errors: ['tag.not_found', 'tag.in_use'],
})

export const recoverTag = endpoint({
  method: 'POST',
  path: `${apiPrefix}/tag/recover`,
  access: 'moderator',
  summary: 'Brings a deleted tag back.',
  input: { tag_id: objectId('tag') },
  reply: z.null(),
  errors: ['tag.not_found'],
})

const Synonym = z.object({
  tag_id: z.string(),
  slug_name: z.string(),
  display_name: z.string(),
  main_tag_slug_name: z.string(),
})

export const listSynonyms = endpoint({
  method: 'GET',
  path: `${apiPrefix}/tag/synonyms`,
  access: 'public',
  summary: 'The names that stand for a tag, or for the tag a synonym stands for.',
  input: { tag_id: objectId('tag') },
  reply: z.object({
    synonyms: z.array(Synonym),
    member_actions: z.array(MemberAction),
  }),
  errors: ['tag.not_found'],
})

export const setSynonyms = endpoint({
  method: 'PUT',
  path: `${apiPrefix}/tag/synonym`,
  access: 'member',
  summary:
    'Sets all names that stand for a tag. Questions of a tag that becomes a synonym move to the main tag.',
  input: { tag_id: objectId('tag'), synonym_tag_list: z.array(TagChoice).max(limits.synonyms.max) },
  reply: z.null(),
  errors: ['tag.not_found', 'tag.own_synonym', 'tag.deleted', 'text.too_complex', 'rank.too_low'],
})

export const mergeTags = endpoint({
  method: 'POST',
  path: `${apiPrefix}/tag/merge`,
  access: 'moderator',
  summary:
    'Turns a tag and its synonyms into synonyms of another, with its questions and followers.',
  input: { source_tag_id: objectId('tag'), target_tag_id: objectId('tag') },
  reply: z.null(),
  errors: ['tag.not_found', 'tag.own_synonym'],
})
