import { FormMessage } from '../../../kernel/form-message.tsx'
import { FormBox, FormField, useContractForm, type RejectedForm } from '../../../kernel/form.tsx'
import { useTranslate } from '../../../kernel/visit-context.tsx'
import { Button } from '../../../ui/button.tsx'
import { Notice } from '../../../ui/notice.tsx'
import { PasswordInput } from '../../../ui/password-input.tsx'
import { TextInput } from '../../../ui/text-input.tsx'
import { TextLink } from '../../../ui/text-link.tsx'
import { CaptchaField } from '../../site/captcha/captcha-field.tsx'
import { loginForm } from './account-forms.ts'

type RejectedLogin = RejectedForm<'e_mail' | 'pass'>

type PasswordLoginProps = {
  rejected: RejectedLogin
  /** Whether other ways are offered first. */
  isSecondary: boolean
}

export function PasswordLogin({ rejected, isSecondary }: PasswordLoginProps) {
  const t = useTranslate()
  const form = useContractForm(loginForm, rejected)
  return (
    <FormBox form={form} className="grid gap-4">
      <FormField form={form} name="e_mail" label={t('account.email')}>
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
            {t('account.forgot_password')}
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
      <CaptchaField rejected={rejected} />
      <Button
        type="submit"
        variant={isSecondary ? 'secondary' : 'primary'}
        size="lg"
        block
        loading={form.isSubmitting}
      >
        {t('account.log_in')}
      </Button>
    </FormBox>
  )
}

type PasswordLoginDisabledProps = { rejected: RejectedLogin; hasConnectors: boolean }

/** Shown on sites with password login turned off. The other ways need no explanation. */
export function PasswordLoginDisabled({ rejected, hasConnectors }: PasswordLoginDisabledProps) {
  const t = useTranslate()
  return (
    <>
      <FormMessage message={rejected?.problem.message ?? null} isLate={false} />
      {!hasConnectors && <Notice tone="info">{t('error.account.password_login_off')}</Notice>}
    </>
  )
}
