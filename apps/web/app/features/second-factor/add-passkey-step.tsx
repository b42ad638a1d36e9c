import { useSubmit } from 'react-router'
import { FormBox, FormField, useContractForm, type Refused } from '../../kernel/form.tsx'
import { useTranslate } from '../../kernel/visit-context.tsx'
import { Notice } from '../../ui/notice.tsx'
import { TextInput } from '../../ui/text-input.tsx'
import { passkeyForm } from './second-factor-forms.ts'
import { PasswordField, StepButtons, StepFrame } from './step-frame.tsx'
import { useCeremony, type Asked } from './use-ceremony.ts'

type AddPasskeyStepProps = { refused: Refused<string>; asked: (Asked & { name: string }) | null }

export function AddPasskeyStep({ refused, asked }: AddPasskeyStepProps) {
  const t = useTranslate()
  const submit = useSubmit()
  const form = useContractForm(passkeyForm, refused)
  const state = useCeremony('register', asked, ({ token, name }, response) => {
    void submit({ token, name, response }, { method: 'post' })
  })
  return (
    <StepFrame title={t('passkey.add')} intro={t('passkey.add_intro')}>
      <p className="hidden max-w-measure noscript:block">{t('passkey.needs_scripts')}</p>
      <FormBox form={form} className="grid max-w-form gap-4 noscript:hidden">
        {(state === 'refused' || state === 'known') && (
          <Notice tone="warn" live>
            {t(state === 'known' ? 'passkey.known' : 'passkey.not_added')}
          </Notice>
        )}
        <FormField form={form} name="name" label={t('passkey.name')} hint={t('passkey.name_hint')}>
          {(control) => <TextInput {...control} autoComplete="off" dir="auto" />}
        </FormField>
        <PasswordField form={form} />
        <StepButtons label={t('passkey.add')} loading={form.isSending || state === 'waiting'} />
      </FormBox>
    </StepFrame>
  )
}
