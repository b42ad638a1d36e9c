import { FormBox, FormField, useContractForm, type Refused } from '../../kernel/form.tsx'
import { useTranslate } from '../../kernel/visit-context.tsx'
import { Button, ButtonLink } from '../../ui/button.tsx'
import { Notice } from '../../ui/notice.tsx'
import { Section } from '../../ui/section.tsx'
import { TextInput } from '../../ui/text-input.tsx'
import { ChallengeField } from '../captcha/challenge-field.tsx'
import { Address } from './address.tsx'
import { PasswordField } from './password-fields.tsx'
import { emailForm } from './recovery-forms.ts'

export const accountPath = '/users/settings/account'

type EmailSectionProps = {
  address: string
  hasPassword: boolean
  isOpen: boolean
  sentTo: string | null
  refused: Refused<'e_mail' | 'pass'>
}

export function EmailSection(props: EmailSectionProps) {
  const { address, hasPassword, isOpen, sentTo, refused } = props
  const t = useTranslate()
  return (
    <Section title={t('account_settings.e_mail')} size="sm">
      <div className="grid gap-4 py-1">
        <p className="text-md">
          <Address>{address}</Address>
        </p>
        {sentTo !== null && (
          <Notice tone="ok" live>
            {t.rich<React.ReactNode>('change_email.sent', {
              address: <Address key="address">{sentTo}</Address>,
            })}
          </Notice>
        )}
        {isOpen && sentTo === null ? (
          <EmailForm hasPassword={hasPassword} refused={refused} />
        ) : (
          <div>
            <ButtonLink href={`${accountPath}?change=email`} keepScroll>
              {t('account_settings.change_e_mail')}
            </ButtonLink>
          </div>
        )}
      </div>
    </Section>
  )
}

function EmailForm({ hasPassword, refused }: Pick<EmailSectionProps, 'hasPassword' | 'refused'>) {
  const t = useTranslate()
  const form = useContractForm(emailForm, refused)
  return (
    <FormBox form={form} className="grid max-w-form gap-4">
      <input type="hidden" name="intent" value="email" />
      <FormField
        form={form}
        name="e_mail"
        label={t('account.new_e_mail')}
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
      <ChallengeField refused={refused} />
      <div className="flex flex-wrap gap-2">
        <Button type="submit" variant="primary" loading={form.isSending}>
          {t('change_email.send')}
        </Button>
        <ButtonLink href={accountPath} variant="ghost" keepScroll>
          {t('account_settings.cancel')}
        </ButtonLink>
      </div>
    </FormBox>
  )
}
