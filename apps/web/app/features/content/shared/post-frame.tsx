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
  votes: ReactNode
  children: ReactNode
  className?: string
}

/** The layout of a question or an answer. */
export function PostFrame(props: PostFrameProps) {
  const { id, label, isTarget = false, isAccepted = false, lead, votes, children } = props
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
      {votes}
      <div className="post-tail grid max-w-measure grid-cols-[minmax(0,1fr)] gap-4 pt-6">
        {children}
      </div>
    </article>
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
