import { listComments } from '@stoa/contract/features/comments'
import { MessageSquare } from 'lucide-react'
import { lazy, Suspense, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { useApi } from '../../../kernel/api.ts'
import { useActionButtonProps, useLoginPrompt } from '../../../kernel/login-redirect.tsx'
import { useTranslate, useVisit } from '../../../kernel/visit-context.tsx'
import { useRequirement } from '../../../ui/requirement.tsx'
import { TextButton, TextButtonLink } from '../../../ui/text-button.tsx'
import { useToast } from '../../../ui/toast.tsx'
import { useLackingReputation } from '../shared/use-lacking-reputation.ts'
import { renderCommentView, type CommentPage, type CommentView } from './comment-data.ts'
import { useCommentForm, type OpenForm } from './comment-form-context.tsx'
import { CommentItem } from './comment-item.tsx'
import { useDeletedComments } from './deleted-comments-context.tsx'
import { useRegisteredComments } from './shown-comments.ts'
import { useLoaderState } from './use-loader-state.ts'

const DeletedComments = lazy(async () => {
  const module = await import('./deleted-comments.tsx')
  return { default: module.DeletedComments }
})

const CommentEditor = lazy(async () => {
  const module = await import('./comment-editor.tsx')
  return { default: module.CommentEditor }
})

type CommentSectionProps = {
  postId: string
  label: string
  comments: CommentPage
  commentHref: (commentId: string) => string
  allHref: string
  askerId: string
  /** The comment in the URL. */
  targetId: string | null
  /** Deleted posts take no comments. */
  isReadOnly: boolean
}

export function CommentSection(props: CommentSectionProps) {
  const { postId, label, commentHref, askerId, targetId, isReadOnly } = props
  const t = useTranslate()
  const { shown, count, upsert, remove, showAll } = useComments(postId, props.comments)
  const { open, close } = useCommentForm()
  const openHere = open?.postId === postId ? open : null
  const isAdding = openHere !== null && openHere.kind !== 'edit'
  const more = count - shown.length
  const [announcement, setAnnouncement] = useState('')
  const toast = useToast()

  // Focused when the form closes: the saved comment, or the button if null.
  const nextFocusId = useRef<string>(null)

  function closeHere(form: OpenForm) {
    if (!close(form)) return
    document.getElementById(nextFocusId.current ?? addButtonId(postId))?.focus()
    nextFocusId.current = null
  }
  function handleSaved(comment: CommentView) {
    upsert(comment)
    if (comment.status === undefined) setAnnouncement(t('comment.posted'))
    else toast({ text: t('review.comment_held') })
    nextFocusId.current = `comment-${comment.comment_id}`
  }
  const form = openHere !== null && (
    <Suspense fallback={<div className="h-40" />}>
      <CommentEditor open={openHere} onSaved={handleSaved} onClose={() => closeHere(openHere)} />
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
              canReply={!isReadOnly}
              form={
                openHere?.kind === 'edit' && openHere.commentId === comment.comment_id ? form : null
              }
              onDeleted={() => remove(comment.comment_id)}
            />
          ))}
        </ul>
      )}
      <p role="status" className="sr-only">
        {announcement}
      </p>
      {isAdding && form}
      <div className="-ms-2 flex flex-wrap gap-x-2 pt-1">
        {!isReadOnly && !isAdding && <AddButton postId={postId} />}
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
      <DeletedSection postId={postId} />
    </section>
  )
}

/** For staff, if there are deleted comments. */
function DeletedSection({ postId }: { postId: string }) {
  const t = useTranslate()
  const { list, reload } = useDeletedComments(postId)
  const [isShown, setShown] = useState(false)
  if (list.length === 0) return null
  return (
    <>
      <TextButton className="-ms-2" aria-expanded={isShown} onClick={() => setShown(!isShown)}>
        {isShown ? t('comment.hide_deleted') : t('comment.show_deleted', { count: list.length })}
      </TextButton>
      {isShown && (
        <Suspense fallback={null}>
          <DeletedComments comments={list} onRestored={reload} />
        </Suspense>
      )}
    </>
  )
}

const addButtonId = (postId: string) => `add-comment-${postId}`

function AddButton({ postId }: { postId: string }) {
  const t = useTranslate()
  const buttonProps = useActionButtonProps()
  const { setOpen } = useCommentForm()
  const askToLogIn = useLoginPrompt()
  const requirement = useRequirement(useLackingReputation('comment.add', 'comment'))
  return (
    <>
      <TextButton
        {...buttonProps}
        id={addButtonId(postId)}
        icon={<MessageSquare className="icon" aria-hidden="true" />}
        onClick={(event) => {
          event.preventDefault()
          if (!askToLogIn({ title: t('comment.log_in') })) setOpen({ kind: 'new', postId })
        }}
        {...requirement.buttonProps}
      >
        {t('comment.add')}
      </TextButton>
      {requirement.explanation}
    </>
  )
}

/** The visible comments, including those saved and deleted since loading. */
function useComments(postId: string, loaded: CommentPage) {
  const api = useApi()
  const t = useTranslate()
  const toast = useToast()
  const { showsExternalImages } = useVisit()
  const deleted = useDeletedComments(postId)
  const [{ list, count }, setPage] = useLoaderState(loaded, (page) => page)

  async function showAll({ movesFocus }: { movesFocus: boolean }) {
    const last = list.at(-1)?.comment_id
    try {
      const all = await api.call(listComments, { object_id: postId, page_size: 100 })
      const loadedById = new Map(list.map((comment) => [comment.comment_id, comment]))
      const nextList = all.list.map(
        (comment) =>
          loadedById.get(comment.comment_id) ?? renderCommentView(comment, showsExternalImages),
      )
      flushSync(() =>
        setPage(() => ({ count: Math.max(nextList.length, all.count), list: nextList })),
      )
      if (!movesFocus) return
      const firstNew =
        nextList.find(({ comment_id }) => !loadedById.has(comment_id))?.comment_id ?? last
      document.getElementById(`comment-${firstNew}`)?.focus()
    } catch {
      toast({ text: t('network.unreachable'), tone: 'bad' })
    }
  }
  useRegisteredComments(postId, { count, showAll })

  return {
    shown: list,
    count,
    showAll: () => void showAll({ movesFocus: true }),
    upsert: (comment: CommentView) =>
      setPage((page) => {
        const isNew = page.list.every(({ comment_id }) => comment_id !== comment.comment_id)
        if (isNew) return { count: page.count + 1, list: [...page.list, comment] }
        const replace = (old: CommentView) =>
          old.comment_id === comment.comment_id ? comment : old
        return { ...page, list: page.list.map(replace) }
      }),
    remove: (commentId: string) => {
      setPage((page) => ({
        count: page.count - 1,
        list: page.list.filter(({ comment_id }) => comment_id !== commentId),
      }))
      deleted.reload()
    },
  }
}
