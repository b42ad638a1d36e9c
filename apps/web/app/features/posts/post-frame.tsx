import { useEffect, useRef, type ReactNode } from 'react'
import { classNames } from '../../ui/class-names.ts'

type PostFrameProps = {
  id: string
  label: string
  /** The address names this post: it is shown first, and lit up for a moment. */
  isTarget?: boolean
  isAccepted?: boolean
  /** What is read, and above it what must be known about it. */
  lead: ReactNode
  votes: ReactNode
  children: ReactNode
  className?: string
}

/** Prose, the votes that hang beside it, and what follows: a question or an answer. */
export function PostFrame(props: PostFrameProps) {
  const { id, label, isTarget = false, isAccepted = false, lead, votes, children } = props
  const ref = useTargetFocus<HTMLElement>(isTarget)
  return (
    <article
      ref={ref}
      id={id}
      aria-label={label}
      tabIndex={-1}
      // Browsers bring it into view by themselves, before and without any script.
      // oxlint-disable-next-line jsx-a11y/no-autofocus -- the reader asked for this very post
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

/** Where scripts change the page, nothing else brings its target into view. */
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
