import { useSubmit } from 'react-router'
import { FormBox, FormField, useContractForm, type RejectedForm } from '../../../../kernel/form.tsx'
import { useTranslate } from '../../../../kernel/visit-context.tsx'
import { Notice } from '../../../../ui/notice.tsx'
import { TextInput } from '../../../../ui/text-input.tsx'
import { passkeyForm } from './second-factor-forms.ts'
import { PasswordField, StepButtons, StepFrame } from './step-frame.tsx'
import { useCeremony, type PasskeyRequest } from './use-ceremony.ts'

type AddPasskeyStepProps = {
  rejected: RejectedForm<string>
  request: (PasskeyRequest & { name: string }) | null
}

export function AddPasskeyStep({ rejected, request }: AddPasskeyStepProps) {
  const t = useTranslate()
  const submit = useSubmit()
  const form = useContractForm(passkeyForm, rejected)
  const state = useCeremony('register', request, ({ token, name }, response) => {
    void submit({ token, name, response }, { method: 'post' })
  })
  return (
    <StepFrame title={t('passkey.add')} intro={t('passkey.add_intro')}>
      <p className="hidden max-w-measure noscript:block">{t('passkey.needs_javascript')}</p>
      <FormBox form={form} className="grid max-w-form gap-4 noscript:hidden">
        {(state === 'failed' || state === 'duplicate') && (
          <Notice tone="warn" live>
            {t(state === 'duplicate' ? 'passkey.already_added' : 'passkey.not_added')}
          </Notice>
        )}
        <FormField form={form} name="name" label={t('passkey.name')} hint={t('passkey.name_hint')}>
          {(control) => <TextInput {...control} autoComplete="off" dir="auto" />}
        </FormField>
        <PasswordField form={form} />
        <StepButtons label={t('passkey.add')} loading={form.isSubmitting || state === 'waiting'} />
      </FormBox>
    </StepFrame>
  )
}
