import type { UserBasic } from '@stoa/contract/features/users'
import type { ReactNode } from 'react'
import { useFormats } from '../../../kernel/formats.tsx'
import { userPath } from '../../../kernel/paths.ts'
import { useTranslate } from '../../../kernel/visit-context.tsx'
import { StatusLabel } from '../../../ui/status-label.tsx'
import { Link } from '../../../ui/link.tsx'
import { Time } from '../../../ui/time.tsx'

const statuses = {
  1: { key: 'content_admin.open', tone: 'ok' },
  2: { key: 'content_admin.closed', tone: 'warn' },
  10: { key: 'content_admin.deleted', tone: 'bad' },
  11: { key: 'content_admin.pending', tone: 'warn' },
} as const

type PostStatusProps = { status: keyof typeof statuses; isListed?: boolean; isAnswer?: boolean }

export function PostStatus({ status, isListed = true, isAnswer = false }: PostStatusProps) {
  const t = useTranslate()
  const { key, tone } = statuses[status]
  return (
    <span className="grid justify-items-start gap-0.5">
      <StatusLabel tone={tone}>
        {t(isAnswer && status === 1 ? 'content_admin.posted' : key)}
      </StatusLabel>
      {!isListed && <StatusLabel>{t('content_admin.unlisted')}</StatusLabel>}
    </span>
  )
}

export function Author({ user }: { user: UserBasic }) {
  const name = <bdi className="block max-w-40 truncate">{user.display_name}</bdi>
  if (user.username === '') return <span className="text-sm text-ink-3">{name}</span>
  return (
    <Link
      href={userPath(user.username)}
      data-card="user"
      className="hit inline-flex min-h-6 max-w-full items-center text-sm text-ink-2 hover:text-accent-ink"
    >
      {name}
    </Link>
  )
}

export function Day({ at }: { at: number }) {
  const { date, dateTime } = useFormats()
  return (
    <span className="text-sm whitespace-nowrap text-ink-3">
      <Time at={at} text={date(at)} title={dateTime(at)} />
    </span>
  )
}

/** For cards on narrow screens, where the columns are hidden. */
export function CardLine({ children }: { children: ReactNode }) {
  return (
    <div className="hidden flex-wrap items-center gap-x-3 gap-y-1 pt-1 text-sm text-ink-3 @max-[46rem]/data-table:flex">
      {children}
    </div>
  )
}
