import { FormBox, FormField, useContractForm, type RejectedForm } from '../../../kernel/form.tsx'
import { useTranslate, useVisit } from '../../../kernel/visit-context.tsx'
import { Button, ButtonLink } from '../../../ui/button.tsx'
import { Notice } from '../../../ui/notice.tsx'
import { Section } from '../../../ui/section.tsx'
import { CaptchaField } from '../../site/captcha/captcha-field.tsx'
import { accountPath } from './email-section.tsx'
import { NewPasswordFields, PasswordField } from './password-fields.tsx'
import { changePasswordForm } from './recovery-forms.ts'

type PasswordSectionProps = {
  hasPassword: boolean
  isOpen: boolean
  isChanged: boolean
  rejected: RejectedForm<'old_pass' | 'pass' | 'again'>
}

export function PasswordSection(props: PasswordSectionProps) {
  const { hasPassword, isOpen, isChanged, rejected } = props
  const t = useTranslate()
  const { site } = useVisit()
  const label = hasPassword
    ? t('account_settings.change_password')
    : t('account_settings.set_password')
  return (
    <Section title={t('account_settings.password')} size="sm">
      <div className="grid gap-4 py-1">
        {isChanged && (
          <Notice tone="ok" live>
            {t('account_settings.password_changed')}
          </Notice>
        )}
        {isOpen && !isChanged ? (
          <PasswordForm hasPassword={hasPassword} label={label} rejected={rejected} />
        ) : (
          <>
            {!site.passwordLogin && (
              <p className="text-md text-ink-2">{t('account_settings.password_confirms')}</p>
            )}
            <p className="text-md text-ink-2">
              {hasPassword ? t('account_settings.has_password') : t('account_settings.no_password')}
            </p>
            <div>
              <ButtonLink href={`${accountPath}?change=password`} keepScroll>
                {label}
              </ButtonLink>
            </div>
          </>
        )}
      </div>
    </Section>
  )
}

type PasswordFormProps = Pick<PasswordSectionProps, 'hasPassword' | 'rejected'> & { label: string }

function PasswordForm({ hasPassword, label, rejected }: PasswordFormProps) {
  const t = useTranslate()
  const form = useContractForm(changePasswordForm, rejected)
  return (
    <FormBox form={form} className="grid max-w-form gap-4">
      <input type="hidden" name="intent" value="password" />
      {hasPassword && (
        <FormField form={form} name="old_pass" label={t('account.current_password')}>
          {(control) => <PasswordField control={control} autoComplete="current-password" />}
        </FormField>
      )}
      <NewPasswordFields form={form} />
      <CaptchaField rejected={rejected} />
      <div className="flex flex-wrap gap-2">
        <Button type="submit" variant="primary" loading={form.isSubmitting}>
          {label}
        </Button>
        <ButtonLink href={accountPath} variant="ghost" keepScroll>
          {t('account_settings.cancel')}
        </ButtonLink>
      </div>
    </FormBox>
  )
}
