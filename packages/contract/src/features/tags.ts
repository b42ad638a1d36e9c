import { z } from 'zod'
import { adminPrefix, apiPrefix, endpoint } from '../endpoint.ts'
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

/** A tag chosen while asking; it is created if it does not exist. */
export const TagChoice = z.strictObject({
  slug_name: slugName,
  display_name: z.string().trim().max(limits.tagName.max).default(''),
  original_text: z.string().max(limits.body.max).default(''),
})

export const TagItem = Tag.extend({
  tag_id: z.string(),
  /** Plain text. */
  excerpt: z.string(),
  question_count: z.number().int(),
  follow_count: z.number().int(),
  is_follower: z.boolean(),
  created_at: z.number().int(),
  /** Time of the last edit, 0 when never edited. */
  updated_at: z.number().int(),
})
export type TagItem = z.output<typeof TagItem>

export const TagDetail = TagItem.extend({
  original_text: z.string(),
  parsed_text: z.string(),
  /** Sent with an edit to detect conflicts. */
  version: z.number().int(),
  status: z.enum(['available', 'deleted']),
  member_actions: z.array(MemberAction),
})
export type TagDetail = z.output<typeof TagDetail>

export const suggestTags = endpoint({
  method: 'GET',
  path: `${apiPrefix}/question/tags`,
  access: 'public',
  summary: 'Lists tags whose name starts with the given text, most used first.',
  input: { tag: z.string().trim().max(limits.tagName.max).default('') },
  response: z.array(Tag.extend({ excerpt: z.string(), question_count: z.number().int() })),
})

const maxTagNames = 100

export const findTags = endpoint({
  method: 'GET',
  path: `${apiPrefix}/tags`,
  access: 'public',
  summary:
    'Returns the tags with these names, separated by commas; main tags in place of synonyms.',
  input: {
    tags: z
      .string()
      .max(maxTagNames * (limits.tagName.max + 1))
      .transform((text) => text.split(',').map((name) => name.trim()))
      .pipe(z.array(z.string()).max(maxTagNames)),
  },
  response: z.array(Tag.extend({ tag_id: z.string() })),
})

export const tagOrders = ['popular', 'name', 'newest'] as const
export type TagOrder = (typeof tagOrders)[number]

export const listTags = endpoint({
  method: 'GET',
  path: `${apiPrefix}/tags/page`,
  access: 'public',
  summary: 'Lists tags; with slug_name, those whose name contains it.',
  input: {
    ...paging,
    slug_name: z.string().trim().max(limits.tagName.max).default(''),
    query_cond: z.enum(tagOrders).default('popular'),
  },
  response: pageOf(TagItem).extend({
    /** Whether the caller may create tags. */
    may_create: z.boolean(),
  }),
})

export const getTag = endpoint({
  method: 'GET',
  path: `${apiPrefix}/tag`,
  access: 'public',
  summary: 'Returns a tag by id or name; the main tag in place of a synonym.',
  input: {
    id: objectId('tag').optional(),
    name: z.string().trim().max(limits.tagName.max).default(''),
  },
  response: TagDetail,
  errors: ['tag.not_found'],
})

export const listRelatedTags = endpoint({
  method: 'GET',
  path: `${apiPrefix}/tags/related`,
  access: 'public',
  summary: 'Lists the tags that the newest questions with a tag have most often besides it.',
  input: { tag: slugName },
  response: z.array(Tag.extend({ question_count: z.number().int() })).max(10),
})

const tagFields = {
  slug_name: slugName,
  display_name: z.string().trim().min(1).max(limits.tagName.max),
  original_text: z.string().max(limits.body.max),
}

export const createTag = endpoint({
  method: 'POST',
  path: `${apiPrefix}/tag`,
  access: 'member',
  allowsKeys: true,
  summary: 'Creates a tag. For staff, it also restores a deleted tag with the same name.',
  input: tagFields,
  response: z.object({ slug_name: z.string() }),
  errors: ['tag.already_exists', 'tag.deleted', 'text.too_complex', 'rank.too_low'],
})

export const editTag = endpoint({
  method: 'PUT',
  path: `${apiPrefix}/tag`,
  access: 'member',
  allowsKeys: true,
  summary: 'Edits the names and the description of a tag.',
  input: {
    tag_id: objectId('tag'),
    ...tagFields,
    edit_summary: z.string().trim().max(limits.editSummary.max).default(''),
    /** The version the edit started from; rejected when it is not the latest. */
    version: z.number().int().min(1).optional(),
  },
  response: z.object({ slug_name: z.string(), wait_for_review: z.boolean() }),
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
  allowsKeys: true,
  summary: 'Deletes a tag that has no questions and no synonyms.',
  input: { tag_id: objectId('tag') },
  response: z.null(),
  errors: ['tag.not_found', 'tag.in_use'],
})

export const recoverTag = endpoint({
  method: 'POST',
  path: `${apiPrefix}/tag/recover`,
  access: 'moderator',
  allowsKeys: true,
  summary: 'Restores a deleted tag.',
  input: { tag_id: objectId('tag') },
  response: z.null(),
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
  summary: 'Lists the synonyms of a tag, or of the main tag of a synonym.',
  input: { tag_id: objectId('tag') },
  response: z.object({
    synonyms: z.array(Synonym),
    member_actions: z.array(MemberAction),
  }),
  errors: ['tag.not_found'],
})

export const setSynonyms = endpoint({
  method: 'PUT',
  path: `${apiPrefix}/tag/synonym`,
  access: 'member',
  allowsKeys: true,
  summary:
    'Replaces the synonyms of a tag. Questions of a tag that becomes a synonym move to the main tag.',
  input: { tag_id: objectId('tag'), synonym_tag_list: z.array(TagChoice).max(limits.synonyms.max) },
  response: z.null(),
  errors: ['tag.not_found', 'tag.own_synonym', 'tag.deleted', 'text.too_complex', 'rank.too_low'],
})

export const mergeTags = endpoint({
  method: 'POST',
  path: `${apiPrefix}/tag/merge`,
  access: 'moderator',
  allowsKeys: true,
  summary:
    'Merges a tag into another: it and its synonyms become synonyms, and its questions and followers move.',
  input: { source_tag_id: objectId('tag'), target_tag_id: objectId('tag') },
  response: z.null(),
  errors: ['tag.not_found', 'tag.own_synonym'],
})

export const adminTagFilters = [
  'all',
  'undescribed',
  'unused',
  'synonyms',
  'special',
  'deleted',
] as const
export type AdminTagFilter = (typeof adminTagFilters)[number]

export const AdminTag = Tag.extend({
  tag_id: z.string(),
  is_described: z.boolean(),
  is_deleted: z.boolean(),
  question_count: z.number().int(),
  follow_count: z.number().int(),
  synonym_count: z.number().int(),
  created_at: z.number().int(),
})
export type AdminTag = z.output<typeof AdminTag>

export const listAdminTags = endpoint({
  method: 'GET',
  path: `${adminPrefix}/tags/page`,
  access: 'admin',
  allowsKeys: true,
  summary:
    'Lists tags: main tags, those without a description, without questions, with a role in the settings, deleted ones, or synonyms.',
  input: {
    ...paging,
    filter: z.enum(adminTagFilters).default('all'),
    q: z.string().trim().max(limits.tagName.max).default(''),
    sort: z.enum(tagOrders).default('popular'),
  },
  response: pageOf(AdminTag),
})
