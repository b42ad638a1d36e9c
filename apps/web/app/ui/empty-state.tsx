import type { ReactNode } from 'react'

type EmptyStateProps = {
  title: string
  /** Says what to do next. */
  children?: ReactNode
  action?: ReactNode
  headingLevel?: 2 | 3
}

export function EmptyState({ title, children, action, headingLevel = 2 }: EmptyStateProps) {
  const Heading = headingLevel === 2 ? 'h2' : 'h3'
  return (
    <div className="grid max-w-[28rem] justify-items-start gap-2 py-8">
      <Illustration />
      <Heading className="font-serif text-xl leading-title font-semibold tracking-title">
        {title}
      </Heading>
      {children && <div className="text-md leading-body text-ink-2">{children}</div>}
      {action && <div className="mt-2 flex flex-wrap gap-2">{action}</div>}
    </div>
  )
}

function Illustration() {
  return (
    <svg
      viewBox="0 0 88 56"
      width="88"
      height="56"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.25"
      aria-hidden="true"
      className="mb-2 text-line-control"
    >
      <path d="M4 4h80v6H4zM2 50h84M6 46h76" />
      <path d="M12 12v32M18 12v32M32 12v32M38 12v32M70 12v32M76 12v32" />
      <path d="M51 12v32M57 12v32" className="stroke-accent-ink" />
    </svg>
  )
}
