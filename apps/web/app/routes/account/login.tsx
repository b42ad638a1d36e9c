import { loginForm } from '../../features/accounts/account-forms.ts'
import { AccountGate } from '../../features/accounts/account-gate.tsx'
import { CodeStep } from '../../features/accounts/code-step.tsx'
import { logIn } from '../../features/accounts/log-in.server.ts'
import { PasskeyLogin } from '../../features/accounts/passkey-login.tsx'
import { ChallengeField } from '../../features/captcha/challenge-field.tsx'
import { canUsePasskeys } from '../../features/second-factor/passkey-places.ts'
import { hostContext } from '../../kernel/context.server.ts'
import { FormBox, FormField, useContractForm } from '../../kernel/form.tsx'
import { useTranslate, useVisit } from '../../kernel/visit-context.tsx'
import { Button } from '../../ui/button.tsx'
import { Notice } from '../../ui/notice.tsx'
import { PasswordInput } from '../../ui/password-input.tsx'
import { TextInput } from '../../ui/text-input.tsx'
import { TextLink } from '../../ui/text-link.tsx'
import type { Route } from './+types/login.ts'

export function loader({ context }: Route.LoaderArgs) {
  return { hasPasskeys: canUsePasskeys(context.get(hostContext).site.general.site_url) }
}

export const action = (args: Route.ActionArgs) => logIn(args)

export default function Login({ loaderData, actionData }: Route.ComponentProps) {
  if (actionData?.step === 'code') return <CodeStep refused={actionData.refused} />
  return <FirstStep {...loaderData} posted={actionData} />
}

type FirstStepProps = {
  hasPasskeys: boolean
  posted: Exclude<Route.ComponentProps['actionData'], { step: 'code' }>
}

function FirstStep({ hasPasskeys, posted }: FirstStepProps) {
  const t = useTranslate()
  const { site } = useVisit()
  const refused = posted?.step === 'password' ? posted.refused : undefined
  const form = useContractForm(loginForm, refused)
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
      {hasPasskeys && <PasskeyLogin asked={posted?.step === 'passkey' ? posted.asked : null} />}
      {!site.passwordLogin && <Notice tone="warn">{t('error.account.password_login_off')}</Notice>}
      <FormBox form={form} className="grid gap-4">
        <FormField form={form} name="e_mail" label={t('account.e_mail')}>
          {(control) => (
            <TextInput {...control} type="email" autoComplete="username" inputMode="email" />
          )}
        </FormField>
        <FormField
          form={form}
          name="pass"
          label={t('account.password')}
          aside={
            <TextLink href="/users/account-recovery" tone="quiet" className="hit">
              {t('account.forgot')}
            </TextLink>
          }
        >
          {(control) => (
            <PasswordInput
              {...control}
              autoComplete="current-password"
              showLabel={t('account.show_password')}
              hideLabel={t('account.hide_password')}
            />
          )}
        </FormField>
        <ChallengeField refused={refused} />
        <Button
          type="submit"
          variant={hasPasskeys ? 'secondary' : 'primary'}
          size="lg"
          block
          loading={form.isSending}
        >
          {t('account.log_in')}
        </Button>
      </FormBox>
    </AccountGate>
  )
}
