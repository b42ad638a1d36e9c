import type { ReactNode } from 'react'
import { classNames } from './class-names.ts'

const TONE = { plain: 'bg-ink-3', ok: 'bg-ok', warn: 'bg-warn', bad: 'bg-bad' }

type StatusLabelProps = { tone?: keyof typeof TONE; children: ReactNode }

export function StatusLabel({ tone = 'plain', children }: StatusLabelProps) {
  return (
    <span className="inline-flex items-center gap-1.75 text-sm whitespace-nowrap">
      <span className={classNames('size-1.75 rounded-full', TONE[tone])} aria-hidden="true" />
      {children}
    </span>
  )
}
