import { createContext, useContext, useRef, useState, type ReactNode } from 'react'
import { flushSync } from 'react-dom'
import type { Named } from './comment-data.ts'

/** What is being written: a new comment, a reply, or a change. */
export type OpenForm =
  | { kind: 'new'; postId: string }
  | { kind: 'reply'; postId: string; to: { commentId: string; username: string; name: string } }
  | { kind: 'edit'; postId: string; commentId: string }

type Desk = {
  open: OpenForm | null
  setOpen: (open: OpenForm) => void
  /** Closes this form, unless another was opened while it was sent; whether it did. */
  close: (form: OpenForm) => boolean
  /** Who takes part in the page. */
  people: readonly Named[]
}

const DeskContext = createContext<Desk | null>(null)

type CommentDeskProps = { people: readonly Named[]; children: ReactNode }

/** One comment is written at a time, wherever on the page. */
export function CommentDesk({ people, children }: CommentDeskProps) {
  const [open, show] = useState<OpenForm | null>(null)
  const latest = useRef(open)

  function setOpen(form: OpenForm | null) {
    latest.current = form
    show(form)
  }
  function close(form: OpenForm) {
    const isOpen = latest.current === form
    if (isOpen) flushSync(() => setOpen(null))
    return isOpen
  }
  return <DeskContext value={{ open, setOpen, close, people }}>{children}</DeskContext>
}

export function useCommentDesk(): Desk {
  const desk = useContext(DeskContext)
  if (desk === null) throw new Error('useCommentDesk outside of a CommentDesk')
  return desk
}
