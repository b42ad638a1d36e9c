import { register } from '@stoa/contract/features/accounts'
import { registerForm } from '../../features/accounts/account-forms.ts'
import { AccountGate } from '../../features/accounts/account-gate.tsx'
import { AccountPanel } from '../../features/accounts/account-panel.tsx'
import { ChallengeField } from '../../features/captcha/challenge-field.tsx'
import { challengedAgain } from '../../features/captcha/challenge.server.ts'
import { submit } from '../../kernel/api.server.ts'
import { FormBox, FormField, useContractForm } from '../../kernel/form.tsx'
import { formAgain, readForm } from '../../kernel/form.server.ts'
import { useTranslate } from '../../kernel/visit-context.tsx'
import { Button } from '../../ui/button.tsx'
import { PasswordInput } from '../../ui/password-input.tsx'
import { TextInput } from '../../ui/text-input.tsx'
import { TextLink } from '../../ui/text-link.tsx'
import type { Route } from './+types/register.ts'

export async function action(args: Route.ActionArgs) {
  const values = await readForm(args.request, registerForm)
  const result = await submit(args, register, registerForm.toInput(values))
  if (!result.ok) return challengedAgain(args, 'email', formAgain(registerForm, values, result))
  return { sentTo: result.reply.e_mail }
}

export default function Register({ actionData }: Route.ComponentProps) {
  if (actionData !== undefined && 'sentTo' in actionData) {
    return <CheckYourMail address={actionData.sentTo} />
  }
  return <RegisterForm refused={actionData} />
}

function CheckYourMail({ address }: { address: string }) {
  const t = useTranslate()
  return (
    <AccountPanel title={t('activation.check_mail')}>
      <p className="leading-prose">
        {t.rich<React.ReactNode>('activation.sent_to', {
          address: (
            <b key="address" dir="ltr">
              {address}
            </b>
          ),
        })}
      </p>
      <p className="text-md text-ink-2">{t('activation.no_mail')}</p>
    </AccountPanel>
  )
}

type RegisterFormProps = {
  refused: Exclude<Route.ComponentProps['actionData'], { sentTo: string }>
}

function RegisterForm({ refused }: RegisterFormProps) {
  const t = useTranslate()
  const form = useContractForm(registerForm, refused)
  return (
    <AccountGate
      title={t('account.sign_up')}
      intro={t.rich<React.ReactNode>('account.already_here', {
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
          label={t('account.e_mail')}
          hint={t('account.e_mail_hint')}
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
        <ChallengeField refused={refused} />
        <Button type="submit" variant="primary" size="lg" block loading={form.isSending}>
          {t('account.sign_up')}
        </Button>
      </FormBox>
    </AccountGate>
  )
}
