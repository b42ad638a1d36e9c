import { deleteComment } from '@stoa/contract/features/comments'
import { Clock } from 'lucide-react'
import { lazy, Suspense, useState, type ReactNode } from 'react'
import { RelativeTime } from '../../../kernel/formats.tsx'
import { useActionButtonProps, useLoginPrompt } from '../../../kernel/login-redirect.tsx'
import { userPath } from '../../../kernel/paths.ts'
import { PostHtml } from '../../../kernel/post-text.tsx'
import { useMutation } from '../../../kernel/use-mutation.ts'
import { useTranslate } from '../../../kernel/visit-context.tsx'
import { classNames } from '../../../ui/class-names.ts'
import { Link } from '../../../ui/link.tsx'
import { useRequirement } from '../../../ui/requirement.tsx'
import { InlineButton } from '../../../ui/text-button.tsx'
import { ContentMenuButton } from '../shared/content-menu-button.tsx'
import { useTargetFocus } from '../shared/post-frame.tsx'
import { useFlagDialog } from '../shared/use-flag-dialog.tsx'
import { useLackingReputation } from '../shared/use-lacking-reputation.ts'
import { CommentVote } from '../votes/comment-vote.tsx'
import type { CommentView } from './comment-data.ts'
import { CommentHistoryButton } from './comment-history-button.tsx'
import { useCommentForm } from './comment-form-context.tsx'
import { useDeletedComments } from './deleted-comments-context.tsx'

const DeletionDialog = lazy(async () => {
  const module = await import('../shared/deletion-dialog.tsx')
  return { default: module.DeletionDialog }
})

type CommentItemProps = {
  comment: CommentView
  href: string
  /** Whether its author asked the question. */
  isAsker: boolean
  isTarget: boolean
  canReply: boolean
  /** The edit form while it is open. */
  form: ReactNode
  onDeleted: () => void
}

// Inline links are too small a target for touch, so they become blocks.
const touchTargetClasses =
  'pointer-coarse:inline-flex pointer-coarse:min-h-target pointer-coarse:min-w-target pointer-coarse:items-center'

/** The text stays mounted while editing: the page's HTML may be its only copy. */
export function CommentItem(props: CommentItemProps) {
  const { comment, href, isAsker, isTarget, canReply, form, onDeleted } = props
  const ref = useTargetFocus<HTMLLIElement>(isTarget)
  const isEditing = form !== null && form !== false
  const isPending = comment.status !== undefined
  return (
    <li
      ref={ref}
      id={`comment-${comment.comment_id}`}
      tabIndex={-1}
      // oxlint-disable-next-line jsx-a11y/no-autofocus -- the URL points to this comment
      autoFocus={isTarget}
      className={classNames('comment target', isTarget && 'is-target')}
    >
      <div className="min-w-0" hidden={isEditing}>
        <PostHtml id={comment.text.id} html={comment.text.html} className="comment-text" />
        <div className="comment-meta">
          <Author comment={comment} isAsker={isAsker} />
          <span aria-hidden="true"> · </span>
          <Link
            href={href}
            className={classNames(
              touchTargetClasses,
              'hit whitespace-nowrap hover:text-accent-ink',
            )}
          >
            <RelativeTime at={comment.created_at} />
          </Link>{' '}
          {isPending && <PendingLabel />}
          <CommentActions
            comment={comment}
            canReply={canReply && !isPending}
            onDeleted={onDeleted}
          />
        </div>
      </div>
      {isEditing && <div className="col-span-2">{form}</div>}
      {!isEditing && !isPending && <CommentVote comment={comment} />}
    </li>
  )
}

/** Only the author and staff see pending comments. */
function PendingLabel() {
  const t = useTranslate()
  return (
    <span className="inline-flex items-center gap-1 rounded-sm bg-accent-tint px-1.25 py-px text-accent-ink">
      <Clock className="icon" aria-hidden="true" />
      {t('review.waiting')}
    </span>
  )
}

