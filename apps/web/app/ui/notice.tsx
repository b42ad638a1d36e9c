import { CircleCheck, CircleX, Info, TriangleAlert } from 'lucide-react'
import type { ReactNode } from 'react'
import { classNames } from './class-names.ts'

type Tone = 'info' | 'ok' | 'warn' | 'bad'

type NoticeProps = {
  tone?: Tone
  title?: ReactNode
  children?: ReactNode
  actions?: ReactNode
  icon?: ReactNode
  /** Announced by screen readers: for results of a user's action. */
  live?: boolean
}

const TONE: Record<Tone, { box: string; iconColor: string; icon: typeof Info }> = {
  info: { box: 'border-accent-ink bg-accent-tint', iconColor: 'text-accent-ink', icon: Info },
  ok: { box: 'border-ok bg-ok-tint', iconColor: 'text-ok', icon: CircleCheck },
  warn: { box: 'border-warn bg-warn-tint', iconColor: 'text-warn', icon: TriangleAlert },
  bad: { box: 'border-bad bg-bad-tint', iconColor: 'text-bad', icon: CircleX },
}

export function Notice(props: NoticeProps) {
  const { tone = 'info', title, children, actions, icon, live = false } = props
  const { box, iconColor, icon: Icon } = TONE[tone]
  const role = live ? (tone === 'bad' ? 'alert' : 'status') : undefined
  return (
    <div
      role={role}
      className={classNames(
        'grid max-w-measure grid-cols-[auto_minmax(0,1fr)] gap-x-3 rounded-e-md border-s-2 px-4 py-3.5 text-md leading-body',
        box,
      )}
    >
      <span className={classNames('mt-[0.15em] text-lg', iconColor)}>
        {icon ?? <Icon className="icon" aria-hidden="true" />}
      </span>
      <div className="min-w-0">
        {title && <b>{title}</b>} {children}
        {actions && <div className="-ms-2 mt-1.5 flex flex-wrap gap-0.5">{actions}</div>}
      </div>
    </div>
  )
}
