import { askPasswordReset } from '@stoa/contract/features/recovery'
import { AccountGate } from '../../features/accounts/account-gate.tsx'
import { AccountPanel } from '../../features/accounts/account-panel.tsx'
import { Address } from '../../features/accounts/address.tsx'
import { explainLimit } from '../../features/accounts/limited.server.ts'
import { recoverForm } from '../../features/accounts/recovery-forms.ts'
import { ChallengeField } from '../../features/captcha/challenge-field.tsx'
import { challengedAgain } from '../../features/captcha/challenge.server.ts'
import { submit } from '../../kernel/api.server.ts'
import { FormBox, FormField, useContractForm } from '../../kernel/form.tsx'
import { formAgain, readForm } from '../../kernel/form.server.ts'
import { useTranslate, useVisit } from '../../kernel/visit-context.tsx'
import { Button, ButtonLink } from '../../ui/button.tsx'
import { Notice } from '../../ui/notice.tsx'
import { TextInput } from '../../ui/text-input.tsx'
import { TextLink } from '../../ui/text-link.tsx'
import type { Route } from './+types/recovery.ts'

export async function action(args: Route.ActionArgs) {
  const values = await readForm(args.request, recoverForm)
  const result = await submit(args, askPasswordReset, recoverForm.toInput(values))
  if (!result.ok) {
    const refusal = explainLimit(args.context, result, 'recovery.limited')
    return challengedAgain(args, 'email', formAgain(recoverForm, values, refusal))
  }
  return { sentTo: values.e_mail.trim() }
}

export default function Recovery({ actionData }: Route.ComponentProps) {
  const { site } = useVisit()
  if (!site.passwordLogin) return <RecoveryOff />
  if (actionData !== undefined && 'sentTo' in actionData)
    return <CheckYourMail address={actionData.sentTo} />
  return <RecoveryForm refused={actionData} />
}

function RecoveryOff() {
  const t = useTranslate()
  return (
    <AccountGate title={t('recovery.title')}>
      <Notice tone="info">{t('error.account.password_login_off')}</Notice>
      <BackToLogin />
    </AccountGate>
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

/** Says the same whether or not the address has an account. */
function CheckYourMail({ address }: { address: string }) {
  const t = useTranslate()
  return (
    <AccountPanel title={t('activation.check_mail')}>
      <p className="leading-prose">
        {t.rich<React.ReactNode>('recovery.sent', {
          address: <Address key="address">{address}</Address>,
        })}
      </p>
      <p className="text-md text-ink-2">{t('recovery.no_mail')}</p>
      <div>
        <ButtonLink href="/users/login">{t('recovery.back_to_login')}</ButtonLink>
      </div>
    </AccountPanel>
  )
}

type FormProps = { refused: Exclude<Route.ComponentProps['actionData'], { sentTo: string }> }

function RecoveryForm({ refused }: FormProps) {
  const t = useTranslate()
  const form = useContractForm(recoverForm, refused)
  return (
    <AccountGate title={t('recovery.title')} intro={t('recovery.intro')}>
      <FormBox form={form} className="grid gap-4">
        <FormField form={form} name="e_mail" label={t('account.e_mail')}>
          {(control) => (
            <TextInput {...control} type="email" autoComplete="username" inputMode="email" />
          )}
        </FormField>
        <ChallengeField refused={refused} />
        <Button type="submit" variant="primary" size="lg" block loading={form.isSending}>
          {t('recovery.send')}
        </Button>
      </FormBox>
      <BackToLogin />
    </AccountGate>
  )
}
