import { z } from 'zod'
import { captchaSolution } from '../captcha.ts'
import { apiPrefix, endpoint } from '../endpoint.ts'
import { objectId } from '../ids.ts'
import { limits } from '../limits.ts'
import { pageOf, paging, wholeNumber } from '../paging.ts'
import { questionFields } from './questions.ts'
import { Reason } from './reasons.ts'
import { Tag } from './tags.ts'
import { UserBasic } from './users.ts'

export const flagContent = endpoint({
  method: 'POST',
  path: `${apiPrefix}/report`,
  access: 'member',
  allowsKeys: true,
  summary:
    'Flags a question, an answer or a comment for staff. All flags of one object are one case.',
  input: {
    /** Sent by clients of the API; the id says it too. */
    source: z.enum(['question', 'answer', 'comment']).optional(),
    object_id: objectId('question', 'answer', 'comment'),
    report_type: z.number().int(),
    content: z.string().trim().max(limits.flagText.max).default(''),
    ...captchaSolution,
  },
  response: z.null(),
  errors: [
    'question.not_found',
    'answer.not_found',
    'comment.not_found',
    'object.not_found',
    'object.already_deleted',
    'flag.own',
    'flag.already',
    'flag.paused',
    'rank.too_low',
    'reason.not_in_list',
    'reason.content_required',
    'duplicate.bad_url',
    'duplicate.other_site',
    'duplicate.not_a_question',
    'post.pending',
  ],
  limits: ['flag.user'],
  captcha: 'report',
})

export const Flag = z.object({
  submitter_user: UserBasic,
  created_at: z.number().int(),
  reason: Reason,
  reason_content: z.string(),
})

/** What staff need to decide a case. */
export const FlagCase = z.object({
  flag_id: z.string(),
  created_at: z.number().int(),
  object_id: z.string(),
  question_id: z.string(),
  answer_id: z.string(),
  comment_id: z.string(),
  object_type: z.enum(['question', 'answer', 'comment']),
  title: z.string(),
  url_title: z.string(),
  original_text: z.string(),
  parsed_text: z.string(),
  answer_count: z.number().int(),
  answer_accepted: z.boolean(),
  tags: z.array(Tag),
  object_status: z.number().int(),
  object_show_status: z.number().int(),
  author_user_info: UserBasic,
  submit_at: z.number().int(),
  /** Of the first flag; `flags` has all, oldest first. */
  submitter_user: UserBasic,
  reason: Reason,
  reason_content: z.string(),
  flags: z.array(Flag).max(limits.flagsPerCase.max),
  /** Who looks at the case at the moment. */
  claimed_by: UserBasic.nullable(),
})
export type FlagCase = z.output<typeof FlagCase>

export const listFlagCases = endpoint({
  method: 'GET',
  path: `${apiPrefix}/report/unreviewed/post`,
  access: 'moderator',
  allowsKeys: true,
  summary: 'Lists the open cases of flagged content, oldest first.',
  input: {
    ...paging,
    object_type: z.enum(['question', 'answer', 'comment']).optional(),
    /** Cases with at least one flag for this reason. */
    reason: wholeNumber({ min: 1, max: 1000 }).optional(),
    /** Whether to list what the caller skipped, and nothing else. */
    skipped: z.enum(['true', 'false']).default('false'),
    /** A single case, wherever it is in the list. */
    flag_id: objectId('report').optional(),
  },
  response: pageOf(FlagCase),
})

/** Whoever flagged can read it. */
export const decisionNote = z.string().trim().max(limits.decisionReason.max).default('')

export const caseOperations = [
  'edit_post',
  'close_post',
  'delete_post',
  'unlist_post',
  'ignore_report',
] as const
export type CaseOperation = (typeof caseOperations)[number]

/** For `edit_post`. Fields that are left out stay as they are; answers and comments have only a text. */
export const caseEdit = {
  title: questionFields.title.optional(),
  content: z.string().max(limits.body.max).optional(),
  tags: questionFields.tags.optional(),
}

export const caseErrors = [
  'flag.case_not_found',
  'flag.case_decided',
  'review.claimed',
  'flag.operation_not_possible',
  'question.not_found',
  'answer.not_found',
  'comment.not_found',
  'question.not_open',
  'question.pinned',
  'post.deleted',
  'reason.not_in_list',
  'reason.content_required',
  'duplicate.bad_url',
  'duplicate.other_site',
  'duplicate.not_a_question',
  'duplicate.itself',
  'duplicate.of_duplicate',
  'question.empty',
  'answer.empty',
  'comment.empty',
  'text.too_complex',
  'tag.deleted',
  'tag.recommended_required',
  'edit.too_many',
  'edit.conflict',
  'post.pending',
] as const

export const reviewFlagCase = endpoint({
  method: 'PUT',
  path: `${apiPrefix}/report/review`,
  access: 'moderator',
  allowsKeys: true,
  summary: 'Decides a case: edits, closes, deletes or unlists the content, or ignores the flags.',
  input: {
    flag_id: objectId('report'),
    operation_type: z.enum(caseOperations),
    close_type: z.number().int().optional(),
    close_msg: z.string().trim().max(limits.closeMessage.max).default(''),
    ...caseEdit,
    note: decisionNote,
  },
  response: z.null(),
  errors: caseErrors,
  limits: ['review.user'],
})

const flagStates = ['open', 'helpful', 'declined'] as const

/** Never says who decided. */
const OwnFlag = z.object({
  id: z.string(),
  created_at: z.number().int(),
  object_type: z.enum(['question', 'answer', 'comment', 'user']),
  object_id: z.string(),
  question_id: z.string(),
  answer_id: z.string(),
  comment_id: z.string(),
  /** Empty when the content is no longer visible to the caller. */
  title: z.string(),
  url_title: z.string(),
  /** The flagged user; null for content. */
  user_info: UserBasic.nullable(),
  reason: Reason,
  reason_content: z.string(),
  state: z.enum(flagStates),
  /** 0 while it is open. */
  decided_at: z.number().int(),
  /** What the moderator wrote to whoever flagged. */
  note: z.string(),
})
export type OwnFlag = z.output<typeof OwnFlag>

export const listOwnFlags = endpoint({
  method: 'GET',
  path: `${apiPrefix}/report/own`,
  access: 'member',
  allowsKeys: true,
  summary: 'Lists what the caller flagged, with the outcome, newest first.',
  input: {
    ...paging,
    state: z.enum(flagStates).optional(),
    /** Content or a user: only the flags of this object. */
    object_id: objectId('question', 'answer', 'comment').optional(),
    user_id: z
      .string()
      .regex(/^[1-9]\d{0,14}$/)
      .optional(),
  },
  response: pageOf(OwnFlag),
})
