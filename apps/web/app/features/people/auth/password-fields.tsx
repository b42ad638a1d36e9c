import { FormField, type ContractForm, type Control } from '../../../kernel/form.tsx'
import { useTranslate } from '../../../kernel/visit-context.tsx'
import { PasswordInput } from '../../../ui/password-input.tsx'

type PasswordFieldProps = {
  control: Control
  autoComplete: 'current-password' | 'new-password'
}

export function PasswordField({ control, autoComplete }: PasswordFieldProps) {
  const t = useTranslate()
  return (
    <PasswordInput
      {...control}
      autoComplete={autoComplete}
      showLabel={t('account.show_password')}
      hideLabel={t('account.hide_password')}
    />
  )
}

export function NewPasswordFields<Name extends string>({
  form,
}: {
  form: ContractForm<Name | 'pass' | 'again'>
}) {
  const t = useTranslate()
  return (
    <>
      <FormField
        form={form}
        name="pass"
        label={t('account.new_password')}
        hint={t('account.password_hint')}
      >
        {(control) => <PasswordField control={control} autoComplete="new-password" />}
      </FormField>
      <FormField form={form} name="again" label={t('account.confirm_password')}>
        {(control) => <PasswordField control={control} autoComplete="new-password" />}
      </FormField>
    </>
  )
}
