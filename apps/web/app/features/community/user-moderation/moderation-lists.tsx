import type { StaffLogEntry } from '@stoa/contract/features/staff-log'
import type { UserModeration } from '@stoa/contract/features/user-moderation'
import type { ReactNode } from 'react'
import { RelativeTime, useFormats } from '../../../kernel/formats.tsx'
import { useTranslate, useVisit } from '../../../kernel/visit-context.tsx'
import { Section } from '../../../ui/section.tsx'
import { TextButton } from '../../../ui/text-button.tsx'
import { TextLink } from '../../../ui/text-link.tsx'
import { questionPath } from '../../content/questions/permalink.ts'
import { StaffLogChange, StaffLogObject, useActionName } from '../staff-log/staff-log-table.tsx'
import { staffLogPath, toStaffLogHref } from '../staff-log/staff-log-query.ts'
import type { ModerationActs } from './use-user-moderation.ts'

/** An entry with its time and author. */
export function ModerationRow({ meta, children }: { meta: ReactNode; children: ReactNode }) {
  return (
    <li className="grid gap-1 border-b border-line py-2.5 last:border-b-0">
      <div dir="auto" className="text-md leading-body break-words whitespace-pre-line">
        {children}
      </div>
      <div className="text-sm text-ink-3">{meta}</div>
    </li>
  )
}

export function FlaggedList({ flagged }: Pick<UserModeration, 'flagged'>) {
  const t = useTranslate()
  const { site } = useVisit()
  if (flagged.length === 0) return null
  return (
    <Section title={t('user_mod.flagged')} size="sm">
      <ul>
        {flagged.map((item) => (
          <ModerationRow
            key={item.object_id}
            meta={
              <>
                {t(`staff_log.kind.${item.object_type}`)} ·{' '}
                {t('user_mod.flag_count', { count: item.flag_count })} ·{' '}
                <RelativeTime at={item.flagged_at} />
              </>
            }
          >
            <TextLink
              href={questionPath(
                { id: item.question_id, url_title: item.url_title },
                site.permalink,
              )}
            >
              <bdi>{item.title}</bdi>
            </TextLink>
          </ModerationRow>
        ))}
      </ul>
    </Section>
  )
}

export function WarningList({ warnings }: Pick<UserModeration, 'warnings'>) {
  const t = useTranslate()
  const { relative } = useFormats()
  if (warnings.length === 0) return null
  return (
    <Section title={t('user_mod.warnings')} size="sm">
      <ul>
        {warnings.map((warning) => (
          <ModerationRow
            key={warning.id}
            meta={
              <>
                <bdi>{warning.author_info.display_name}</bdi> ·{' '}
                <RelativeTime at={warning.created_at} /> ·{' '}
                {warning.acknowledged_at === 0
                  ? t('user_mod.unread')
                  : t('user_mod.acknowledged', { time: relative(warning.acknowledged_at) })}
              </>
            }
          >
            {warning.message}
          </ModerationRow>
        ))}
      </ul>
    </Section>
  )
}

type SuspensionListProps = Pick<UserModeration, 'suspensions'> & { tools: ModerationActs }

export function SuspensionList({ suspensions, tools }: SuspensionListProps) {
  const t = useTranslate()
  const { dateTime, relative } = useFormats()
  if (suspensions.length === 0) return null
  return (
    <Section title={t('user_mod.suspensions')} size="sm">
      <ul>
        {suspensions.map((suspension) => (
          <ModerationRow
            key={suspension.id}
            meta={
              <>
                <bdi>{suspension.author_info.display_name}</bdi> ·{' '}
                <RelativeTime at={suspension.created_at} />
                {suspension.ended_at > 0 && (
                  <> · {t('user_mod.ended', { time: relative(suspension.ended_at) })}</>
                )}
                {suspension.removed_count > 0 && (
                  <>
                    {' '}
                    · {t('user_mod.removed_count', { count: suspension.removed_count })}
                    <TextButton
                      onClick={() =>
                        void tools.run({ action: 'restore', suspensionId: suspension.id })
                      }
                    >
                      {t('user_mod.restore')}
                    </TextButton>
                  </>
                )}
              </>
            }
          >
            <b className="font-semibold">
              {t(`user_mod.kind.${suspension.kind}`)}{' '}
              {suspension.until === 0
                ? t('user_mod.permanent')
                : t('user_mod.until', { time: dateTime(suspension.until) })}
            </b>
            {'\n'}
            {suspension.reason}
          </ModerationRow>
        ))}
      </ul>
    </Section>
  )
}

type HistoryListProps = { entries: StaffLogEntry[]; username: string }

export function HistoryList({ entries, username }: HistoryListProps) {
  const t = useTranslate()
  const nameOf = useActionName()
  return (
    <Section
      title={t('user_mod.history')}
      size="sm"
      aside={
        <TextLink href={toStaffLogHref(staffLogPath, { username })}>
          {t('staff_log.title')}
        </TextLink>
      }
    >
      {entries.length === 0 && <p className="text-md text-ink-2">{t('user_mod.no_history')}</p>}
      <ul>
        {entries.map((entry) => (
          <ModerationRow
            key={entry.id}
            meta={
              <>
                {entry.is_automatic && t('staff_log.automatic')}
                {entry.actor_info && <bdi>{entry.actor_info.display_name}</bdi>} ·{' '}
                <RelativeTime at={entry.created_at} />
              </>
            }
          >
            <b className="font-semibold">{nameOf(entry.action)}</b>{' '}
            {entry.object_type !== 'user' && <StaffLogObject entry={entry} />}
            <StaffLogChange entry={entry} />
          </ModerationRow>
        ))}
      </ul>
    </Section>
  )
}
