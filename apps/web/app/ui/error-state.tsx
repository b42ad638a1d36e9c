import type { ReactNode } from 'react'

type ErrorStateProps = {
  /** HTTP status, shown large. */
  code?: string
  title: string
  children?: ReactNode
  actions?: ReactNode
  /** For support requests: a request id, a contact. */
  reference?: ReactNode
}

/** For whole pages. For a failed part of a page, use a `Notice` with a retry button. */
export function ErrorState({ code, title, children, actions, reference }: ErrorStateProps) {
  return (
    <div className="grid max-w-measure gap-4 py-12 md:py-24">
      {code && (
        <p className="font-numeral text-5xl leading-none font-medium text-line-control">
          <bdi>{code}</bdi>
        </p>
      )}
      <div className="section-rule grid gap-3 pt-4">
        <h1 className="font-serif text-4xl leading-tight font-semibold tracking-head text-balance">
          {title}
        </h1>
        {children && <div className="text-lg leading-prose text-ink-2">{children}</div>}
      </div>
      {actions && <div className="mt-2 flex flex-wrap gap-2">{actions}</div>}
      {reference && <p className="text-sm text-ink-3">{reference}</p>}
    </div>
  )
}
