import { register } from '@stoa/contract/features/accounts'
import { registerForm } from '../../features/people/auth/account-forms.ts'
import { AuthPage } from '../../features/people/auth/auth-page.tsx'
import { AccountPanel } from '../../features/people/auth/account-panel.tsx'
import { CaptchaField } from '../../features/site/captcha/captcha-field.tsx'
import { withCaptchaData } from '../../features/site/captcha/captcha.server.ts'
import { submit } from '../../kernel/api.server.ts'
import { FormBox, FormField, useContractForm } from '../../kernel/form.tsx'
import { rejectForm, readForm } from '../../kernel/form.server.ts'
import { useTranslate } from '../../kernel/visit-context.tsx'
import { Button } from '../../ui/button.tsx'
import { PasswordInput } from '../../ui/password-input.tsx'
import { TextInput } from '../../ui/text-input.tsx'
import { TextLink } from '../../ui/text-link.tsx'
import type { Route } from './+types/register.ts'

export async function action(args: Route.ActionArgs) {
  const values = await readForm(args.request, registerForm)
  const result = await submit(args, register, registerForm.toInput(values))
  if (!result.ok) return withCaptchaData(args, 'email', rejectForm(registerForm, values, result))
  return { sentTo: result.response.e_mail }
}

export default function Register({ actionData }: Route.ComponentProps) {
  if (actionData !== undefined && 'sentTo' in actionData) {
    return <CheckEmail email={actionData.sentTo} />
  }
  return <RegisterForm rejected={actionData} />
}

function CheckEmail({ email }: { email: string }) {
  const t = useTranslate()
  return (
    <AccountPanel title={t('activation.check_email')}>
      <p className="leading-prose">
        {t.rich<React.ReactNode>('activation.sent_to', {
          email: (
            <b key="email" dir="ltr">
              {email}
            </b>
          ),
        })}
      </p>
      <p className="text-md text-ink-2">{t('activation.no_email')}</p>
    </AccountPanel>
  )
}

type RegisterFormProps = {
  rejected: Exclude<Route.ComponentProps['actionData'], { sentTo: string }>
}

function RegisterForm({ rejected }: RegisterFormProps) {
  const t = useTranslate()
  const form = useContractForm(registerForm, rejected)
  return (
    <AuthPage
      title={t('account.sign_up')}
      intro={t.rich<React.ReactNode>('account.log_in_prompt', {
        link: (text) => (
          <TextLink key="link" href="/users/login">
            {text}
          </TextLink>
        ),
      })}
    >
      <FormBox form={form} className="grid gap-4">
        <FormField form={form} name="name" label={t('account.name')} hint={t('account.name_hint')}>
          {(control) => <TextInput {...control} autoComplete="nickname" dir="auto" />}
        </FormField>
        <FormField
          form={form}
          name="e_mail"
          label={t('account.email')}
          hint={t('account.email_hint')}
        >
          {(control) => (
            <TextInput {...control} type="email" autoComplete="email" inputMode="email" />
          )}
        </FormField>
        <FormField
          form={form}
          name="pass"
          label={t('account.password')}
          hint={t('account.password_hint')}
        >
          {(control) => (
            <PasswordInput
              {...control}
              autoComplete="new-password"
              showLabel={t('account.show_password')}
              hideLabel={t('account.hide_password')}
            />
          )}
        </FormField>
        <CaptchaField rejected={rejected} />
        <Button type="submit" variant="primary" size="lg" block loading={form.isSubmitting}>
          {t('account.sign_up')}
        </Button>
      </FormBox>
    </AuthPage>
  )
}
