import type { Connector } from '@stoa/contract/features/connectors'
import { useEffect } from 'react'
import { useLocation } from 'react-router'
import { loginPath, readRedirect, withRedirect } from '../../../kernel/paths.ts'
import { useTranslate } from '../../../kernel/visit-context.tsx'
import { ButtonLink } from '../../../ui/button.tsx'
import { AuthPage } from '../auth/auth-page.tsx'
import { ServiceForm, type RejectedService } from './service-form.tsx'

type ServiceLoginProps = { service: Connector; rejected: RejectedService }

/** The login page of one service, which takes a username and a password. */
export function ServiceLogin({ service, rejected }: ServiceLoginProps) {
  const t = useTranslate()
  const { pathname, search } = useLocation()
  // The link to this form has been replaced, so its focus is lost.
  useEffect(() => {
    if (document.activeElement === document.body) document.getElementById('username')?.focus()
  }, [])
  return (
    <AuthPage
      title={t('connectors.log_in_title', { service: service.name })}
      intro={t('connectors.form_intro', { service: service.name })}
    >
      <ServiceForm rejected={rejected} name="step" submitLabel={t('account.log_in')}>
        <ButtonLink
          href={withRedirect(loginPath, readRedirect(pathname + search))}
          variant="ghost"
          block
        >
          {t('connectors.other_ways')}
        </ButtonLink>
      </ServiceForm>
    </AuthPage>
  )
}
