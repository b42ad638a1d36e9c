import { z } from 'zod'
import { adminPrefix, endpoint } from '../endpoint.ts'
import { objectId } from '../ids.ts'
import { limits } from '../limits.ts'
import { pageOf, paging } from '../paging.ts'
import { caseEdit, caseErrors, caseOperations } from './flags.ts'
import { Reason, reasonActions, reasonObjects } from './reasons.ts'
import { Tag } from './tags.ts'
import { UserBasic } from './users.ts'

export const questionListStatuses = ['normal', 'closed', 'deleted', 'pending'] as const
export type QuestionListStatus = (typeof questionListStatuses)[number]
export const answerListStatuses = ['normal', 'deleted', 'pending'] as const
export type AnswerListStatus = (typeof answerListStatuses)[number]

export const questionSorts = ['newest', 'active', 'score', 'answers', 'views'] as const
export type QuestionSort = (typeof questionSorts)[number]
export const answerSorts = ['newest', 'score'] as const
export type AnswerSort = (typeof answerSorts)[number]

/** Text in the syntax of the search, or `question:ID` and `answer:ID`. */
const query = z.string().trim().max(limits.adminQuery.max).default('')

export const questionFilters = {
  status: z.enum(questionListStatuses).default('normal'),
  query,
  sort: z.enum(questionSorts).default('newest'),
}

export const answerFilters = {
  status: z.enum(answerListStatuses).default('normal'),
  query,
  question_id: objectId('question').optional(),
  sort: z.enum(answerSorts).default('newest'),
}

const status = z.union([z.literal(1), z.literal(2), z.literal(10), z.literal(11)])

export const AdminQuestion = z.object({
  id: z.string(),
  title: z.string(),
  url_title: z.string(),
  vote_count: z.number().int(),
  view_count: z.number().int(),
  answer_count: z.number().int(),
  accepted_answer_id: z.string(),
  /** 1 listed, 2 unlisted. */
  show: z.union([z.literal(1), z.literal(2)]),
  /** 1 no, 2 yes. */
  pin: z.union([z.literal(1), z.literal(2)]),
  status,
  create_time: z.number().int(),
  /** Time of the last activity. */
  update_time: z.number().int(),
  /** Time of the last edit, 0 when never edited. */
  edit_time: z.number().int(),
  tags: z.array(Tag),
  user_info: UserBasic,
})
export type AdminQuestion = z.output<typeof AdminQuestion>

export const AdminAnswer = z.object({
  id: z.string(),
  question_id: z.string(),
  description: z.string(),
  vote_count: z.number().int(),
  /** 1 no, 2 yes. */
  accepted: z.union([z.literal(1), z.literal(2)]),
  status: z.union([z.literal(1), z.literal(10), z.literal(11)]),
  create_time: z.number().int(),
  /** Time of the last edit, 0 when never edited. */
  update_time: z.number().int(),
  user_info: UserBasic,
  question_info: z.object({ title: z.string(), url_title: z.string() }),
})
export type AdminAnswer = z.output<typeof AdminAnswer>

/** Only the newest posts were compared with the filter, or sorted; there may be more. */
const capped = { is_capped: z.boolean() }

export const listAdminQuestions = endpoint({
  method: 'GET',
  path: `${adminPrefix}/question/page`,
  access: 'admin',
  allowsKeys: true,
  summary:
    'Lists questions of one status. The query is a search or `question:ID`; rare filters compare the newest questions only.',
  input: { ...paging, ...questionFilters },
  response: pageOf(AdminQuestion).extend(capped),
})

export const listAdminAnswers = endpoint({
  method: 'GET',
  path: `${adminPrefix}/answer/page`,
  access: 'admin',
  allowsKeys: true,
  summary:
    'Lists answers of one status, also those to one question. The query is a search, words of the question title or `answer:ID`.',
  input: { ...paging, ...answerFilters },
  response: pageOf(AdminAnswer).extend(capped),
})

const count = z.number().int()

export const countAdminQuestions = endpoint({
  method: 'GET',
  path: `${adminPrefix}/question/counts`,
  access: 'admin',
  allowsKeys: true,
  summary: `Counts the questions of each status, up to ${limits.adminCount.max}.`,
  response: z.object({ normal: count, closed: count, deleted: count, pending: count }),
})

