import { z } from 'zod'
import { apiPrefix, endpoint } from '../endpoint.ts'
import { limits } from '../limits.ts'
import { pageOf, paging } from '../paging.ts'
import { questionFields } from './questions.ts'
import { Revision, RevisionContent, SuggestionNotice, suggestionStates } from './revisions.ts'
import { Tag } from './tags.ts'
import { UserBasic } from './users.ts'

const suggestionId = z.string().regex(/^\d{1,18}$/)
const objectType = z.enum(['question', 'answer', 'tag'])

/** What is published now. */
const CurrentContent = z.object({
  created_at: z.number().int(),
  object_id: z.string(),
  /** `0` for a tag. */
  question_id: z.string(),
  answer_id: z.string(),
  comment_id: z.string(),
  object_type: objectType,
  object_creator_user_id: z.string(),
  /** A tag's display name; an answer has the title of its question. */
  title: z.string(),
  url_title: z.string(),
  content: z.string(),
  html: z.string(),
  answer_count: z.number().int(),
  answer_accepted: z.boolean(),
  tags: z.array(Tag),
  status: z.number().int(),
  show_status: z.number().int(),
  version: z.number().int(),
})

/** `conflict`: both changed the same lines, so a reviewer has to improve it. `no_change`: published already. */
export const applyStates = ['clean', 'conflict', 'no_change'] as const
export type ApplyState = (typeof applyStates)[number]

/** What a reviewer needs to decide about a suggested edit. */
export const OpenSuggestion = z.object({
  type: objectType,
  info: CurrentContent,
  unreviewed_info: Revision.omit({ status: true, version: true }).extend({
    status: z.literal(1),
    /** The version that it is based on. */
    version: z.number().int(),
  }),
  /** The text of that version; null if it is unknown. */
  base: RevisionContent.nullable(),
  applies: z.enum(applyStates),
  /** What approving would publish; null for a conflict. */
  result: RevisionContent.nullable(),
  /** Who looks at it at the moment. */
  claimed_by: UserBasic.nullable(),
})
export type OpenSuggestion = z.output<typeof OpenSuggestion>

export const listOpenSuggestions = endpoint({
  method: 'GET',
  path: `${apiPrefix}/revisions/unreviewed`,
  access: 'member',
  allowsKeys: true,
  summary: 'Lists the open suggested edits that the caller may review, oldest first.',
  input: {
    ...paging,
    object_type: objectType.optional(),
    /** Whether to list what the caller skipped, and nothing else. */
    skipped: z.enum(['true', 'false']).default('false'),
    /** A single suggestion, wherever it is in the list. */
    id: suggestionId.optional(),
  },
  response: pageOf(OpenSuggestion),
})

export const auditSuggestion = endpoint({
  method: 'PUT',
  path: `${apiPrefix}/revisions/audit`,
  access: 'member',
  allowsKeys: true,
  summary:
    'Approves or rejects a suggested edit. With a title, a text, tags or names, approves it with these changes.',
  input: {
    id: suggestionId,
    operation: z.enum(['approve', 'reject']),
    /** For the suggester, of a rejection. */
    reason: z.string().trim().max(limits.decisionReason.max).default(''),
    /** A tag's display name. */
    title: questionFields.title.optional(),
    slug_name: z.string().trim().min(1).max(limits.tagName.max).optional(),
    content: z.string().max(limits.body.max).optional(),
    tags: questionFields.tags.optional(),
    /** The version that the changes are based on; rejected when it is not the latest. */
    version: z.number().int().min(1).optional(),
  },
  /** `conflict` and `no_change`: it could not be approved and is closed. */
  response: z.object({ decision: z.enum(suggestionStates).exclude(['open']) }),
  errors: [
    'suggestion.not_found',
    'suggestion.decided',
    'suggestion.own',
    'review.claimed',
    'rank.too_low',
    'edit.conflict',
    'edit.too_many',
    'question.not_found',
    'answer.not_found',
    'tag.not_found',
    'post.deleted',
    'post.locked',
    'question.empty',
    'answer.empty',
    'text.too_complex',
    'text.too_many_links',
    'tag.deleted',
    'tag.reserved',
    'tag.reserved_stays',
    'tag.recommended_required',
    'tag.already_exists',
  ],
  limits: ['review.user'],
})

const OwnSuggestion = SuggestionNotice.extend({
  object_type: objectType,
  object_id: z.string(),
  /** `0` for a tag. */
  question_id: z.string(),
  answer_id: z.string(),
  /** Of the question; a tag's display name. */
  title: z.string(),
  url_title: z.string(),
  edit_summary: z.string(),
  /** The text it is based on; null if it is unknown. */
  before: RevisionContent.nullable(),
  after: RevisionContent,
})
export type OwnSuggestion = z.output<typeof OwnSuggestion>

export const listOwnSuggestions = endpoint({
  method: 'GET',
  path: `${apiPrefix}/revisions/suggested`,
  access: 'member',
  allowsKeys: true,
  summary: "Lists the caller's suggested edits of content they can see, newest first.",
  input: paging,
  response: pageOf(OwnSuggestion),
})
