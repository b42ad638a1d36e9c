import { useEffect, useRef, useSyncExternalStore } from 'react'

type CommentList = {
  /** Of the comments that the page knows, shown or not. */
  count: number
  showAll: (options: { movesFocus: boolean }) => Promise<void>
}

type ShownComments = ReadonlyMap<string, CommentList>

const none: ShownComments = new Map()
let shown = none
const listeners = new Set<() => void>()

function replace(postId: string, comments: CommentList | null) {
  const next = new Map(shown)
  if (comments === null) next.delete(postId)
  else next.set(postId, comments)
  shown = next
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void) {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

/** The comments on the page by post, including those written since it was loaded. */
export function useShownComments(): ShownComments {
  return useSyncExternalStore(
    subscribe,
    () => shown,
    () => none,
  )
}

export function useRegisteredComments(postId: string, { count, showAll }: CommentList) {
  const latest = useRef(showAll)
  useEffect(() => {
    latest.current = showAll
  })
  useEffect(() => {
    replace(postId, { count, showAll: (options) => latest.current(options) })
    return () => replace(postId, null)
  }, [postId, count])
}
