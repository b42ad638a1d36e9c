import { login } from '@stoa/contract/features/accounts'
import { loginForm } from '../../features/accounts/account-forms.ts'
import { AccountGate } from '../../features/accounts/account-gate.tsx'
import { signedIn } from '../../features/accounts/sign-in.server.ts'
import { submit } from '../../kernel/api.server.ts'
import { FormBox, FormField, useContractForm } from '../../kernel/form.tsx'
import { formAgain, readForm } from '../../kernel/form.server.ts'
import { useTranslate, useVisit } from '../../kernel/visit-context.tsx'
import { Button } from '../../ui/button.tsx'
import { Notice } from '../../ui/notice.tsx'
import { PasswordInput } from '../../ui/password-input.tsx'
import { TextInput } from '../../ui/text-input.tsx'
import { TextLink } from '../../ui/text-link.tsx'
import type { Route } from './+types/login.ts'

export async function action(args: Route.ActionArgs) {
  const values = await readForm(args.request, loginForm)
  const result = await submit(args, login, loginForm.toInput(values))
  if (!result.ok) return formAgain(loginForm, values, result)
  const saved = new URL(args.request.url).searchParams.get('redirect')
  return signedIn(args.context, result.reply, saved)
}

export default function Login({ actionData }: Route.ComponentProps) {
  const t = useTranslate()
  const { site } = useVisit()
  const form = useContractForm(loginForm, actionData)
  return (
    <AccountGate
      title={t('account.log_in')}
      intro={
        site.registrationOpen &&
        t.rich<React.ReactNode>('account.new_here', {
          link: (text) => (
            <TextLink key="link" href="/users/register">
              {text}
            </TextLink>
          ),
        })
      }
    >
      {!site.passwordLogin && <Notice tone="warn">{t('error.account.password_login_off')}</Notice>}
      <FormBox form={form} className="grid gap-4">
        <FormField form={form} name="e_mail" label={t('account.e_mail')}>
          {(control) => (
            <TextInput {...control} type="email" autoComplete="username" inputMode="email" />
          )}
        </FormField>
        <FormField form={form} name="pass" label={t('account.password')}>
          {(control) => (
            <PasswordInput
              {...control}
              autoComplete="current-password"
              showLabel={t('account.show_password')}
              hideLabel={t('account.hide_password')}
            />
          )}
        </FormField>
        <Button type="submit" variant="primary" size="lg" block loading={form.isSending}>
          {t('account.log_in')}
        </Button>
      </FormBox>
    </AccountGate>
  )
}
