import { FormBox, useContractForm, type Refused } from '../../kernel/form.tsx'
import { useTranslate } from '../../kernel/visit-context.tsx'
import { passwordForm, removePasskeyForm } from './second-factor-forms.ts'
import { PasswordField, StepButtons, StepFrame } from './step-frame.tsx'

type RefusedProps = { refused: Refused<string> }

const FORM = 'grid max-w-form gap-4'

export function StartAppStep({ refused }: RefusedProps) {
  const t = useTranslate()
  const form = useContractForm(passwordForm, refused)
  return (
    <StepFrame title={t('totp.set_up')} intro={t('totp.set_up_intro')}>
      <FormBox form={form} className={FORM}>
        <PasswordField form={form} />
        <StepButtons label={t('totp.continue')} loading={form.isSending} />
      </FormBox>
    </StepFrame>
  )
}

export function RenewCodesStep({ refused }: RefusedProps) {
  const t = useTranslate()
  const form = useContractForm(passwordForm, refused)
  return (
    <StepFrame title={t('recovery_codes.renew')} intro={t('recovery_codes.renew_intro')}>
      <FormBox form={form} className={FORM}>
        <PasswordField form={form} />
        <StepButtons label={t('recovery_codes.make')} loading={form.isSending} />
      </FormBox>
    </StepFrame>
  )
}

export function RemoveAppStep({ refused }: RefusedProps) {
  const t = useTranslate()
  const form = useContractForm(passwordForm, refused)
  return (
    <StepFrame title={t('totp.turn_off')} intro={t('totp.turn_off_intro')}>
      <FormBox form={form} className={FORM}>
        <PasswordField form={form} />
        <StepButtons label={t('totp.turn_off')} variant="danger" loading={form.isSending} />
      </FormBox>
    </StepFrame>
  )
}

type RemovePasskeyStepProps = RefusedProps & { passkey: { id: string; name: string } }

export function RemovePasskeyStep({ refused, passkey }: RemovePasskeyStepProps) {
  const t = useTranslate()
  const form = useContractForm(removePasskeyForm, refused)
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
      <FormBox form={form} className={FORM}>
        <input type="hidden" {...form.control('id')} defaultValue={passkey.id} />
        <PasswordField form={form} />
        <StepButtons label={t('passkey.remove')} variant="danger" loading={form.isSending} />
      </FormBox>
    </StepFrame>
  )
}
