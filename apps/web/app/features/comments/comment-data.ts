import type { Comment } from '@stoa/contract/features/comments'
import type { PostTextData } from '../../kernel/post-text.tsx'
import { toShownHtml } from '../../kernel/shown-html.ts'

/** A comment as pages hold it: its Markdown is fetched only by who changes it. */
export type ReadComment = Pick<
  Comment,
  | 'comment_id'
  | 'created_at'
  | 'object_id'
  | 'vote_count'
  | 'is_vote'
  | 'user_id'
  | 'username'
  | 'user_display_name'
  | 'user_avatar'
  | 'member_actions'
> & { text: PostTextData }

/** Some of the comments of a post, and how many there are. */
export type CommentPage = { count: number; list: ReadComment[] }

/** Someone who can be called by name. */
export type Named = { username: string; display_name: string; avatar: string }

/** What a page keeps of a comment, beside the text it made of it. */
export function withText(comment: Comment, toText: (id: string, html: string) => PostTextData) {
  return {
    comment_id: comment.comment_id,
    created_at: comment.created_at,
    object_id: comment.object_id,
    vote_count: comment.vote_count,
    is_vote: comment.is_vote,
    user_id: comment.user_id,
    username: comment.username,
    user_display_name: comment.user_display_name,
    user_avatar: comment.user_avatar,
    member_actions: comment.member_actions,
    // The line goes on after it: a blank at its end would stand on the wrong side of text of another direction.
    text: toText(`comment-text-${comment.comment_id}`, comment.parsed_text.trim()),
  } satisfies ReadComment
}

/** A comment that came by itself, after the page. */
export function toReadComment(comment: Comment, showsExternalImages: boolean): ReadComment {
  return withText(comment, (id, html) => ({
    id,
    html: toShownHtml(html, showsExternalImages),
    hiddenImages: 0,
  }))
}
