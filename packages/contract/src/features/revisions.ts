import { z } from 'zod'
import { captchaSolution } from '../captcha.ts'
import { apiPrefix, endpoint } from '../endpoint.ts'
import { objectId } from '../ids.ts'
import { limits } from '../limits.ts'
import { wholeNumber } from '../paging.ts'
import { editFields } from './posts.ts'
import { Tag } from './tags.ts'
import { UserBasic } from './users.ts'

/** Texts of a question, an answer or a tag at one time. */
export const RevisionContent = z.object({
  title: z.string(),
  /** Only for tags; empty for posts. */
  slug_name: z.string(),
  content: z.string(),
  tags: z.array(Tag),
})
export type RevisionContent = z.output<typeof RevisionContent>

/**
 * `improved`: approved with changes by the reviewer. `conflict`, `no_change`: closed because the content had changed
 * meanwhile.
 */
export const suggestionStates = [
  'open',
  'approved',
  'improved',
  'rejected',
  'conflict',
  'no_change',
] as const
export type SuggestionState = (typeof suggestionStates)[number]

/** The state of a suggested edit, for its suggester. */
export const SuggestionNotice = z.object({
  id: z.string(),
  state: z.enum(suggestionStates),
  /** From the reviewer. */
  reason: z.string(),
  created_at: z.number().int(),
  /** 0 while open. */
  decided_at: z.number().int(),
})
export type SuggestionNotice = z.output<typeof SuggestionNotice>

export const Revision = z.object({
  id: z.string(),
  /** The author's user id; the misspelling is part of the API. */
  use_id: z.string(),
  object_id: z.string(),
  title: z.string(),
  url_title: z.string(),
  content: RevisionContent,
  /** 0 first revision, 2 edit. */
  status: z.union([z.literal(0), z.literal(2)]),
  version: z.number().int(),
  create_at: z.number().int(),
  user_info: UserBasic,
  /** The edit summary. */
  reason: z.string(),
})
export type Revision = z.output<typeof Revision>

export const listRevisions = endpoint({
  method: 'GET',
  path: `${apiPrefix}/revisions`,
  access: 'member',
  allowsKeys: true,
  summary: 'Lists the revisions of a question, an answer or a tag, newest first.',
  input: {
    object_id: objectId('question', 'answer', 'tag'),
    page: wholeNumber({ min: 1, max: 1_000_000 }).default(1),
    page_size: wholeNumber({ min: 1, max: limits.pageSize.max }).default(limits.pageSize.max),
  },
  response: z.array(Revision),
  errors: ['question.not_found', 'answer.not_found', 'tag.not_found'],
})

export const checkEdit = endpoint({
  method: 'GET',
  path: `${apiPrefix}/revisions/edit/check`,
  access: 'member',
  allowsKeys: true,
  summary: 'Succeeds if the caller may edit a question, an answer or a tag.',
  input: { id: objectId('question', 'answer', 'tag') },
  response: z.null(),
  errors: [
    'question.not_found',
    'answer.not_found',
    'tag.not_found',
    'post.deleted',
    'rank.too_low',
  ],
})

export const getOwnSuggestion = endpoint({
  method: 'GET',
  path: `${apiPrefix}/revisions/suggestion`,
  access: 'member',
  allowsKeys: true,
  summary:
    "Tells whether the caller's edits of an object are reviewed, and returns their newest suggested edit of it.",
  input: { object_id: objectId('question', 'answer', 'tag') },
  response: z.object({
    needs_review: z.boolean(),
    suggestion: SuggestionNotice.extend({
      /** The version that it is based on. */
      version: z.number().int(),
      content: RevisionContent,
      edit_summary: z.string(),
    }).nullable(),
  }),
  errors: ['question.not_found', 'answer.not_found', 'tag.not_found'],
})

export const rollBack = endpoint({
  method: 'PUT',
  path: `${apiPrefix}/revisions/rollback`,
  access: 'member',
  allowsKeys: true,
  summary:
    'Restores the content of an older revision as a new one, for whoever may edit without review.',
  input: {
    object_id: objectId('question', 'answer', 'tag'),
    revision_id: z.string().regex(/^\d{1,18}$/),
    ...editFields,
    ...captchaSolution,
  },
  response: z.object({
    /** Of the question, or the slug of the tag; empty for an answer. */
    url_title: z.string(),
  }),
  errors: [
    'question.not_found',
    'answer.not_found',
    'tag.not_found',
    'revision.not_found',
    'rollback.unchanged',
    'post.deleted',
    'edit.conflict',
    'edit.too_many',
    'question.empty',
    'answer.empty',
    'text.too_complex',
    'text.too_many_links',
    'tag.already_exists',
    'tag.reserved',
    'tag.reserved_stays',
    'tag.recommended_required',
    'rank.too_low',
  ],
  limits: ['edit.user'],
  captcha: 'edit',
})
