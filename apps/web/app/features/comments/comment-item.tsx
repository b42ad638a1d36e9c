import { deleteComment } from '@stoa/contract/features/comments'
import { lazy, Suspense, useState, type ReactNode } from 'react'
import { PostHtml } from '../../kernel/html-store.tsx'
import { useGate } from '../../kernel/login-first.tsx'
import { useTranslate } from '../../kernel/visit-context.tsx'
import { When } from '../../kernel/when.tsx'
import { classNames } from '../../ui/class-names.ts'
import { Link } from '../../ui/link.tsx'
import { WordButton } from '../../ui/text-button.tsx'
import { useToast } from '../../ui/toast.tsx'
import { useAct } from '../captcha/use-act.ts'
import { useTargetFocus } from '../posts/post-frame.tsx'
import { personPath } from '../users/use-person.ts'
import { CommentVote } from '../votes/comment-vote.tsx'
import type { ReadComment } from './comment-data.ts'
import { useCommentDesk } from './comment-desk.tsx'
import { useToLogIn } from './use-to-log-in.ts'

const DeletionDialog = lazy(async () => {
  const module = await import('../posts/deletion-dialog.tsx')
  return { default: module.DeletionDialog }
})

type CommentItemProps = {
  comment: ReadComment
  href: string
  /** Written by who asked the question. */
  isAsker: boolean
  isTarget: boolean
  canReply: boolean
  /** The form that changes it, while it is open. */
  form: ReactNode
  onRemoved: () => void
}

// For fingers a line of its own: words in a sentence would be too small to hit.
const touchable =
  'pointer-coarse:inline-flex pointer-coarse:min-h-target pointer-coarse:min-w-target pointer-coarse:items-center'

/** One comment. Its text stays in the page while it is changed: it may stand nowhere else. */
export function CommentItem(props: CommentItemProps) {
  const { comment, href, isAsker, isTarget, canReply, form, onRemoved } = props
  const ref = useTargetFocus<HTMLLIElement>(isTarget)
  const isChanging = form !== null && form !== false
  return (
    <li
      ref={ref}
      id={`comment-${comment.comment_id}`}
      tabIndex={-1}
      // oxlint-disable-next-line jsx-a11y/no-autofocus -- the reader asked for this very comment
      autoFocus={isTarget}
      className={classNames('comment target', isTarget && 'is-target')}
    >
      <div className="min-w-0" hidden={isChanging}>
        <PostHtml id={comment.text.id} html={comment.text.html} className="comment-text" />{' '}
        <span className="text-sm text-ink-3 pointer-coarse:flex pointer-coarse:flex-wrap pointer-coarse:items-center">
          <Author comment={comment} isAsker={isAsker} />{' '}
          <Link
            href={href}
            className={classNames(touchable, 'hit me-2 whitespace-nowrap hover:text-accent-ink')}
          >
            <When at={comment.created_at} />
          </Link>{' '}
          <CommentActs comment={comment} canReply={canReply} onRemoved={onRemoved} />
        </span>
      </div>
      {isChanging ? <div className="col-span-2">{form}</div> : <CommentVote comment={comment} />}
    </li>
  )
}

function Author({ comment, isAsker }: { comment: ReadComment; isAsker: boolean }) {
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
      href={personPath(comment.username)}
      title={title}
      className={classNames(look, touchable, 'hit hover:text-accent-ink')}
    >
      {name}
    </Link>
  )
}

type CommentActsProps = Pick<CommentItemProps, 'comment' | 'canReply' | 'onRemoved'>

function CommentActs({ comment, canReply, onRemoved }: CommentActsProps) {
  const t = useTranslate()
  const { setOpen } = useCommentDesk()
  const gate = useGate()
  const leaveToLogIn = useToLogIn()
  const { asks, setAsks, remove } = useRemoval(comment, onRemoved)
  const { comment_id: commentId, object_id: postId, username, user_display_name: name } = comment
  const actions = comment.member_actions.map(({ action }) => action)
  return (
    <>
      {canReply && (
        <WordButton
          {...gate}
          onClick={(event) => {
            event.preventDefault()
            if (leaveToLogIn()) return
            setOpen({ kind: 'reply', postId, to: { commentId, username, name } })
          }}
          label={t('comment.reply_to', { name })}
        >
          {t('comment.reply')}
        </WordButton>
      )}
      {actions.includes('edit') && (
        <WordButton
          data-needs-script=""
          onClick={() => setOpen({ kind: 'edit', postId, commentId })}
        >
          {t('action.edit')}
        </WordButton>
      )}
      {actions.includes('delete') && (
        <WordButton data-needs-script="" onClick={() => setAsks(true)}>
          {t('action.delete')}
        </WordButton>
      )}
      {asks !== undefined && (
        <Suspense fallback={null}>
          <DeletionDialog
            open={asks}
            onOpenChange={setAsks}
            texts={{ title: t('comment.delete_title'), text: t('comment.delete_text') }}
            onConfirm={remove}
          />
        </Suspense>
      )}
    </>
  )
}

function useRemoval(comment: ReadComment, onRemoved: () => void) {
  const act = useAct()
  const t = useTranslate()
  const toast = useToast()
  const [asks, setAsks] = useState<boolean>()

  async function remove() {
    const outcome = await act(deleteComment, { comment_id: comment.comment_id })
    setAsks(false)
    if (!outcome.ok) return
    toast({ text: t('comment.deleted') })
    document.getElementById(`add-comment-${comment.object_id}`)?.focus()
    onRemoved()
  }

  return { asks, setAsks, remove: () => void remove() }
}
