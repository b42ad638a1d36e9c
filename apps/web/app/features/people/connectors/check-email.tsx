import { useTranslate } from '../../../kernel/visit-context.tsx'
import { loginPath } from '../../../kernel/paths.ts'
import { ButtonLink } from '../../../ui/button.tsx'
import { AccountPanel } from '../auth/account-panel.tsx'
import { EmailAddress } from '../auth/email-address.tsx'

/** The same whether an account has the email or not. The email is empty if it is that of the service. */
export function CheckEmail({ email }: { email: string }) {
  const t = useTranslate()
  return (
    <AccountPanel title={t('activation.check_email')}>
      <p className="leading-prose">
        {email === ''
          ? t('connectors.link_sent')
          : t.rich<React.ReactNode>('connectors.link_sent_to', {
              email: <EmailAddress key="email">{email}</EmailAddress>,
            })}
      </p>
      <p className="text-md text-ink-2">{t('connectors.check_spam')}</p>
      <div>
        <ButtonLink href={loginPath}>{t('connectors.back_to_login')}</ButtonLink>
      </div>
    </AccountPanel>
  )
}
