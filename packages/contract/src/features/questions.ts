import { z } from 'zod'
import { captchaSolution } from '../captcha.ts'
import { apiPrefix, endpoint } from '../endpoint.ts'
import type { FieldMessageKey } from '../field-problems.ts'
import { honeypot } from '../honeypot.ts'
import { objectId } from '../ids.ts'
import { limits } from '../limits.ts'
import { pageOf, paging, wholeNumber } from '../paging.ts'
import { editFields, MemberAction, mentionFields, questionText, voteStatus } from './posts.ts'
import { Tag, TagChoice } from './tags.ts'
import { UserBasic } from './users.ts'

/** Status numbers on the wire. */
export const questionStatuses = { open: 1, closed: 2, deleted: 10, pending: 11 } as const

const status = z.union([z.literal(1), z.literal(2), z.literal(10), z.literal(11)])

/** Common fields of lists and the question page. */
const QuestionBase = z.object({
  id: z.string(),
  title: z.string(),
  url_title: z.string(),
  description: z.string(),
  tags: z.array(Tag),
  view_count: z.number().int(),
  vote_count: z.number().int(),
  answer_count: z.number().int(),
  collection_count: z.number().int(),
  follow_count: z.number().int(),
  accepted_answer_id: z.string(),
  last_answer_id: z.string(),
  /** 1 no, 2 yes. */
  pin: z.union([z.literal(1), z.literal(2)]),
  /** 1 listed, 2 unlisted. */
  show: z.union([z.literal(1), z.literal(2)]),
  status,
})

export const QuestionItem = QuestionBase.extend({
  created_at: z.number().int(),
  operated_at: z.number().int(),
  operation_type: z.enum(['asked', 'answered', 'modified']),
  operator: UserBasic,
})
export type QuestionItem = z.output<typeof QuestionItem>

/** Why a question is closed, deleted or pending. */
const QuestionOperation = z.object({
  /** The name of the reason for closing and what it means; empty when there is none. */
  type: z.string(),
  description: z.string(),
  /** What the closer wrote, or what the status means. */
  msg: z.string(),
  time: z.number().int(),
  level: z.enum(['info', 'danger', 'warning', 'secondary']),
  /** For closed questions: the number of the reason and who closed it. */
  reason_type: z.number().int().optional(),
  user_info: UserBasic.optional(),
  /** Omitted when the caller may not see it. */
  duplicate_of: QuestionBase.pick({
    id: true,
    title: true,
    url_title: true,
    answer_count: true,
    accepted_answer_id: true,
  }).optional(),
})

export const Question = QuestionBase.extend({
  content: z.string(),
  html: z.string(),
  create_time: z.number().int(),
  /** Time of the last activity. */
  update_time: z.number().int(),
  /** Time of the last edit, 0 when never edited. */
  edit_time: z.number().int(),
  /** Sent with an edit to detect conflicts. */
  version: z.number().int(),
  /** Omitted while open. */
  operation: QuestionOperation.optional(),
  user_info: UserBasic,
  /** The last editor; omitted when never edited. */
  update_user_info: UserBasic.optional(),
  /** The author of the newest answer; omitted when there is none. */
  last_answered_user_info: UserBasic.optional(),
  /** Whether the caller answered it, and the id of their first answer (`0` for none). */
  answered: z.boolean(),
  first_answer_id: z.string(),
  collected: z.boolean(),
  vote_status: voteStatus,
  is_followed: z.boolean(),
  /** Whether the caller hears nothing of it. */
  is_muted: z.boolean(),
  /** Reputation that answers need; 0 when not protected. */
  protected_rank: z.number().int(),
  /** Only staff change it, its answers and its comments. */
  is_locked: z.boolean(),
  member_actions: z.array(MemberAction),
  extends_actions: z.array(MemberAction),
})
export type Question = z.output<typeof Question>

export const questionOrders = [
  'newest',
  'active',
  'hot',
  'score',
  'unanswered',
  'frequent',
] as const
export type QuestionOrder = (typeof questionOrders)[number]

export const listQuestions = endpoint({
  method: 'GET',
  path: `${apiPrefix}/question/page`,
  access: 'public',
  summary:
    'Lists questions, pinned ones first. in_days is rounded up to 1, 7, 30, 90 or 365; more means all.',
  input: {
    ...paging,
    order: z.enum(questionOrders).default('newest'),
    tag: z.string().max(100).optional(),
    username: z.string().max(100).optional(),
    /** Rounded up to one of `questionWindows`. */
    in_days: wholeNumber({ min: 1, max: 36_500 }).optional(),
    /** `discussed`: open questions with an answer or a positive score. */
    only: z.enum(['discussed']).optional(),
  },
  response: pageOf(QuestionItem),
})

const Figures = z.object({
  /** Counting stops at `figuresLimit` questions. */
  questions: z.number().int(),
  answers: z.number().int(),
  /** The median of recent questions; null when too few have been answered. */
  first_answer_seconds: z.number().int().nullable(),
})
export type Figures = z.output<typeof Figures>

export const figuresLimit = 100_000

export const getFigures = endpoint({
  method: 'GET',
  path: `${apiPrefix}/question/figures`,
  access: 'public',
  summary:
    'Returns how many questions and answers there are, and how long a first answer takes. Up to an hour old.',
  response: Figures,
})