function Author({ comment, isAsker }: { comment: CommentView; isAsker: boolean }) {
  const t = useTranslate()
  const look = classNames(
    'font-medium whitespace-nowrap',
    isAsker ? 'rounded-sm bg-accent-tint px-1.25 py-px text-accent-ink' : 'text-ink-2',
  )
  const name = <bdi>{comment.user_display_name}</bdi>
  const title = isAsker ? t('comment.asker') : undefined
  if (comment.username === '') {
    return (
      <span className={look} title={title}>
        {name}
      </span>
    )
  }
  return (
    <Link
      href={userPath(comment.username)}
      title={title}
      className={classNames(look, touchTargetClasses, 'hit hover:text-accent-ink')}
    >
      {name}
    </Link>
  )
}

type CommentActionsProps = Pick<CommentItemProps, 'comment' | 'canReply' | 'onDeleted'>

function CommentActions({ comment, canReply, onDeleted }: CommentActionsProps) {
  const t = useTranslate()
  const { setOpen } = useCommentForm()
  const buttonProps = useActionButtonProps()
  const askToLogIn = useLoginPrompt()
  const requirement = useRequirement(useLackingReputation('comment.add', 'comment'))
  const { isConfirmOpen, setConfirmOpen, isSending, remove } = useDeletion(comment, onDeleted)
  const { comment_id: commentId, object_id: postId, username, user_display_name: name } = comment
  const flag = useFlagDialog({ id: commentId, kind: 'comment' })
  const { questionId, reload } = useDeletedComments(postId)
  const actions = comment.member_actions.map(({ action }) => action)
  return (
    <>
      {canReply && (
        <InlineButton
          {...buttonProps}
          onClick={(event) => {
            event.preventDefault()
            if (askToLogIn({ title: t('comment.log_in') })) return
            setOpen({ kind: 'reply', postId, to: { commentId, username, name } })
          }}
          label={t('comment.reply_to', { name })}
          {...requirement.buttonProps}
        >
          {t('comment.reply')}
        </InlineButton>
      )}
      {canReply && requirement.explanation}
      {actions.includes('edit') && (
        <InlineButton
          data-needs-script=""
          onClick={() => setOpen({ kind: 'edit', postId, commentId })}
        >
          {t('action.edit')}
        </InlineButton>
      )}
      {comment.edited_at !== undefined && <CommentHistoryButton commentId={commentId} />}
      {actions.includes('report') && (
        <InlineButton data-needs-script="" label={t('flag.title.comment')} onClick={flag.open}>
          {t('action.report')}
        </InlineButton>
      )}
      {flag.dialog}
      {actions.includes('delete') && (
        <InlineButton data-needs-script="" onClick={() => setConfirmOpen(true)}>
          {t('action.delete')}
        </InlineButton>
      )}
      <ContentMenuButton
        content={{ kind: 'comment', id: commentId, postId, questionId, onChanged: reload }}
        label={t('content_mod.menu_comment', { name })}
        actions={comment.member_actions}
      />
      {isConfirmOpen !== undefined && (
        <Suspense fallback={null}>
          <DeletionDialog
            open={isConfirmOpen}
            onOpenChange={setConfirmOpen}
            texts={{ title: t('comment.delete_title'), text: t('comment.delete_text') }}
            loading={isSending}
            onConfirm={remove}
          />
        </Suspense>
      )}
    </>
  )
}

function useDeletion(comment: CommentView, onDeleted: () => void) {
  const t = useTranslate()
  const [isConfirmOpen, setConfirmOpen] = useState<boolean>()
  const { run, isSending } = useMutation({
    send: (call) => call(deleteComment, { comment_id: comment.comment_id }),
    successToast: () => ({ text: t('comment.deleted') }),
  })

  async function remove() {
    const outcome = await run()
    setConfirmOpen(false)
    if (!outcome.ok) return
    document.getElementById(`add-comment-${comment.object_id}`)?.focus()
    onDeleted()
  }

  return { isConfirmOpen, setConfirmOpen, isSending, remove: () => void remove() }
}
