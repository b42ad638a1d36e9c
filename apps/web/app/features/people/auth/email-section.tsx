import { FormBox, FormField, useContractForm, type RejectedForm } from '../../../kernel/form.tsx'
import { useTranslate } from '../../../kernel/visit-context.tsx'
import { Button, ButtonLink } from '../../../ui/button.tsx'
import { Notice } from '../../../ui/notice.tsx'
import { Section } from '../../../ui/section.tsx'
import { TextInput } from '../../../ui/text-input.tsx'
import { CaptchaField } from '../../site/captcha/captcha-field.tsx'
import { EmailAddress } from './email-address.tsx'
import { PasswordField } from './password-fields.tsx'
import { emailForm } from './recovery-forms.ts'

export const accountPath = '/users/settings/account'

type EmailSectionProps = {
  email: string
  hasPassword: boolean
  isOpen: boolean
  sentTo: string | null
  rejected: RejectedForm<'e_mail' | 'pass'>
}

export function EmailSection(props: EmailSectionProps) {
  const { email, hasPassword, isOpen, sentTo, rejected } = props
  const t = useTranslate()
  return (
    <Section title={t('account_settings.email')} size="sm">
      <div className="grid gap-4 py-1">
        <p className="text-md">
          <EmailAddress>{email}</EmailAddress>
        </p>
        {sentTo !== null && (
          <Notice tone="ok" live>
            {t.rich<React.ReactNode>('change_email.sent', {
              email: <EmailAddress key="email">{sentTo}</EmailAddress>,
            })}
          </Notice>
        )}
        {isOpen && sentTo === null ? (
          <EmailForm hasPassword={hasPassword} rejected={rejected} />
        ) : (
          <div>
            <ButtonLink href={`${accountPath}?change=email`} keepScroll>
              {t('account_settings.change_email')}
            </ButtonLink>
          </div>
        )}
      </div>
    </Section>
  )
}

function EmailForm({ hasPassword, rejected }: Pick<EmailSectionProps, 'hasPassword' | 'rejected'>) {
  const t = useTranslate()
  const form = useContractForm(emailForm, rejected)
  return (
    <FormBox form={form} className="grid max-w-form gap-4">
      <input type="hidden" name="intent" value="email" />
      <FormField
        form={form}
        name="e_mail"
        label={t('account.new_email')}
        hint={t('change_email.intro')}
      >
        {(control) => (
          <TextInput {...control} type="email" autoComplete="email" inputMode="email" />
        )}
      </FormField>
      {hasPassword && (
        <FormField form={form} name="pass" label={t('account.current_password')}>
          {(control) => <PasswordField control={control} autoComplete="current-password" />}
        </FormField>
      )}
      <CaptchaField rejected={rejected} />
      <div className="flex flex-wrap gap-2">
        <Button type="submit" variant="primary" loading={form.isSubmitting}>
          {t('change_email.send')}
        </Button>
        <ButtonLink href={accountPath} variant="ghost" keepScroll>
          {t('account_settings.cancel')}
        </ButtonLink>
      </div>
    </FormBox>
  )
}
