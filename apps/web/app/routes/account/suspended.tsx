import { getAccountStanding } from '@stoa/contract/features/user-moderation'
import { AccountPanel } from '../../features/people/auth/account-panel.tsx'
import { apiFrom } from '../../kernel/api.server.ts'
import { useFormats } from '../../kernel/formats.tsx'
import { useTranslate, useVisit } from '../../kernel/visit-context.tsx'
import { ButtonLink } from '../../ui/button.tsx'
import { Notice } from '../../ui/notice.tsx'
import type { Route } from './+types/suspended.ts'

export const loader = (args: Route.LoaderArgs) => apiFrom(args).call(getAccountStanding, {})

export default function Suspended({ loaderData }: Route.ComponentProps) {
  const t = useTranslate()
  const { dateTime } = useFormats()
  const { viewer, site } = useVisit()
  const until = viewer?.suspended_until ?? 0
  const { suspension } = loaderData
  return (
    <AccountPanel
      title={t('suspended.title')}
      intro={
        until === 0 ? t('suspended.permanent') : t('suspended.until', { time: dateTime(until) })
      }
    >
      {suspension === null ? (
        <p className="leading-prose">{t('suspended.reason')}</p>
      ) : (
        <Notice tone="warn" title={t('suspended.why')}>
          <p dir="auto" className="break-words whitespace-pre-line">
            {suspension.reason}
          </p>
        </Notice>
      )}
      {site.contactEmail !== '' && (
        <div>
          <ButtonLink href={`mailto:${site.contactEmail}`}>{t('suspended.contact')}</ButtonLink>
        </div>
      )}
    </AccountPanel>
  )
}
