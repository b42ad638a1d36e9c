import { addComment, editComment, getComment } from '@stoa/contract/features/comments'
import { useEffect, useRef, useState } from 'react'
import { useApi } from '../../kernel/api.ts'
import { newKey } from '../../kernel/new-key.ts'
import { useTranslate, useVisit } from '../../kernel/visit-context.tsx'
import { LinesSkeleton } from '../../ui/skeleton.tsx'
import { useAct, type Act } from '../captcha/use-act.ts'
import { toReadComment, type ReadComment } from './comment-data.ts'
import type { OpenForm } from './comment-desk.tsx'
import { CommentForm } from './comment-form.tsx'

type Editing = Extract<OpenForm, { kind: 'edit' }>
type Adding = Exclude<OpenForm, Editing>

type CommentWritingProps = {
  open: OpenForm
  /** A new comment, or one that now says something else. */
  onWritten: (comment: ReadComment) => void
  onClose: () => void
}

/** The form that is open; fetched when someone comes to write. */
export function CommentWriting({ open, onWritten, onClose }: CommentWritingProps) {
  const shared = { onWritten, onClose }
  if (open.kind === 'edit') return <Edit key={open.commentId} open={open} {...shared} />
  return <Add key={open.kind === 'reply' ? open.to.commentId : 'new'} open={open} {...shared} />
}

type AddProps = Omit<CommentWritingProps, 'open'> & { open: Adding }

function Add({ open, onWritten, onClose }: AddProps) {
  const t = useTranslate()
  const act = useAct()
  const { showsExternalImages } = useVisit()
  const keyOf = useSendingKey()
  const reply = open.kind === 'reply' ? open.to : null

  async function send(text: string) {
    const outcome = await act(
      addComment,
      {
        object_id: open.postId,
        original_text: text,
        ...(reply === null ? {} : { reply_comment_id: reply.commentId }),
      },
      { idempotencyKey: keyOf(text) },
    )
    if (!outcome.ok) return saidBy(outcome, t('comment.not_sent'))
    onWritten(toReadComment(outcome.reply, showsExternalImages))
    return undefined
  }

  return (
    <CommentForm
      keptAs={`comment ${open.postId} ${reply?.commentId ?? ''}`}
      label={reply === null ? t('comment.yours') : t('comment.reply_to', { name: reply.name })}
      submitLabel={t(reply === null ? 'comment.add' : 'comment.send_reply')}
      start={reply === null || reply.username === '' ? '' : `@${reply.username} `}
      onSend={send}
      onClose={onClose}
    />
  )
}

type EditProps = Omit<CommentWritingProps, 'open'> & { open: Editing }

function Edit({ open, onWritten, onClose }: EditProps) {
  const t = useTranslate()
  const act = useAct()
  const { showsExternalImages } = useVisit()
  const { commentId } = open
  const before = useSource(commentId, onClose)
  if (before === null) return <LinesSkeleton count={2} label={t('comment.loading')} />
  const found = before

  async function send(text: string) {
    const outcome = await act(editComment, { comment_id: commentId, original_text: text })
    if (!outcome.ok) return saidBy(outcome, t('comment.not_sent'))
    onWritten(toReadComment({ ...found, ...outcome.reply }, showsExternalImages))
    return undefined
  }

  return (
    <CommentForm
      keptAs={`comment edit ${commentId}`}
      label={t('comment.change')}
      submitLabel={t('comment.save')}
      start={before.original_text}
      onSend={send}
      onClose={onClose}
    />
  )
}

/** The comment with its Markdown, which pages do not bring along. */
function useSource(commentId: string, onGone: () => void) {
  const api = useApi()
  const act = useAct()
  const [found, setFound] = useState<Awaited<
    ReturnType<typeof api.call<typeof getComment>>
  > | null>(null)
  const gone = useRef(onGone)
  useEffect(() => {
    let isWanted = true
    void act(getComment, { id: commentId }).then((outcome) => {
      if (!isWanted) return
      if (outcome.ok) setFound(outcome.reply)
      else gone.current()
    })
    return () => {
      isWanted = false
    }
  }, [act, commentId])
  return found
}

type Refused = Extract<Awaited<ReturnType<Act>>, { ok: false }>

/** What a refusal says about the text; one that belongs to no field was said in a toast already. */
function saidBy({ fields }: Refused, otherwise: string): string {
  return fields['original_text'] ?? Object.values(fields)[0] ?? otherwise
}

/** A retry of the same text carries the same key, so that it is posted once. */
function useSendingKey() {
  const last = useRef<{ text: string; key: string }>(null)
  return (text: string) => {
    if (last.current?.text !== text) last.current = { text, key: newKey() }
    return last.current.key
  }
}
