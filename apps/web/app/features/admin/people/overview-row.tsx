import type { ReactNode } from 'react'

type OverviewRowProps = {
  children: ReactNode
  /** Beside the text on wide screens, below it on narrow ones. */
  facts: ReactNode
}

/** One line of a list in the column of one user, which is too narrow for tables. */
export function OverviewRow({ children, facts }: OverviewRowProps) {
  return (
    <li className="flex flex-wrap items-baseline gap-x-4 gap-y-0.5 border-b border-line py-2 text-md last:border-b-0">
      <div className="min-w-0 flex-1 basis-64 break-words">{children}</div>
      <div className="flex flex-wrap items-baseline gap-x-4 text-sm text-ink-3">{facts}</div>
    </li>
  )
}
