import { z } from 'zod'
import { apiPrefix, endpoint } from '../endpoint.ts'
import { objectId } from '../ids.ts'
import { limits } from '../limits.ts'
import { pageOf, paging } from '../paging.ts'
import { Tag } from './tags.ts'
import { UserBasic } from './users.ts'

/** What staff need to decide about content that waits for a moderator. Ids that do not apply are `0`. */
export const HeldPost = z.object({
  review_id: z.string(),
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
  /** Of the question, with those that approving it creates. */
  tags: z.array(Tag),
  object_status: z.number().int(),
  object_show_status: z.number().int(),
  author_user_info: UserBasic,
  submit_at: z.number().int(),
  /** The plugin that holds it, or the rules of the site. */
  submitter_display_name: z.string(),
  /** In the language of the caller. */
  reason: z.string(),
  /** Who looks at it at the moment. */
  claimed_by: UserBasic.nullable(),
})
export type HeldPost = z.output<typeof HeldPost>

const reviewId = z
  .union([z.number().int().positive(), z.string().regex(/^[1-9]\d{0,17}$/)])
  .transform(String)

export const listHeldPosts = endpoint({
  method: 'GET',
  path: `${apiPrefix}/review/pending/post/page`,
  access: 'moderator',
  allowsKeys: true,
  summary: 'Lists content that waits for a moderator, oldest first.',
  input: {
    ...paging,
    /** Only this content. */
    object_id: objectId('question', 'answer', 'comment').optional(),
    object_type: z.enum(['question', 'answer', 'comment']).optional(),
    /** Whether to list what the caller skipped, and nothing else. */
    skipped: z.enum(['true', 'false']).default('false'),
    /** A single entry, wherever it is in the list. */
    review_id: reviewId.optional(),
  },
  response: pageOf(HeldPost),
})

export const decideHeldPost = endpoint({
  method: 'PUT',
  path: `${apiPrefix}/review/pending/post`,
  access: 'moderator',
  allowsKeys: true,
  summary:
    'Approves content that waits for a moderator, which publishes it, or rejects it, which deletes it.',
  input: {
    review_id: reviewId,
    status: z.enum(['approve', 'reject']),
    /** Why it is rejected, for its author. */
    reason: z.string().trim().max(limits.decisionReason.max).default(''),
  },
  response: z.null(),
  errors: [
    'review.case_not_found',
    'review.decided',
    'review.claimed',
    'post.deleted',
    'post.pending',
    'question.not_found',
    'answer.not_found',
    'comment.not_found',
    'text.too_complex',
  ],
  limits: ['review.user'],
})
