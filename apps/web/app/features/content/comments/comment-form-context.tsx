import { createContext, useContext, useRef, useState, type ReactNode } from 'react'
import { flushSync } from 'react-dom'
import type { MentionableUser } from './comment-data.ts'

export type OpenForm =
  | { kind: 'new'; postId: string }
  | { kind: 'reply'; postId: string; to: { commentId: string; username: string; name: string } }
  | { kind: 'edit'; postId: string; commentId: string }

type CommentFormState = {
  open: OpenForm | null
  setOpen: (open: OpenForm) => void
  /** Closes this form unless another was opened meanwhile. Returns whether it did. */
  close: (form: OpenForm) => boolean
  /** The participants of the page, who are suggested first. */
  users: readonly MentionableUser[]
}

const CommentFormContext = createContext<CommentFormState | null>(null)

type CommentFormProviderProps = { users: readonly MentionableUser[]; children: ReactNode }

/** Allows one open comment form on the page. */
export function CommentFormProvider({ users, children }: CommentFormProviderProps) {
  const [open, setOpenState] = useState<OpenForm | null>(null)
  const latest = useRef(open)

  function setOpen(form: OpenForm | null) {
    latest.current = form
    setOpenState(form)
  }
  function close(form: OpenForm) {
    const isOpen = latest.current === form
    if (isOpen) flushSync(() => setOpen(null))
    return isOpen
  }
  return <CommentFormContext value={{ open, setOpen, close, users }}>{children}</CommentFormContext>
}

export function useCommentForm(): CommentFormState {
  const state = useContext(CommentFormContext)
  if (state === null) throw new Error('useCommentForm requires a CommentFormProvider')
  return state
}
