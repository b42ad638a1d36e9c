import { loginPath, withRedirect } from '../../../kernel/paths.ts'
import { useTranslate, useVisit } from '../../../kernel/visit-context.tsx'
import { ButtonLink } from '../../../ui/button.tsx'
import { Notice } from '../../../ui/notice.tsx'
import { AccountPanel } from '../auth/account-panel.tsx'
import { accountPath } from '../auth/email-section.tsx'

type LandingFailedProps = {
  message: string
  /** Its name, or empty. */
  service: string
  target: string | null
}

/** A user with a session wanted to connect the service. */
export function LandingFailed({ message, service, target }: LandingFailedProps) {
  const { viewer } = useVisit()
  return (
    <AccountPanel title={useFailedTitle(service, viewer !== null)}>
      <Notice tone="bad" live>
        {message}
      </Notice>
      {viewer === null ? <BackToLogin target={target} /> : <BackToSettings />}
    </AccountPanel>
  )
}

function useFailedTitle(service: string, isConnecting: boolean) {
  const t = useTranslate()
  if (service === '')
    return t(isConnecting ? 'connectors.not_connected_title' : 'connectors.failed')
  return t(isConnecting ? 'connectors.connect_failed' : 'connectors.login_failed', { service })
}

/** The browser has no session, or took too long. */
export function LandingLost({ target }: { target: string | null }) {
  const t = useTranslate()
  return (
    <AccountPanel title={t('connectors.lost_title')}>
      <Notice tone="warn" live>
        {t('connectors.lost_text')}
      </Notice>
      <BackToLogin target={target} />
    </AccountPanel>
  )
}

function BackToLogin({ target }: { target: string | null }) {
  const t = useTranslate()
  return (
    <div>
      <ButtonLink href={withRedirect(loginPath, target)} variant="primary">
        {t('connectors.back_to_login')}
      </ButtonLink>
    </div>
  )
}

function BackToSettings() {
  const t = useTranslate()
  return (
    <div>
      <ButtonLink href={accountPath} variant="primary">
        {t('connectors.back_to_settings')}
      </ButtonLink>
    </div>
  )
}
