import type { ReactNode } from 'react'
import { classNames } from './class-names.ts'

const TONE = {
  plain: 'bg-wash-2 text-ink-2',
  accent: 'bg-accent-tint text-accent-ink',
  ok: 'bg-ok-tint text-ok',
  warn: 'bg-warn-tint text-warn',
  bad: 'bg-bad-tint text-bad',
}

export type LabelTone = keyof typeof TONE

/** A short fact about the thing beside it: "Spam", "Accepted". */
export function Label({ tone = 'plain', children }: { tone?: LabelTone; children: ReactNode }) {
  return (
    <span
      className={classNames(
        'inline-flex min-h-5 items-center rounded-sm px-1.75 text-xs font-medium whitespace-nowrap',
        TONE[tone],
      )}
    >
      {children}
    </span>
  )
}
