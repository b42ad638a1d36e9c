import type { UserOverview } from '@stoa/contract/features/user-overview'
import type { StaffLogEntry } from '@stoa/contract/features/staff-log'
import type { ReactNode } from 'react'
import { useFormats } from '../../../kernel/formats.tsx'
import { useTranslate } from '../../../kernel/visit-context.tsx'
import { Section } from '../../../ui/section.tsx'
import { TextLink } from '../../../ui/text-link.tsx'
import {
  StaffLogChange,
  StaffLogObject,
  useActionName,
} from '../../community/staff-log/staff-log-table.tsx'
import { staffLogPath, toStaffLogHref } from '../../community/staff-log/staff-log-query.ts'

type OverviewTimelineProps = { account: UserOverview['account']; entries: readonly StaffLogEntry[] }
type Moment = {
  id: string
  at: number
  title: ReactNode
  by?: string | undefined
  more?: ReactNode
}

const maxShown = 20

/** What staff did, and what the account says. Newest first. */
export function OverviewTimeline({ account, entries }: OverviewTimelineProps) {
  const t = useTranslate()
  const { dateTime } = useFormats()
  const nameOf = useActionName()
  const moments: Moment[] = [
    ...entries.map((entry) => ({
      id: entry.id,
      at: entry.created_at,
      title: (
        <>
          {nameOf(entry.action)} <StaffLogObject entry={entry} />
        </>
      ),
      by: entry.is_automatic ? t('staff_log.automatic') : entry.actor_info?.display_name,
      more: <StaffLogChange entry={entry} />,
    })),
    { id: 'joined', at: account.created_at, title: t('people.joined') },
    ...(account.deleted_at > 0
      ? [{ id: 'deleted', at: account.deleted_at, title: t('people.status.deleted') }]
      : []),
  ]
  const shown = moments.toSorted((one, other) => other.at - one.at).slice(0, maxShown)
  return (
    <Section
      title={t('people.timeline')}
      aside={
        account.username !== '' && (
          <TextLink
            href={toStaffLogHref(staffLogPath, { username: account.username })}
            className="inline-flex min-h-target items-center"
          >
            {t('staff_log.title')}
          </TextLink>
        )
      }
    >
      <ol className="ms-1 mt-2 border-s border-line-strong">
        {shown.map(({ id, at, title, by, more }) => (
          <li key={id} className="relative grid gap-0.5 pb-4 ps-4 last:pb-0">
            <span
              aria-hidden="true"
              className="absolute -start-[0.28rem] top-1.75 size-2 rounded-full border border-ink-2 bg-paper"
            />
            <span className="text-md">{title}</span>
            {more}
            <span className="text-sm text-ink-3">
              {dateTime(at)}
              {by !== undefined && (
                <>
                  {' · '}
                  <bdi>{by}</bdi>
                </>
              )}
            </span>
          </li>
        ))}
      </ol>
    </Section>
  )
}
