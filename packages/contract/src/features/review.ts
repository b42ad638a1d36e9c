import { z } from 'zod'
import { apiPrefix, endpoint } from '../endpoint.ts'
import { objectId } from '../ids.ts'
import { limits } from '../limits.ts'
import { pageOf, paging } from '../paging.ts'
import { caseOperations } from './flags.ts'
import { UserBasic } from './users.ts'

/** In the order of the tabs. */
export const reviewQueues = [
  'queued_post',
  'flagged_post',
  'flagged_user',
  'suggested_post_edit',
] as const
export type ReviewQueue = (typeof reviewQueues)[number]

const ReviewQueueInfo = z.object({
  name: z.enum(reviewQueues),
  label: z.string(),
  /** At most `limits.queueCount.max`. */
  todo_amount: z.number().int(),
})
export type ReviewQueueInfo = z.output<typeof ReviewQueueInfo>

export const listReviewQueues = endpoint({
  method: 'GET',
  path: `${apiPrefix}/reviewing/type`,
  access: 'member',
  allowsKeys: true,
  summary: 'Lists the review queues of the caller with the number of open cases.',
  input: {},
  response: z.array(ReviewQueueInfo).max(reviewQueues.length),
})

const caseInput = {
  type: z.enum(reviewQueues),
  /** The id that the list of the queue returns. */
  id: z.string().max(20),
}

const caseErrors = ['review.case_not_found'] as const

export const claimCase = endpoint({
  method: 'PUT',
  path: `${apiPrefix}/review/claim`,
  access: 'member',
  allowsKeys: true,
  summary: 'Claims a case for some minutes, and releases the case that was claimed before.',
  input: caseInput,
  response: z.object({ claimed_until: z.number().int() }),
  errors: [...caseErrors, 'review.claimed'],
  limits: ['review.user'],
})

export const skipCase = endpoint({
  method: 'PUT',
  path: `${apiPrefix}/review/skip`,
  access: 'member',
  allowsKeys: true,
  summary: 'Leaves a case to other reviewers. It is no longer listed for the caller.',
  input: caseInput,
  response: z.null(),
  errors: [...caseErrors],
  limits: ['review.user'],
})

export const undoDecision = endpoint({
  method: 'PUT',
  path: `${apiPrefix}/review/undo`,
  access: 'member',
  allowsKeys: true,
  summary: 'Undoes a decision of the caller within 30 seconds, and opens the case again.',
  input: caseInput,
  response: z.null(),
  errors: [
    ...caseErrors,
    'review.undo_expired',
    'review.undo_not_possible',
    'question.not_found',
    'answer.not_found',
    'comment.not_found',
    'tag.not_found',
    'post.deleted',
    'post.locked',
    'question.pinned',
    'edit.conflict',
    'edit.too_many',
    'text.too_complex',
    'tag.deleted',
    'tag.reserved',
    'tag.reserved_stays',
    'tag.recommended_required',
    'tag.already_exists',
    'user.not_found',
    'user.oneself',
    'user.is_staff',
  ],
  limits: ['review.user'],
})

export const PostReference = z.object({
  object_id: z.string(),
  question_id: z.string(),
  answer_id: z.string(),
  title: z.string(),
  url_title: z.string(),
})

/** Who flagged, with the decided flags among their last ones. */
export const Flaggers = z
  .array(z.object({ username: z.string(), upheld: z.number().int(), decided: z.number().int() }))
  .max(limits.flagsPerCase.max)

/** Facts beside a case. What only staff may know is null for other reviewers. */
export const ReviewContext = z.object({
  author: z.object({
    user: UserBasic,
    created_at: z.number().int(),
    question_count: z.number().int(),
    answer_count: z.number().int(),
    /** Whether the caller may warn, silence and suspend the author. */
    can_moderate: z.boolean(),
    /** Deleted by someone else. */
    removed_count: z.number().int().nullable(),
    /** Decided cases about the author's content. */
    flags: z.object({ upheld: z.number().int(), ignored: z.number().int() }).nullable(),
  }),
  post: z.object({
    score: z.number().int(),
    edits: z.number().int(),
    /** What an answer or a comment is on. */
    parent: z.object({ title: z.string(), excerpt: z.string() }).nullable(),
  }),
  earlier_cases: z
    .array(
      z.object({
        operation: z.enum(caseOperations),
        decided_at: z.number().int(),
        decided_by: UserBasic,
      }),
    )
    .max(limits.reviewContext.cases)
    .nullable(),
  /** Other recent posts of the author that link to the same host. */
  same_links: z
    .array(
      PostReference.extend({
        host: z.string(),
        created_at: z.number().int(),
        is_deleted: z.boolean(),
      }),
    )
    .max(limits.reviewContext.links)
    .nullable(),
  flaggers: Flaggers.nullable(),
})
export type ReviewContext = z.output<typeof ReviewContext>

export const getReviewContext = endpoint({
  method: 'GET',
  path: `${apiPrefix}/review/context`,
  access: 'member',
  allowsKeys: true,
  summary: 'Returns facts about a post, its author, and whoever flagged it, for reviewers.',
  input: { object_id: objectId('question', 'answer', 'comment') },
  response: ReviewContext,
  errors: ['question.not_found', 'answer.not_found', 'comment.not_found', 'object.not_found'],
})

/** What a reviewer did, in all queues. */
const reviewOutcomes = [
  ...caseOperations,
  'uphold_report',
  'reset_profile',
  'approved',
  'improved',
  'rejected',
  'conflict',
  'no_change',
] as const

const Decision = PostReference.extend({
  type: z.enum(reviewQueues),
  id: z.string(),
  comment_id: z.string(),
  operation: z.enum(reviewOutcomes),
  /** The flagged user; null for content. */
  flagged_user: UserBasic.nullable(),
  decided_at: z.number().int(),
  user_info: UserBasic,
})
export type Decision = z.output<typeof Decision>

export const listDecisions = endpoint({
  method: 'GET',
  path: `${apiPrefix}/review/decisions`,
  access: 'moderator',
  allowsKeys: true,
  summary: 'Lists what reviewers decided, newest first.',
  input: { ...paging, username: z.string().trim().max(limits.username.maxExisting).default('') },
  response: pageOf(Decision).extend({
    /** Decisions of the caller in the last 24 hours. */
    own_today: z.number().int(),
  }),
})
