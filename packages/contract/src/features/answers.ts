import { z } from 'zod'
import { captchaSolution } from '../captcha.ts'
import { apiPrefix, endpoint } from '../endpoint.ts'
import { honeypot } from '../honeypot.ts'
import { objectId } from '../ids.ts'
import { pageOf, paging } from '../paging.ts'
import { answerText, editFields, MemberAction, mentionFields, voteStatus } from './posts.ts'
import { Question, questionFields } from './questions.ts'
import { UserBasic } from './users.ts'

export const Answer = z.object({
  id: z.string(),
  question_id: z.string(),
  content: z.string(),
  html: z.string(),
  create_time: z.number().int(),
  /** Time of the last edit, 0 when never edited. */
  update_time: z.number().int(),
  /** 1 no, 2 yes. */
  accepted: z.union([z.literal(1), z.literal(2)]),
  /** When it was accepted, 0 when it is not. */
  accepted_time: z.number().int(),
  /** Who accepted it: the asker or staff; omitted when it is not accepted. */
  accepted_user_info: UserBasic.optional(),
  user_info: UserBasic,
  /** The last editor; omitted when never edited. */
  update_user_info: UserBasic.optional(),
  /** Always false; questions have the same field. */
  collected: z.literal(false),
  vote_status: voteStatus,
  vote_count: z.number().int(),
  comment_count: z.number().int(),
  status: z.union([z.literal(1), z.literal(10), z.literal(11)]),
  /** Sent with an edit to detect conflicts. */
  version: z.number().int(),
  /** Only staff change the answer and its comments. Omitted when it is not locked. */
  is_locked: z.literal(true).optional(),
  member_actions: z.array(MemberAction),
})
export type Answer = z.output<typeof Answer>

export const AnswerOfQuestion = z.object({ info: Answer, question: Question })
export type AnswerOfQuestion = z.output<typeof AnswerOfQuestion>

/** `default`: accepted first, then by score; `updated`: newest first; `created`: oldest first. */
export const answerOrders = ['default', 'updated', 'created', 'vote'] as const
export type AnswerOrder = (typeof answerOrders)[number]

export const getAnswer = endpoint({
  method: 'GET',
  path: `${apiPrefix}/answer/info`,
  access: 'public',
  summary: 'Returns an answer and its question.',
  input: { id: objectId('answer') },
  response: AnswerOfQuestion,
  errors: ['answer.not_found'],
})

export const listAnswers = endpoint({
  method: 'GET',
  path: `${apiPrefix}/answer/page`,
  access: 'public',
  summary: 'Lists the answers to a question.',
  input: {
    ...paging,
    question_id: objectId('question'),
    order: z.enum(answerOrders).default('default'),
  },
  response: pageOf(Answer),
  errors: ['question.not_found'],
})

export const postAnswer = endpoint({
  method: 'POST',
  path: `${apiPrefix}/answer`,
  access: 'member',
  allowsKeys: true,
  summary: 'Answers a question. Send an Idempotency-Key to make a retry safe.',
  input: {
    question_id: objectId('question'),
    content: answerText,
    ...mentionFields,
    ...honeypot,
    ...captchaSolution,
  },
  response: AnswerOfQuestion,
  errors: [
    'post.locked',
    'answer.question_protected',
    'question.not_found',
    'answer.empty',
    'text.too_complex',
    'text.too_many_links',
    'answer.question_closed',
    'answer.restricted',
    'post.deletion_block',
    'rank.too_low',
    'post.pending',
    'content.rejected',
  ],
  limits: ['answer.user'],
  dedupeByContent: true,
  captcha: 'answer',
})

export const askWithAnswer = endpoint({
  method: 'POST',
  path: `${apiPrefix}/question/answer`,
  access: 'member',
  allowsKeys: true,
  summary: 'Asks a question and answers it. Send an Idempotency-Key to make a retry safe.',
  input: { ...questionFields, answer_content: answerText, ...honeypot, ...captchaSolution },
  response: AnswerOfQuestion,
  errors: [
    'answer.empty',
    'text.too_complex',
    'text.too_many_links',
    'question.empty',
    'tag.deleted',
    'tag.reserved',
    'tag.recommended_required',
    'post.deletion_block',
    'rank.too_low',
    'content.rejected',
  ],
  limits: ['ask.user', 'answer.user'],
  dedupeByContent: true,
  captcha: 'question',
})

export const editAnswer = endpoint({
  method: 'PUT',
  path: `${apiPrefix}/answer`,
  access: 'member',
  allowsKeys: true,
  summary: 'Edits an answer.',
  input: {
    id: objectId('answer'),
    content: answerText,
    ...editFields,
    ...mentionFields,
    ...captchaSolution,
  },
  response: z.object({ wait_for_review: z.boolean() }),
  errors: [
    'post.locked',
    'answer.not_found',
    'answer.empty',
    'text.too_complex',
    'text.too_many_links',
    'post.deleted',
    'edit.conflict',
    'edit.too_many',
    'rank.too_low',
  ],
  limits: ['edit.user'],
  captcha: 'edit',
})

export const deleteAnswer = endpoint({
  method: 'DELETE',
  path: `${apiPrefix}/answer`,
  access: 'member',
  allowsKeys: true,
  summary: 'Deletes an answer. Its author and staff still see it.',
  input: { id: objectId('answer'), ...captchaSolution },
  response: z.null(),
  errors: ['post.locked', 'answer.not_found', 'answer.cannot_delete'],
  limits: ['delete.user'],
  captcha: 'delete',
})

export const recoverAnswer = endpoint({
  method: 'POST',
  path: `${apiPrefix}/answer/recover`,
  access: 'member',
  allowsKeys: true,
  summary: 'Restores a deleted answer.',
  input: { answer_id: objectId('answer') },
  response: z.null(),
  errors: [
    'post.locked',
    'answer.not_found',
    'answer.restricted',
    'answer.converted',
    'post.not_deleted_by_you',
  ],
})

export const answerOperations = ['lock', 'unlock'] as const
export type AnswerOperationName = (typeof answerOperations)[number]

export const operateAnswer = endpoint({
  method: 'PUT',
  path: `${apiPrefix}/answer/operation`,
  access: 'moderator',
  allowsKeys: true,
  summary: 'Locks an answer or unlocks it. Repeating it changes nothing.',
  input: { id: objectId('answer'), operation: z.enum(answerOperations) },
  response: z.null(),
  errors: ['answer.not_found', 'post.deleted', 'post.pending'],
})

export const acceptAnswer = endpoint({
  method: 'POST',
  path: `${apiPrefix}/answer/acceptance`,
  access: 'member',
  allowsKeys: true,
  summary: 'Accepts an answer instead of any other; without an id, or with `0`, unaccepts it.',
  input: {
    question_id: objectId('question'),
    answer_id: z.union([z.enum(['', '0']).transform(() => ''), objectId('answer')]).default(''),
  },
  response: z.null(),
  errors: ['question.not_found', 'answer.not_found', 'post.deleted', 'post.pending', 'post.locked'],
})
