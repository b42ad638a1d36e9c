import type { MailStep } from '@stoa/contract/features/mail-check'
import { type ReactNode, useId } from 'react'
import { useTranslate } from '../../../kernel/visit-context.tsx'
import { StatusLabel } from '../../../ui/status-label.tsx'

const tones = { ok: 'ok', warning: 'warn', failed: 'bad', skipped: 'plain' } as const

export function CheckList({ title, children }: { title: string; children: ReactNode }) {
  const id = useId()
  return (
    <div>
      <h3 id={id} className="pb-1 font-semibold break-words">
        {title}
      </h3>
      <ul aria-labelledby={id} className="max-w-measure">
        {children}
      </ul>
    </div>
  )
}

type RowProps = { name: string; state: MailStep['state']; aside?: ReactNode; children?: ReactNode }

export function CheckRow({ name, state, aside, children }: RowProps) {
  const t = useTranslate()
  return (
    <li className="flex flex-wrap items-baseline justify-between gap-x-4 gap-y-1 border-b border-line py-2.5 last:border-0">
      <span className="font-semibold">{name}</span>
      <span className="flex items-baseline gap-3">
        {aside && <span className="text-sm text-ink-3">{aside}</span>}
        <StatusLabel tone={tones[state]}>{t(`mail_check.state.${state}`)}</StatusLabel>
      </span>
      <div className="w-full text-sm">{children}</div>
    </li>
  )
}
