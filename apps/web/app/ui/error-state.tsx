import type { ReactNode } from 'react'

type ErrorStateProps = {
  /** "404", "500": shown large; leave out where the number tells the reader nothing. */
  code?: string
  title: string
  children?: ReactNode
  actions?: ReactNode
  /** What the reader can quote to the people who run the site. */
  reference?: ReactNode
}

/** A whole page that could not be shown. For a failed part of a page, use a notice with a retry. */
export function ErrorState({ code, title, children, actions, reference }: ErrorStateProps) {
  return (
    <div className="grid max-w-measure gap-4 py-12 md:py-24">
      {code && (
        <p className="font-numeral text-5xl leading-none font-medium text-line-control">
          <bdi>{code}</bdi>
        </p>
      )}
      <div className="lintel grid gap-3 pt-4">
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
