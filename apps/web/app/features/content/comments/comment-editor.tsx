import { addComment, editComment, getComment } from '@stoa/contract/features/comments'
import { useEffect, useRef, useState } from 'react'
import { useApi, createRandomKey } from '../../../kernel/api.ts'
import { useTranslate, useVisit } from '../../../kernel/visit-context.tsx'
import { LinesSkeleton } from '../../../ui/skeleton.tsx'
import { useAction, type RunAction } from '../../site/captcha/use-action.ts'
import { renderCommentView, type CommentView } from './comment-data.ts'
import type { OpenForm } from './comment-form-context.tsx'
import { CommentForm } from './comment-form.tsx'

type Editing = Extract<OpenForm, { kind: 'edit' }>
type Adding = Exclude<OpenForm, Editing>

type CommentEditorProps = {
  open: OpenForm
  /** Called with a new or edited comment. */
  onSaved: (comment: CommentView) => void
  onClose: () => void
}

export function CommentEditor({ open, onSaved, onClose }: CommentEditorProps) {
  const shared = { onSaved, onClose }
  if (open.kind === 'edit') return <EditCommentForm key={open.commentId} open={open} {...shared} />
  return (
    <AddCommentForm
      key={open.kind === 'reply' ? open.to.commentId : 'new'}
      open={open}
      {...shared}
    />
  )
}

type AddCommentFormProps = Omit<CommentEditorProps, 'open'> & { open: Adding }

function AddCommentForm({ open, onSaved, onClose }: AddCommentFormProps) {
  const t = useTranslate()
  const runAction = useAction()
  const { showsExternalImages } = useVisit()
  const getKey = useIdempotencyKey()
  const reply = open.kind === 'reply' ? open.to : null

  async function send(text: string) {
    const outcome = await runAction(
      addComment,
      {
        object_id: open.postId,
        original_text: text,
        ...(reply === null ? {} : { reply_comment_id: reply.commentId }),
      },
      { idempotencyKey: getKey(text) },
    )
    if (!outcome.ok) return toErrorMessage(outcome, t('comment.not_sent'))
    onSaved(renderCommentView(outcome.response, showsExternalImages))
    return undefined
  }

  return (
    <CommentForm
      storageKey={`comment ${open.postId} ${reply?.commentId ?? ''}`}
      label={reply === null ? t('comment.yours') : t('comment.reply_to', { name: reply.name })}
      submitLabel={t(reply === null ? 'comment.add' : 'comment.post_reply')}
      initialText={reply === null || reply.username === '' ? '' : `@${reply.username} `}
      onSend={send}
      onClose={onClose}
    />
  )
}

type EditCommentFormProps = Omit<CommentEditorProps, 'open'> & { open: Editing }

function EditCommentForm({ open, onSaved, onClose }: EditCommentFormProps) {
  const t = useTranslate()
  const runAction = useAction()
  const { showsExternalImages } = useVisit()
  const { commentId } = open
  const loaded = useCommentSource(commentId, onClose)
  if (loaded === null) return <LinesSkeleton count={2} label={t('comment.loading')} />
  const source = loaded

  async function send(text: string) {
    const outcome = await runAction(editComment, { comment_id: commentId, original_text: text })
    if (!outcome.ok) return toErrorMessage(outcome, t('comment.not_sent'))
    onSaved(renderCommentView({ ...source, ...outcome.response }, showsExternalImages))
    return undefined
  }

  return (
    <CommentForm
      storageKey={`comment edit ${commentId}`}
      label={t('comment.edit')}
      submitLabel={t('comment.save')}
      initialText={source.original_text}
      onSend={send}
      onClose={onClose}
    />
  )
}

/** Fetches the comment with its Markdown, which pages do not include. */
function useCommentSource(commentId: string, onGone: () => void) {
  const api = useApi()
  const runAction = useAction()
  const [source, setSource] = useState<Awaited<
    ReturnType<typeof api.call<typeof getComment>>
  > | null>(null)
  const onGoneRef = useRef(onGone)
  useEffect(() => {
    let isMounted = true
    void runAction(getComment, { id: commentId }).then((outcome) => {
      if (!isMounted) return
      if (outcome.ok) setSource(outcome.response)
      else onGoneRef.current()
    })
    return () => {
      isMounted = false
    }
  }, [runAction, commentId])
  return source
}

type FailedOutcome = Extract<Awaited<ReturnType<RunAction>>, { ok: false }>

/** The message for the field; errors without a field were shown as a toast already. */
function toErrorMessage({ fields }: FailedOutcome, fallback: string): string {
  return fields['original_text'] ?? Object.values(fields)[0] ?? fallback
}

/** A retry of the same text uses the same key, so that it is posted once. */
function useIdempotencyKey() {
  const last = useRef<{ text: string; key: string }>(null)
  return (text: string) => {
    if (last.current?.text !== text) last.current = { text, key: createRandomKey() }
    return last.current.key
  }
}
