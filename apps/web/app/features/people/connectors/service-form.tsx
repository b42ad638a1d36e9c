import { FormBox, FormField, useContractForm, type RejectedForm } from '../../../kernel/form.tsx'
import { useTranslate } from '../../../kernel/visit-context.tsx'
import { Button } from '../../../ui/button.tsx'
import { TextInput } from '../../../ui/text-input.tsx'
import { CaptchaField } from '../../site/captcha/captcha-field.tsx'
import { PasswordField } from '../auth/password-fields.tsx'
import { serviceForm } from './connector-forms.ts'

export type RejectedService = RejectedForm<'username' | 'password'>

type ServiceFormProps = {
  rejected: RejectedService
  /** Tells forms of one page apart. */
  name: 'step' | 'intent'
  submitLabel: string
  /** Beside the button. */
  children?: React.ReactNode
}

/** For the account at a service that takes a username and a password, such as a company directory. */
export function ServiceForm({ rejected, name, submitLabel, children }: ServiceFormProps) {
  const t = useTranslate()
  const form = useContractForm(serviceForm, rejected)
  const isPage = name === 'step'
  return (
    <FormBox form={form} className="grid max-w-form gap-4">
      <input type="hidden" name={name} value="service" />
      <FormField form={form} name="username" label={t('connectors.username')}>
        {(control) => (
          <TextInput
            {...control}
            dir="ltr"
            autoComplete={isPage ? 'username' : 'off'}
            autoCapitalize="none"
            spellCheck={false}
          />
        )}
      </FormField>
      <FormField form={form} name="password" label={t('account.password')}>
        {(control) => <PasswordField control={control} autoComplete="current-password" />}
      </FormField>
      <CaptchaField rejected={rejected} />
      <div className={isPage ? 'grid gap-2' : 'flex flex-wrap gap-2'}>
        <Button
          type="submit"
          variant="primary"
          size={isPage ? 'lg' : 'md'}
          block={isPage}
          loading={form.isSubmitting}
        >
          {submitLabel}
        </Button>
        {children}
      </div>
    </FormBox>
  )
}
