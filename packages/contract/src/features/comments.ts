import { z } from 'zod'
import { captchaSolution } from '../captcha.ts'
import { apiPrefix, endpoint } from '../endpoint.ts'
import { honeypot } from '../honeypot.ts'
import { objectId } from '../ids.ts'
import { limits } from '../limits.ts'
import { pageOf, paging } from '../paging.ts'
import { MemberAction, mentionFields, byUsername, PostLine } from './posts.ts'
import { UserBasic } from './users.ts'

/** Where there is no user or no parent comment, ids are `0` and names are empty. */
export const Comment = z.object({
  comment_id: z.string(),
  created_at: z.number().int(),
  /** Omitted when never edited. */
  edited_at: z.number().int().optional(),
  /** The question or answer. */
  object_id: z.string(),
  vote_count: z.number().int(),
  /** Whether the caller upvoted it. */
  is_vote: z.boolean(),
  original_text: z.string(),
  parsed_text: z.string(),
  user_id: z.string(),
  username: z.string(),
  user_display_name: z.string(),
  user_avatar: z.string(),
  user_status: UserBasic.shape.status,
  reply_user_id: z.string(),
  reply_username: z.string(),
  reply_user_display_name: z.string(),
  reply_comment_id: z.string(),
  reply_user_status: z.union([UserBasic.shape.status, z.literal('')]),
  /** Only while it waits for a moderator: for the author and staff. */
  status: z.literal(11).optional(),
  member_actions: z.array(MemberAction),
})
export type Comment = z.output<typeof Comment>

const parentErrors = ['object.not_found', 'question.not_found', 'answer.not_found'] as const
const text = z.string().trim().min(limits.comment.min).max(limits.comment.max)

/** By score, newest first or (empty) oldest first. */
export const commentOrders = ['', 'vote', 'created_at'] as const
export type CommentOrder = (typeof commentOrders)[number]

export const listComments = endpoint({
  method: 'GET',
  path: `${apiPrefix}/comment/page`,
  access: 'public',
  summary:
    'Lists the comments on a question or an answer; the one with comment_id is always included.',
  input: {
    object_id: objectId('question', 'answer'),
    comment_id: objectId('comment').optional(),
    query_cond: z.enum(commentOrders).default(''),
    ...paging,
  },
  response: pageOf(Comment),
  errors: parentErrors,
})

export const getComment = endpoint({
  method: 'GET',
  path: `${apiPrefix}/comment`,
  access: 'public',
  summary: 'Returns a comment.',
  input: { id: objectId('comment') },
  response: Comment,
  errors: ['comment.not_found'],
})

export const addComment = endpoint({
  method: 'POST',
  path: `${apiPrefix}/comment`,
  access: 'member',
  allowsKeys: true,
  summary: 'Comments on a question or an answer. Send an Idempotency-Key to make a retry safe.',
  input: {
    object_id: objectId('question', 'answer'),
    original_text: text,
    /** A comment on the same question or answer. */
    reply_comment_id: objectId('comment').optional(),
    ...mentionFields,
    ...honeypot,
    ...captchaSolution,
  },
  response: Comment,
  errors: [
    ...parentErrors,
    'object.already_deleted',
    'post.locked',
    'comment.empty',
    'text.too_many_links',
    'comment.reply_elsewhere',
    'rank.too_low',
    'post.pending',
    'content.rejected',
  ],
  captcha: 'comment',
  dedupeByContent: true,
})

export const editComment = endpoint({
  method: 'PUT',
  path: `${apiPrefix}/comment`,
  access: 'member',
  allowsKeys: true,
  summary: 'Edits a comment: authors for a short time, staff at any time.',
  input: { comment_id: objectId('comment'), original_text: text, ...captchaSolution },
  response: Comment.pick({ comment_id: true, original_text: true, parsed_text: true }),
  errors: [
    'comment.not_found',
    'comment.edit_too_late',
    'edit.too_many',
    'comment.empty',
    'text.too_many_links',
    'object.already_deleted',
    'post.locked',
  ],
  captcha: 'edit',
})

export const deleteComment = endpoint({
  method: 'DELETE',
  path: `${apiPrefix}/comment`,
  access: 'member',
  allowsKeys: true,
  summary: 'Deletes a comment, for its author and staff.',
  input: { comment_id: objectId('comment'), ...captchaSolution },
  response: z.null(),
  errors: ['comment.not_found'],
  captcha: 'delete',
})

export const recoverComment = endpoint({
  method: 'POST',
  path: `${apiPrefix}/comment/recover`,
  access: 'moderator',
  allowsKeys: true,
  summary: 'Restores a deleted comment. Repeating it changes nothing.',
  input: { comment_id: objectId('comment') },
  response: z.null(),
  errors: ['comment.not_found', 'comment.converted'],
})

const DeletedComment = Comment.extend({
  deleted_at: z.number().int(),
  deleted_user_info: UserBasic,
})
export type DeletedComment = z.output<typeof DeletedComment>

export const listDeletedComments = endpoint({
  method: 'GET',
  path: `${apiPrefix}/comment/deleted/page`,
  access: 'moderator',
  allowsKeys: true,
  summary: 'Lists the deleted comments on a question and its answers, oldest first.',
  input: { question_id: objectId('question'), ...paging },
  response: pageOf(DeletedComment),
  errors: ['question.not_found'],
})

const CommentRevision = z.object({
  id: z.string(),
  version: z.number().int(),
  created_at: z.number().int(),
  original_text: z.string(),
  user_info: UserBasic,
})
export type CommentRevision = z.output<typeof CommentRevision>

export const listCommentRevisions = endpoint({
  method: 'GET',
  path: `${apiPrefix}/comment/revisions`,
  access: 'moderator',
  allowsKeys: true,
  summary: 'Lists the versions of an edited comment, newest first. Deleted comments included.',
  input: { comment_id: objectId('comment'), ...paging },
  response: pageOf(CommentRevision),
  errors: ['comment.not_found'],
})

const CommentLine = PostLine.extend({
  comment_id: z.string(),
  /** Only while it waits for a moderator: for the author and staff. */
  status: z.literal(11).optional(),
})
export type CommentLine = z.output<typeof CommentLine>

export const listCommentsOf = endpoint({
  method: 'GET',
  path: `${apiPrefix}/personal/comment/page`,
  access: 'public',
  summary: 'Lists the comments of a user, newest first.',
  input: { ...byUsername, ...paging },
  response: pageOf(CommentLine),
  errors: ['user.not_found'],
})
