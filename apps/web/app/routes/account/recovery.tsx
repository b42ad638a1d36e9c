import { askPasswordReset } from '@stoa/contract/features/recovery'
import { AuthPage } from '../../features/people/auth/auth-page.tsx'
import { AccountPanel } from '../../features/people/auth/account-panel.tsx'
import { findFigures } from '../../features/people/auth/figures.server.ts'
import { EmailAddress } from '../../features/people/auth/email-address.tsx'
import { explainLimit } from '../../features/people/auth/rate-limit-message.server.ts'
import { recoverForm } from '../../features/people/auth/recovery-forms.ts'
import { CaptchaField } from '../../features/site/captcha/captcha-field.tsx'
import { withCaptchaData } from '../../features/site/captcha/captcha.server.ts'
import { submit } from '../../kernel/api.server.ts'
import { FormBox, FormField, useContractForm } from '../../kernel/form.tsx'
import { rejectForm, readForm } from '../../kernel/form.server.ts'
import { useTranslate, useVisit } from '../../kernel/visit-context.tsx'
import { Button, ButtonLink } from '../../ui/button.tsx'
import { Notice } from '../../ui/notice.tsx'
import { TextInput } from '../../ui/text-input.tsx'
import { TextLink } from '../../ui/text-link.tsx'
import type { Route } from './+types/recovery.ts'

export async function loader(args: Route.LoaderArgs) {
  return { figures: await findFigures(args) }
}

export async function action(args: Route.ActionArgs) {
  const values = await readForm(args.request, recoverForm)
  const result = await submit(args, askPasswordReset, recoverForm.toInput(values))
  if (!result.ok) {
    const rejection = explainLimit(args.context, result, 'recovery.limited')
    return withCaptchaData(args, 'email', rejectForm(recoverForm, values, rejection))
  }
  return { sentTo: values.e_mail.trim() }
}

export default function Recovery({ actionData }: Route.ComponentProps) {
  const { site } = useVisit()
  if (!site.passwordLogin) return <RecoveryDisabled />
  if (actionData !== undefined && 'sentTo' in actionData)
    return <CheckEmail email={actionData.sentTo} />
  return <RecoveryForm rejected={actionData} />
}

function RecoveryDisabled() {
  const t = useTranslate()
  return (
    <AuthPage title={t('recovery.title')}>
      <Notice tone="info">{t('error.account.password_login_off')}</Notice>
      <BackToLogin />
    </AuthPage>
  )
}

function BackToLogin() {
  const t = useTranslate()
  return (
    <p className="text-md">
      <TextLink href="/users/login" tone="quiet" className="hit">
        {t('recovery.back_to_login')}
      </TextLink>
    </p>
  )
}

/** The same for known and unknown emails, to reveal no accounts. */
function CheckEmail({ email }: { email: string }) {
  const t = useTranslate()
  return (
    <AccountPanel title={t('activation.check_email')}>
      <p className="leading-prose">
        {t.rich<React.ReactNode>('recovery.sent', {
          email: <EmailAddress key="email">{email}</EmailAddress>,
        })}
      </p>
      <p className="text-md text-ink-2">{t('recovery.no_email')}</p>
      <div>
        <ButtonLink href="/users/login">{t('recovery.back_to_login')}</ButtonLink>
      </div>
    </AccountPanel>
  )
}

type FormProps = { rejected: Exclude<Route.ComponentProps['actionData'], { sentTo: string }> }

function RecoveryForm({ rejected }: FormProps) {
  const t = useTranslate()
  const form = useContractForm(recoverForm, rejected)
  return (
    <AuthPage title={t('recovery.title')} intro={t('recovery.intro')}>
      <FormBox form={form} className="grid gap-4">
        <FormField form={form} name="e_mail" label={t('account.email')}>
          {(control) => (
            <TextInput {...control} type="email" autoComplete="username" inputMode="email" />
          )}
        </FormField>
        <CaptchaField rejected={rejected} />
        <Button type="submit" variant="primary" size="lg" block loading={form.isSubmitting}>
          {t('recovery.send')}
        </Button>
      </FormBox>
      <BackToLogin />
    </AuthPage>
  )
}
