import type { Comment } from '@stoa/contract/features/comments'
import { toDisplayHtml } from '@stoa/markdown/display'
import type { PostTextData } from '../../../kernel/post-text.tsx'

/** A comment without its Markdown, which is fetched only for editing. */
export type CommentView = Pick<
  Comment,
  | 'comment_id'
  | 'created_at'
  | 'edited_at'
  | 'object_id'
  | 'vote_count'
  | 'is_vote'
  | 'user_id'
  | 'username'
  | 'user_display_name'
  | 'user_avatar'
  | 'member_actions'
  | 'status'
> & { text: PostTextData }

export type CommentPage = { count: number; list: CommentView[] }

export type MentionableUser = { username: string; display_name: string; avatar: string }

export function toCommentView(
  comment: Comment,
  toText: (id: string, html: string) => PostTextData,
) {
  return {
    comment_id: comment.comment_id,
    created_at: comment.created_at,
    ...(comment.edited_at === undefined ? {} : { edited_at: comment.edited_at }),
    object_id: comment.object_id,
    vote_count: comment.vote_count,
    is_vote: comment.is_vote,
    user_id: comment.user_id,
    username: comment.username,
    user_display_name: comment.user_display_name,
    user_avatar: comment.user_avatar,
    member_actions: comment.member_actions,
    ...(comment.status === undefined ? {} : { status: comment.status }),
    // Trimmed: a trailing space would appear on the wrong side of text in the other direction.
    text: toText(`comment-text-${comment.comment_id}`, comment.parsed_text.trim()),
  } satisfies CommentView
}

/** For a comment that was fetched after the page. */
export function renderCommentView(comment: Comment, showsExternalImages: boolean): CommentView {
  return toCommentView(comment, (id, html) => ({
    id,
    html: toDisplayHtml(html, showsExternalImages),
    hiddenImages: 0,
  }))
}
