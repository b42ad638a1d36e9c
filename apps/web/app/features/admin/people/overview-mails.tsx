import type { UserOverview } from '@stoa/contract/features/user-overview'
import { limits } from '@stoa/contract/limits'
import { RelativeTime, useFormats } from '../../../kernel/formats.tsx'
import { useTranslate } from '../../../kernel/visit-context.tsx'
import { Section } from '../../../ui/section.tsx'
import { StatusLabel } from '../../../ui/status-label.tsx'
import { OverviewRow } from './overview-row.tsx'

export function OverviewMails({ mails }: Pick<UserOverview, 'mails'>) {
  const t = useTranslate()
  const { number } = useFormats()
  return (
    <Section
      title={t('people.mails')}
      aside={t('people.mails_newest', { count: number(limits.overviewRows.max) })}
    >
      {mails.length === 0 ? (
        <p className="text-md text-ink-2">{t('people.no_mails')}</p>
      ) : (
        <ul>
          {mails.map(({ id, subject, status, error, created_at: at }) => (
            <OverviewRow
              key={id}
              facts={
                <>
                  <StatusLabel tone={status === 'sent' ? 'ok' : 'bad'}>
                    {t(`people.mail_${status}`)}
                  </StatusLabel>
                  <span className="whitespace-nowrap md:min-w-28 md:text-end">
                    <RelativeTime at={at} />
                  </span>
                </>
              }
            >
              <bdi>{subject}</bdi>
              {error !== '' && <span className="block text-sm text-ink-3">{error}</span>}
            </OverviewRow>
          ))}
        </ul>
      )}
    </Section>
  )
}
