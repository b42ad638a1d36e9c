import { useEffect } from 'react'
import { useLocation } from 'react-router'
import { FormBox, FormField, useContractForm, type Refused } from '../../kernel/form.tsx'
import { useTranslate } from '../../kernel/visit-context.tsx'
import { Button, ButtonLink } from '../../ui/button.tsx'
import { TextInput } from '../../ui/text-input.tsx'
import { codeForm } from './account-forms.ts'
import { AccountGate } from './account-gate.tsx'

type CodeStepProps = { refused: Refused<'token' | 'code'> }

/** The password was right; what is missing is a code of the app, or one of those kept for a bad day. */
export function CodeStep({ refused }: CodeStepProps) {
  const t = useTranslate()
  const { pathname, search } = useLocation()
  const form = useContractForm(codeForm, refused)
  // The screen changed under the keyboard because of what was typed: it goes on in the only field.
  useEffect(() => document.getElementById('code')?.focus(), [])
  return (
    <AccountGate title={t('second_step.title')} intro={t('second_step.intro')}>
      <FormBox form={form} className="grid gap-4">
        <input type="hidden" name="step" value="code" />
        <input type="hidden" {...form.control('token')} />
        <FormField
          form={form}
          name="code"
          label={t('second_step.code')}
          hint={t('second_step.recovery_hint')}
        >
          {(control) => (
            <TextInput
              {...control}
              dir="ltr"
              autoComplete="one-time-code"
              autoCapitalize="none"
              spellCheck={false}
            />
          )}
        </FormField>
        <Button type="submit" variant="primary" size="lg" block loading={form.isSending}>
          {t('account.log_in')}
        </Button>
      </FormBox>
      <ButtonLink href={pathname + search} variant="ghost" block>
        {t('second_step.start_again')}
      </ButtonLink>
    </AccountGate>
  )
}
