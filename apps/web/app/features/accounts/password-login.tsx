import { FormMessage } from '../../kernel/form-message.tsx'
import { FormBox, FormField, useContractForm, type Refused } from '../../kernel/form.tsx'
import { useTranslate } from '../../kernel/visit-context.tsx'
import { Button } from '../../ui/button.tsx'
import { Notice } from '../../ui/notice.tsx'
import { PasswordInput } from '../../ui/password-input.tsx'
import { TextInput } from '../../ui/text-input.tsx'
import { TextLink } from '../../ui/text-link.tsx'
import { ChallengeField } from '../captcha/challenge-field.tsx'
import { loginForm } from './account-forms.ts'

type LoginRefused = Refused<'e_mail' | 'pass'>

type PasswordLoginProps = {
  refused: LoginRefused
  /** Another way to log in stands above and is the main one. */
  isSecondary: boolean
}

export function PasswordLogin({ refused, isSecondary }: PasswordLoginProps) {
  const t = useTranslate()
  const form = useContractForm(loginForm, refused)
  return (
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
        variant={isSecondary ? 'secondary' : 'primary'}
        size="lg"
        block
        loading={form.isSending}
      >
        {t('account.log_in')}
      </Button>
    </FormBox>
  )
}

/** In place of the form, on a site that does not use passwords to log in. */
export function PasswordLoginOff({ refused }: { refused: LoginRefused }) {
  const t = useTranslate()
  return (
    <>
      <FormMessage message={refused?.problem.message ?? null} isLate={false} />
      <Notice tone="info">{t('error.account.password_login_off')}</Notice>
    </>
  )
}