export const getQuestion = endpoint({
  method: 'GET',
  path: `${apiPrefix}/question/info`,
  access: 'public',
  summary: 'Returns a question.',
  input: { id: objectId('question') },
  response: Question,
  errors: ['question.not_found'],
})

/** Links in the question or in its answers count. */
export const listLinkingQuestions = endpoint({
  method: 'GET',
  path: `${apiPrefix}/question/link`,
  access: 'public',
  summary: 'Lists the questions that link to a question.',
  input: {
    ...paging,
    question_id: objectId('question'),
    order: z.enum(questionOrders).default('newest'),
    /** Rounded up to one of `questionWindows`. */
    in_days: wholeNumber({ min: 1, max: 36_500 }).optional(),
  },
  response: pageOf(QuestionItem).extend({
    /** The question they link to. */
    question: QuestionBase.pick({ id: true, title: true, url_title: true }),
  }),
  errors: ['question.not_found'],
})

export const questionFields = {
  title: z.string().trim().min(limits.title.min).max(limits.title.max),
  content: questionText,
  tags: z
    .array(TagChoice)
    .min(limits.tags.min, 'field.too_few_tags' satisfies FieldMessageKey)
    .max(limits.tags.max, 'field.too_many_tags' satisfies FieldMessageKey),
  ...mentionFields,
}

export const askQuestion = endpoint({
  method: 'POST',
  path: `${apiPrefix}/question`,
  access: 'member',
  allowsKeys: true,
  summary: 'Asks a question. Send an Idempotency-Key to make a retry safe.',
  input: { ...questionFields, ...honeypot, ...captchaSolution },
  response: Question,
  errors: [
    'question.empty',
    'text.too_complex',
    'text.too_many_links',
    'tag.deleted',
    'tag.reserved',
    'tag.recommended_required',
    'post.deletion_block',
    'rank.too_low',
    'content.rejected',
  ],
  limits: ['ask.user'],
  dedupeByContent: true,
  captcha: 'question',
})

export const editQuestion = endpoint({
  method: 'PUT',
  path: `${apiPrefix}/question`,
  access: 'member',
  allowsKeys: true,
  summary: 'Edits the title, text and tags of a question.',
  input: { id: objectId('question'), ...questionFields, ...editFields, ...captchaSolution },
  response: z.object({ url_title: z.string(), wait_for_review: z.boolean() }),
  errors: [
    'post.locked',
    'question.not_found',
    'post.deleted',
    'edit.conflict',
    'question.empty',
    'text.too_complex',
    'text.too_many_links',
    'tag.deleted',
    'edit.too_many',
    'tag.reserved',
    'tag.reserved_stays',
    'tag.recommended_required',
    'rank.too_low',
  ],
  limits: ['edit.user'],
  captcha: 'edit',
})

export const deleteQuestion = endpoint({
  method: 'DELETE',
  path: `${apiPrefix}/question`,
  access: 'member',
  allowsKeys: true,
  summary: 'Deletes a question. Its author and staff still see it.',
  input: { id: objectId('question'), ...captchaSolution },
  response: z.null(),
  errors: ['post.locked', 'question.not_found', 'question.cannot_delete'],
  limits: ['delete.user'],
  captcha: 'delete',
})

export const recoverQuestion = endpoint({
  method: 'POST',
  path: `${apiPrefix}/question/recover`,
  access: 'member',
  allowsKeys: true,
  summary: 'Restores a deleted question, open or closed as before.',
  input: { question_id: objectId('question') },
  response: z.null(),
  errors: ['post.locked', 'question.not_found', 'post.not_deleted_by_you'],
})

export const closeQuestion = endpoint({
  method: 'PUT',
  path: `${apiPrefix}/question/status`,
  access: 'moderator',
  allowsKeys: true,
  summary:
    'Closes a question. A duplicate needs the URL of the other question; "something else" needs a text.',
  input: {
    id: objectId('question'),
    close_type: z.number().int(),
    close_msg: z.string().trim().max(limits.closeMessage.max).default(''),
  },
  response: z.null(),
  errors: [
    'question.not_found',
    'question.not_open',
    'reason.not_in_list',
    'reason.content_required',
    'duplicate.bad_url',
    'duplicate.other_site',
    'duplicate.not_a_question',
    'duplicate.itself',
    'duplicate.of_duplicate',
  ],
})

export const reopenQuestion = endpoint({
  method: 'PUT',
  path: `${apiPrefix}/question/reopen`,
  access: 'moderator',
  allowsKeys: true,
  summary: 'Reopens a closed question.',
  input: { question_id: objectId('question') },
  response: z.null(),
  errors: ['question.not_found', 'question.not_closed'],
})

export const questionOperations = [
  'pin',
  'unpin',
  'hide',
  'show',
  'protect',
  'unprotect',
  'lock',
  'unlock',
] as const
export type QuestionOperationName = (typeof questionOperations)[number]

export const operateQuestion = endpoint({
  method: 'PUT',
  path: `${apiPrefix}/question/operation`,
  access: 'moderator',
  allowsKeys: true,
  summary:
    'Pins, unlists (hide), protects or locks a question, or undoes it. Repeating it changes nothing.',
  input: { id: objectId('question'), operation: z.enum(questionOperations) },
  response: z.null(),
  errors: [
    'question.not_found',
    'post.deleted',
    'question.pinned',
    'question.unlisted',
    'post.pending',
  ],
})
