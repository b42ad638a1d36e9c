import type { ReactNode } from 'react'
import { classNames } from './class-names.ts'

type BannerProps = { tone?: 'info' | 'warn' | 'bad'; children: ReactNode; end?: ReactNode }

const TONE = {
  info: 'bg-accent-tint text-ink',
  warn: 'bg-warn-tint text-ink',
  bad: 'bg-bad-tint text-ink',
}

/** For site-wide states: offline, unconfirmed email, maintenance. */
export function Banner({ tone = 'info', children, end }: BannerProps) {
  return (
    <div role="status" className={classNames('border-b border-line text-md', TONE[tone])}>
      <div className="shell flex min-h-10 flex-wrap items-center justify-between gap-x-4 gap-y-1 py-1.5 max-md:pt-3">
        <p>{children}</p>
        {end}
      </div>
    </div>
  )
}
