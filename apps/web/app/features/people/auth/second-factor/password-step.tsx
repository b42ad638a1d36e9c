import { FormBox, useContractForm, type RejectedForm } from '../../../../kernel/form.tsx'
import { useTranslate } from '../../../../kernel/visit-context.tsx'
import { passwordForm, removePasskeyForm } from './second-factor-forms.ts'
import { PasswordField, StepButtons, StepFrame } from './step-frame.tsx'

type StepProps = { rejected: RejectedForm<string> }

const formClass = 'grid max-w-form gap-4'

export function StartAppStep({ rejected }: StepProps) {
  const t = useTranslate()
  const form = useContractForm(passwordForm, rejected)
  return (
    <StepFrame title={t('totp.set_up')} intro={t('totp.set_up_intro')}>
      <FormBox form={form} className={formClass}>
        <PasswordField form={form} />
        <StepButtons label={t('totp.continue')} loading={form.isSubmitting} />
      </FormBox>
    </StepFrame>
  )
}

export function RenewCodesStep({ rejected }: StepProps) {
  const t = useTranslate()
  const form = useContractForm(passwordForm, rejected)
  return (
    <StepFrame title={t('recovery_codes.renew')} intro={t('recovery_codes.renew_intro')}>
      <FormBox form={form} className={formClass}>
        <PasswordField form={form} />
        <StepButtons label={t('recovery_codes.generate')} loading={form.isSubmitting} />
      </FormBox>
    </StepFrame>
  )
}

export function RemoveAppStep({ rejected }: StepProps) {
  const t = useTranslate()
  const form = useContractForm(passwordForm, rejected)
  return (
    <StepFrame title={t('totp.turn_off')} intro={t('totp.turn_off_intro')}>
      <FormBox form={form} className={formClass}>
        <PasswordField form={form} />
        <StepButtons label={t('totp.turn_off')} variant="danger" loading={form.isSubmitting} />
      </FormBox>
    </StepFrame>
  )
}

type RemovePasskeyStepProps = StepProps & { passkey: { id: string; name: string } }

export function RemovePasskeyStep({ rejected, passkey }: RemovePasskeyStepProps) {
  const t = useTranslate()
  const form = useContractForm(removePasskeyForm, rejected)
  return (
    <StepFrame
      title={t('passkey.remove')}
      intro={t.rich<React.ReactNode>('passkey.remove_intro', {
        name: (
          <b key="name">
            <bdi>{passkey.name}</bdi>
          </b>
        ),
      })}
    >
      <FormBox form={form} className={formClass}>
        <input type="hidden" {...form.control('id')} defaultValue={passkey.id} />
        <PasswordField form={form} />
        <StepButtons label={t('passkey.remove')} variant="danger" loading={form.isSubmitting} />
      </FormBox>
    </StepFrame>
  )
}