export const countAdminAnswers = endpoint({
  method: 'GET',
  path: `${adminPrefix}/answer/counts`,
  access: 'admin',
  allowsKeys: true,
  summary: `Counts the answers of each status, up to ${limits.adminCount.max}.`,
  response: z.object({ normal: count, deleted: count, pending: count }),
})

const duplicateErrors = [
  'duplicate.bad_url',
  'duplicate.other_site',
  'duplicate.not_a_question',
  'duplicate.itself',
  'duplicate.of_duplicate',
] as const

export const setQuestionStatus = endpoint({
  method: 'PUT',
  path: `${adminPrefix}/question/status`,
  access: 'admin',
  allowsKeys: true,
  summary:
    'Closes, deletes or restores a question. `available` restores, reopens or approves it, whichever it needs.',
  input: {
    question_id: objectId('question'),
    status: z.enum(['available', 'closed', 'deleted']),
    /** For `closed`, as in `PUT question/status`. */
    close_type: z.number().int().optional(),
    close_msg: z.string().trim().max(limits.closeMessage.max).default(''),
  },
  response: z.null(),
  errors: [
    'question.not_found',
    'question.not_open',
    'reason.not_in_list',
    'reason.content_required',
    'review.claimed',
    ...duplicateErrors,
  ],
})

export const setAnswerStatus = endpoint({
  method: 'PUT',
  path: `${adminPrefix}/answer/status`,
  access: 'admin',
  allowsKeys: true,
  summary: 'Deletes or restores an answer. `available` also approves an answer that waits.',
  input: { answer_id: objectId('answer'), status: z.enum(['available', 'deleted']) },
  response: z.null(),
  errors: ['answer.not_found', 'answer.converted', 'review.claimed'],
})

export const listAdminReasons = endpoint({
  method: 'GET',
  path: `${adminPrefix}/reasons`,
  access: 'admin',
  allowsKeys: true,
  summary: 'Lists the reasons for an action on a kind of object, with translated names.',
  input: { object_type: z.enum(reasonObjects), action: z.enum(reasonActions) },
  response: z.array(Reason).max(10),
  errors: ['reason.none'],
})

export const reviewAdminReport = endpoint({
  method: 'PUT',
  path: `${adminPrefix}/report`,
  access: 'admin',
  allowsKeys: true,
  summary:
    'Decides a case of flags: edits, closes, deletes or unlists the content, or ignores the flags.',
  input: {
    id: objectId('report'),
    action: z.enum(caseOperations),
    /** The reason for closing, and what it needs. */
    flagged_type: z.number().int().optional(),
    flagged_content: z.string().trim().max(limits.closeMessage.max).default(''),
    ...caseEdit,
  },
  response: z.null(),
  errors: caseErrors,
  limits: ['review.user'],
})

export const emptiableTypes = ['questions', 'answers', 'users'] as const
export type EmptiableType = (typeof emptiableTypes)[number]

export const emptyDeleted = endpoint({
  method: 'DELETE',
  path: `${adminPrefix}/delete/permanently`,
  access: 'admin',
  summary:
    'Removes all deleted questions or answers for good, or the rows of deleted users that nothing refers to. Jobs do it.',
  input: { type: z.enum(emptiableTypes) },
  response: z.null(),
})

const format = { format: z.enum(['csv', 'json']).default('csv') }

export const exportAdminQuestions = endpoint({
  method: 'GET',
  path: `${adminPrefix}/question/export`,
  access: 'admin',
  allowsKeys: true,
  summary: `Returns up to ${limits.contentExport.max} questions of the list as CSV or JSON, in one text.`,
  input: { ...questionFilters, ...format },
  response: z.string(),
  limits: ['export.user'],
})

export const exportAdminAnswers = endpoint({
  method: 'GET',
  path: `${adminPrefix}/answer/export`,
  access: 'admin',
  allowsKeys: true,
  summary: `Returns up to ${limits.contentExport.max} answers of the list as CSV or JSON, in one text.`,
  input: { ...answerFilters, ...format },
  response: z.string(),
  limits: ['export.user'],
})
