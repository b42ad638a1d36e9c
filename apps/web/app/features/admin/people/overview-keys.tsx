import type { UserOverview } from '@stoa/contract/features/user-overview'
import { RelativeTime, useFormats } from '../../../kernel/formats.tsx'
import { useTranslate } from '../../../kernel/visit-context.tsx'
import { Link } from '../../../ui/link.tsx'
import { Section } from '../../../ui/section.tsx'
import { OverviewRow } from './overview-row.tsx'

type OverviewKeysProps = { keys: UserOverview['api_keys'] }

/** Only admins have keys. */
export function OverviewKeys({ keys }: OverviewKeysProps) {
  const t = useTranslate()
  const { date } = useFormats()
  if (keys.length === 0) return null
  return (
    <Section
      title={t('api_keys.title')}
      aside={<Link href="/admin/api-keys">{t('api_keys.manage')}</Link>}
    >
      <ul>
        {keys.map((key) => (
          <OverviewRow
            key={key.id}
            facts={
              <>
                <span>
                  {key.expires_at === null
                    ? t('api_keys.never_expires')
                    : t('api_keys.expires_on', { date: date(key.expires_at) })}
                </span>
                <span className="whitespace-nowrap md:min-w-28 md:text-end">
                  {key.last_used_at === null ? (
                    t('api_keys.never_used')
                  ) : (
                    <RelativeTime at={key.last_used_at} />
                  )}
                </span>
              </>
            }
          >
            <bdi>{key.description}</bdi>{' '}
            <span className="ms-2 text-sm text-ink-2">{t(`api_keys.scope.${key.scope}`)}</span>
          </OverviewRow>
        ))}
      </ul>
    </Section>
  )
}
