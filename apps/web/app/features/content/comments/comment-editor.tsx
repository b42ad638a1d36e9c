import { addComment, editComment, getComment, type Comment } from '@stoa/contract/features/comments'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { createRandomKey } from '../../../kernel/api.ts'
import { useMutation } from '../../../kernel/use-mutation.ts'
import { useTranslate, useVisit } from '../../../kernel/visit-context.tsx'
import { LinesSkeleton } from '../../../ui/skeleton.tsx'
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
  const { showsExternalImages } = useVisit()
  const getKey = useIdempotencyKey()
  const reply = open.kind === 'reply' ? open.to : null
  const { run } = useMutation({
    send: (call, text: string) =>
      call(
        addComment,
        {
          object_id: open.postId,
          original_text: text,
          ...(reply === null ? {} : { reply_comment_id: reply.commentId }),
        },
        { idempotencyKey: getKey(text) },
      ),
    showsFieldError: true,
    onSuccess: (comment) => onSaved(renderCommentView(comment, showsExternalImages)),
  })

  async function send(text: string) {
    const outcome = await run(text)
    return outcome.ok ? undefined : (outcome.error ?? t('comment.not_sent'))
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
  const { showsExternalImages } = useVisit()
  const { commentId } = open
  const source = useCommentSource(commentId, onClose)
  const { run } = useMutation({
    send: (call, text: string) => call(editComment, { comment_id: commentId, original_text: text }),
    showsFieldError: true,
  })
  if (source === null) return <LinesSkeleton count={2} label={t('comment.loading')} />

  async function send(comment: Comment, text: string) {
    const outcome = await run(text)
    if (!outcome.ok) return outcome.error ?? t('comment.not_sent')
    onSaved(renderCommentView({ ...comment, ...outcome.response }, showsExternalImages))
    return undefined
  }

  return (
    <CommentForm
      storageKey={`comment edit ${commentId}`}
      label={t('comment.edit')}
      submitLabel={t('comment.save')}
      initialText={source.original_text}
      onSend={(text) => send(source, text)}
      onClose={onClose}
    />
  )
}

/** Fetches the comment with its Markdown, which pages do not include. */
function useCommentSource(commentId: string, onGone: () => void): Comment | null {
  const [source, setSource] = useState<Comment | null>(null)
  const { run } = useMutation({
    send: (call, id: string) => call(getComment, { id }),
    // Strict mode runs effects twice.
    isRepeat: () => false,
  })
  const load = useEffectEvent(() => run(commentId))
  const handleGone = useEffectEvent(onGone)
  useEffect(() => {
    let isMounted = true
    void load().then((outcome) => {
      if (!isMounted) return
      if (outcome.ok) setSource(outcome.response)
      else handleGone()
    })
    return () => {
      isMounted = false
    }
  }, [commentId])
  return source
}

/** A retry of the same text uses the same key, so that it is posted once. */
function useIdempotencyKey() {
  const last = useRef<{ text: string; key: string }>(null)
  return (text: string) => {
    if (last.current?.text !== text) last.current = { text, key: createRandomKey() }
    return last.current.key
  }
}
