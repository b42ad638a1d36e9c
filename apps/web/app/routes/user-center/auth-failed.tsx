import { AccountPanel } from '../../features/people/auth/account-panel.tsx'
import { loginPath } from '../../kernel/paths.ts'
import { useTranslate, useVisit } from '../../kernel/visit-context.tsx'
import { ButtonLink } from '../../ui/button.tsx'

/** Services that manage accounts send users here. */
export default function AuthFailed() {
  const t = useTranslate()
  const { contactEmail, userCenter } = useVisit().site
  return (
    <AccountPanel
      title={
        userCenter === undefined
          ? t('connectors.failed')
          : t('connectors.login_failed', { service: userCenter.name })
      }
      intro={t('user_center.failed_text')}
    >
      <div className="flex flex-wrap gap-2">
        <ButtonLink href={loginPath} variant="primary">
          {t('connectors.back_to_login')}
        </ButtonLink>
        {contactEmail !== '' && (
          <ButtonLink href={`mailto:${contactEmail}`}>{t('suspended.contact')}</ButtonLink>
        )}
      </div>
    </AccountPanel>
  )
}
