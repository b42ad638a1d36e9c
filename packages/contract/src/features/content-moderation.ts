import { z } from 'zod'
import { adminPrefix, apiPrefix, endpoint } from '../endpoint.ts'
import { objectId } from '../ids.ts'
import { limits } from '../limits.ts'

const targetErrors = [
  'object.not_found',
  'question.not_found',
  'answer.not_found',
  'object.already_deleted',
  'post.pending',
  'post.unlock_first',
] as const

export const convertAnswer = endpoint({
  method: 'POST',
  path: `${apiPrefix}/answer/conversion`,
  access: 'moderator',
  allowsKeys: true,
  summary:
    'Turns an answer into a comment on its question or on another answer, with its upvotes and comments.',
  input: {
    answer_id: objectId('answer'),
    /** The question, or an answer to it. */
    object_id: objectId('question', 'answer'),
  },
  response: z.object({ comment_id: z.string(), object_id: z.string() }),
  errors: [
    ...targetErrors,
    'post.deleted',
    'answer.too_long_for_comment',
    'comment.same_post',
    'target.other_question',
  ],
})

export const convertComment = endpoint({
  method: 'POST',
  path: `${apiPrefix}/comment/conversion`,
  access: 'moderator',
  allowsKeys: true,
  summary: 'Turns a comment into an answer, with its upvotes and replies.',
  input: { comment_id: objectId('comment') },
  response: z.object({ answer_id: z.string(), question_id: z.string() }),
  errors: [
    'comment.not_found',
    'comment.too_short_for_answer',
    'object.already_deleted',
    'post.deleted',
    'post.pending',
    'post.unlock_first',
    'answer.question_closed',
    'answer.restricted',
    'edit.conflict',
    'text.too_complex',
  ],
})

export const moveComment = endpoint({
  method: 'PUT',
  path: `${apiPrefix}/comment/post`,
  access: 'moderator',
  allowsKeys: true,
  summary: 'Moves a comment with its replies to another question or answer of the site.',
  input: {
    comment_id: objectId('comment'),
    /** The id or the URL of a question or an answer. */
    target: z.string().trim().min(1).max(limits.siteUrl.max),
    /** A comment there that it replies to. */
    reply_comment_id: objectId('comment').optional(),
  },
  response: z.object({
    object_id: z.string(),
    question_id: z.string(),
    /** How many comments were moved. */
    count: z.number().int(),
  }),
  errors: [
    ...targetErrors,
    'comment.not_found',
    'comment.same_post',
    'comment.reply_elsewhere',
    'target.bad_url',
  ],
})

export const deletePermanently = endpoint({
  method: 'DELETE',
  path: `${adminPrefix}/content`,
  access: 'admin',
  summary:
    'Removes a deleted question, answer or comment for good, with everything on it. A job does it within moments.',
  input: {
    object_id: objectId('question', 'answer', 'comment'),
    reason: z.string().trim().min(1).max(limits.staffText.max),
  },
  response: z.null(),
  errors: [
    'object.not_found',
    'question.not_found',
    'answer.not_found',
    'comment.not_found',
    'post.not_deleted',
  ],
})
