import { listComments } from '@stoa/contract/features/comments'
import { MessageSquare } from 'lucide-react'
import { lazy, Suspense, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { useApi } from '../../kernel/api.ts'
import { useGate } from '../../kernel/login-first.tsx'
import { useLoaded } from '../../kernel/use-loaded.ts'
import { useTranslate, useVisit } from '../../kernel/visit-context.tsx'
import { TextButton, TextButtonLink } from '../../ui/text-button.tsx'
import { useToast } from '../../ui/toast.tsx'
import { toReadComment, type CommentPage, type ReadComment } from './comment-data.ts'
import { useCommentDesk, type OpenForm } from './comment-desk.tsx'
import { CommentItem } from './comment-item.tsx'
import { useToLogIn } from './use-to-log-in.ts'

const CommentWriting = lazy(async () => {
  const module = await import('./comment-writing.tsx')
  return { default: module.CommentWriting }
})

type CommentSectionProps = {
  postId: string
  label: string
  comments: CommentPage
  /** The address of a comment here, and the one that shows them all. */
  commentHref: (commentId: string) => string
  allHref: string
  askerId: string
  /** The comment that the address names. */
  targetId: string | null
  /** Nothing can be said any more about what is deleted. */
  isShut: boolean
}

/** What people said about a post. */
export function CommentSection(props: CommentSectionProps) {
  const { postId, label, commentHref, askerId, targetId, isShut } = props
  const t = useTranslate()
  const { shown, count, put, remove, showAll } = useComments(postId, props.comments)
  const { open, close } = useCommentDesk()
  const here = open?.postId === postId ? open : null
  const isAdding = here !== null && here.kind !== 'edit'
  const more = count - shown.length
  const [said, setSaid] = useState('')

  // Where the focus goes when the form closes: to what was written, or back.
  const next = useRef<string>(null)

  function closeHere(form: OpenForm) {
    if (!close(form)) return
    document.getElementById(next.current ?? addId(postId))?.focus()
    next.current = null
  }
  function written(comment: ReadComment) {
    put(comment)
    setSaid(t('comment.posted'))
    next.current = `comment-${comment.comment_id}`
  }
  const form = here !== null && (
    <Suspense fallback={<div className="h-40" />}>
      <CommentWriting open={here} onWritten={written} onClose={() => closeHere(here)} />
    </Suspense>
  )

  return (
    <section id={`comments-${postId}`} aria-label={label} className="scroll-mt-4">
      {shown.length > 0 && (
        <ul className="border-t border-line">
          {shown.map((comment) => (
            <CommentItem
              key={comment.comment_id}
              comment={comment}
              href={commentHref(comment.comment_id)}
              isAsker={comment.user_id === askerId}
              isTarget={comment.comment_id === targetId}
              canReply={!isShut}
              form={here?.kind === 'edit' && here.commentId === comment.comment_id ? form : null}
              onRemoved={() => remove(comment.comment_id)}
            />
          ))}
        </ul>
      )}
      <p role="status" className="sr-only">
        {said}
      </p>
      {isAdding && form}
      <div className="-ms-2 flex flex-wrap gap-x-2 pt-1">
        {!isShut && !isAdding && <AddButton postId={postId} />}
        {more > 0 && (
          <TextButtonLink
            href={props.allHref}
            onClick={(event) => {
              event.preventDefault()
              showAll()
            }}
          >
            {t('comment.more', { count: more })}
          </TextButtonLink>
        )}
      </div>
    </section>
  )
}

const addId = (postId: string) => `add-comment-${postId}`

function AddButton({ postId }: { postId: string }) {
  const t = useTranslate()
  const gate = useGate()
  const { setOpen } = useCommentDesk()
  const leaveToLogIn = useToLogIn()
  return (
    <TextButton
      {...gate}
      id={addId(postId)}
      icon={<MessageSquare className="icon" aria-hidden="true" />}
      onClick={(event) => {
        event.preventDefault()
        if (!leaveToLogIn()) setOpen({ kind: 'new', postId })
      }}
    >
      {t('comment.add')}
    </TextButton>
  )
}

/** The comments in sight: a few, then all; with what is written and deleted here meanwhile. */
function useComments(postId: string, loaded: CommentPage) {
  const api = useApi()
  const t = useTranslate()
  const toast = useToast()
  const { showsExternalImages } = useVisit()
  const [{ list, count }, set] = useLoaded(loaded, (page) => page)

  async function showAll() {
    const last = list.at(-1)?.comment_id
    try {
      const all = await api.call(listComments, { object_id: postId, page_size: 100 })
      const known = new Map(list.map((comment) => [comment.comment_id, comment]))
      const next = all.list.map(
        (comment) => known.get(comment.comment_id) ?? toReadComment(comment, showsExternalImages),
      )
      flushSync(() => set(() => ({ count: Math.max(next.length, all.count), list: next })))
      const first = next.find(({ comment_id }) => !known.has(comment_id))?.comment_id ?? last
      document.getElementById(`comment-${first}`)?.focus()
    } catch {
      toast({ text: t('act.unreachable'), tone: 'bad' })
    }
  }

  return {
    shown: list,
    count,
    showAll: () => void showAll(),
    put: (comment: ReadComment) =>
      set((page) => {
        const isNew = page.list.every(({ comment_id }) => comment_id !== comment.comment_id)
        if (isNew) return { count: page.count + 1, list: [...page.list, comment] }
        const replace = (old: ReadComment) =>
          old.comment_id === comment.comment_id ? comment : old
        return { ...page, list: page.list.map(replace) }
      }),
    remove: (commentId: string) =>
      set((page) => ({
        count: page.count - 1,
        list: page.list.filter(({ comment_id }) => comment_id !== commentId),
      })),
  }
}
