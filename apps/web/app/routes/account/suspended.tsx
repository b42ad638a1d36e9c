import { AccountPanel } from '../../features/people/auth/account-panel.tsx'
import { useFormats } from '../../kernel/formats.tsx'
import { useTranslate, useVisit } from '../../kernel/visit-context.tsx'
import { ButtonLink } from '../../ui/button.tsx'

export default function Suspended() {
  const t = useTranslate()
  const { dateTime } = useFormats()
  const { viewer, site } = useVisit()
  const until = viewer?.suspended_until ?? 0
  return (
    <AccountPanel
      title={t('suspended.title')}
      intro={
        until === 0 ? t('suspended.permanent') : t('suspended.until', { time: dateTime(until) })
      }
    >
      <p className="leading-prose">{t('suspended.reason')}</p>
      {site.contactEmail !== '' && (
        <div>
          <ButtonLink href={`mailto:${site.contactEmail}`}>{t('suspended.contact')}</ButtonLink>
        </div>
      )}
    </AccountPanel>
  )
}
