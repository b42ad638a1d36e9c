import { useEffect, useRef, type ReactNode } from 'react'
import { classNames } from '../../../ui/class-names.ts'

type PostFrameProps = {
  id: string
  label: string
  /** The post in the URL: it is scrolled to and highlighted. */
  isTarget?: boolean
  isAccepted?: boolean
  /** The text, and notices above it. */
  lead: ReactNode
  tags?: ReactNode
  votes: ReactNode
  children: ReactNode
  className?: string
}

/** The layout of a question or an answer. */
export function PostFrame(props: PostFrameProps) {
  const { id, label, isTarget = false, isAccepted = false, lead, tags, votes, children } = props
  const ref = useTargetFocus<HTMLElement>(isTarget)
  return (
    <article
      ref={ref}
      id={id}
      aria-label={label}
      tabIndex={-1}
      // Browsers scroll to it without JavaScript.
      // oxlint-disable-next-line jsx-a11y/no-autofocus -- the URL points to this post
      autoFocus={isTarget}
      className={classNames(
        'post target',
        isTarget && 'is-target',
        isAccepted && 'is-accepted',
        props.className,
      )}
    >
      <div className="post-lead">{lead}</div>
      {tags && <div className="max-w-measure pt-5">{tags}</div>}
      {votes}
      <div className="post-tail grid max-w-measure grid-cols-[minmax(0,1fr)] content-start gap-2 pt-3 md:pt-4 pointer-coarse:gap-4">
        {children}
      </div>
    </article>
  )
}

type PostFooterProps = { actions: ReactNode; reactions: ReactNode; children: ReactNode }

/** One line where it fits: actions, reactions, and who wrote the post. */
export function PostFooter({ actions, reactions, children }: PostFooterProps) {
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
      {actions}
      {reactions}
      {children}
    </div>
  )
}

/** Client-side navigation does not scroll to the target by itself. */
export function useTargetFocus<Element extends HTMLElement>(isTarget: boolean) {
  const ref = useRef<Element>(null)
  useEffect(() => {
    const element = ref.current
    if (!isTarget || element === null || document.activeElement === element) return
    element.focus({ preventScroll: true })
    element.scrollIntoView({ block: 'start' })
  }, [isTarget])
  return ref
}
