import { type DeletedComment, recoverComment } from '@stoa/contract/features/comments'
import { Undo2 } from 'lucide-react'
import { useState, type ReactNode } from 'react'
import { RelativeTime } from '../../../kernel/formats.tsx'
import { PostHtml } from '../../../kernel/post-text.tsx'
import { useMutation } from '../../../kernel/use-mutation.ts'
import { useTranslate, useVisit } from '../../../kernel/visit-context.tsx'
import { Button } from '../../../ui/button.tsx'
import { RemovalDialog } from '../shared/removal-dialog.tsx'
import { renderCommentView } from './comment-data.ts'
import { CommentHistoryButton } from './comment-history-button.tsx'

type DeletedCommentsProps = { comments: readonly DeletedComment[]; onRestored: () => void }

export function DeletedComments({ comments, onRestored }: DeletedCommentsProps) {
  const t = useTranslate()
  return (
    <ul aria-label={t('comment.deleted_list')} className="border-t border-line bg-bad-tint">
      {comments.map((comment) => (
        <DeletedItem key={comment.comment_id} comment={comment} onRestored={onRestored} />
      ))}
    </ul>
  )
}

type DeletedItemProps = { comment: DeletedComment; onRestored: () => void }

function DeletedItem({ comment, onRestored }: DeletedItemProps) {
  const t = useTranslate()
  const { showsExternalImages } = useVisit()
  const [isRemoving, setRemoving] = useState(false)
  const { text } = renderCommentView(comment, showsExternalImages)
  const { run, isSending } = useMutation({
    send: (call) => call(recoverComment, { comment_id: comment.comment_id }),
    successToast: () => ({ text: t('comment.restored'), tone: 'ok' }),
    onSuccess: onRestored,
    revalidates: true,
  })
  return (
    <li className="flex flex-wrap items-start gap-3 border-b border-line px-3 py-2.5">
      <div className="min-w-0 grow basis-60">
        <PostHtml id={text.id} html={text.html} className="comment-text" />
        <p className="comment-meta">
          <bdi className="font-medium text-ink-2">{comment.user_display_name}</bdi>
          <span aria-hidden="true"> · </span>
          <RelativeTime at={comment.created_at} />
          <span aria-hidden="true"> · </span>
          {t.rich<ReactNode>('comment.deleted_by', {
            time: <RelativeTime key="time" at={comment.deleted_at} />,
            name: <bdi key="name">{comment.deleted_user_info.display_name}</bdi>,
          })}{' '}
          {comment.edited_at !== undefined && (
            <CommentHistoryButton commentId={comment.comment_id} />
          )}
        </p>
      </div>
      <Button
        size="sm"
        loading={isSending}
        icon={<Undo2 className="icon" aria-hidden="true" />}
        onClick={() => void run()}
      >
        {t('comment.restore')}
      </Button>
      {comment.member_actions.length > 0 && (
        <Button size="sm" variant="danger" onClick={() => setRemoving(true)}>
          {t('action.delete_permanently')}
        </Button>
      )}
      {isRemoving && (
        <RemovalDialog
          content={{ id: comment.comment_id, kind: 'comment', onChanged: onRestored }}
          onClose={() => setRemoving(false)}
        />
      )}
    </li>
  )
}
