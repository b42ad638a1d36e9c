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
  /** Announce it: it came as the answer to something the reader did. */
  live?: boolean
}

const TONE: Record<Tone, { box: string; mark: string; icon: typeof Info }> = {
  info: { box: 'border-accent-ink bg-accent-tint', mark: 'text-accent-ink', icon: Info },
  ok: { box: 'border-ok bg-ok-tint', mark: 'text-ok', icon: CircleCheck },
  warn: { box: 'border-warn bg-warn-tint', mark: 'text-warn', icon: TriangleAlert },
  bad: { box: 'border-bad bg-bad-tint', mark: 'text-bad', icon: CircleX },
}

/** A column, a tint, an icon and words: closed, held, failed, welcome. */
export function Notice(props: NoticeProps) {
  const { tone = 'info', title, children, actions, icon, live = false } = props
  const { box, mark, icon: Icon } = TONE[tone]
  const role = live ? (tone === 'bad' ? 'alert' : 'status') : undefined
  return (
    <div
      role={role}
      className={classNames(
        'grid max-w-measure grid-cols-[auto_minmax(0,1fr)] gap-x-3 rounded-e-md border-s-2 px-4 py-3.5 text-md leading-body',
        box,
      )}
    >
      <span className={classNames('mt-[0.15em] text-lg', mark)}>
        {icon ?? <Icon className="icon" aria-hidden="true" />}
      </span>
      <div className="min-w-0">
        {title && <b>{title}</b>} {children}
        {actions && <div className="-ms-2 mt-1.5 flex flex-wrap gap-0.5">{actions}</div>}
      </div>
    </div>
  )
}
