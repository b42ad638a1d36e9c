import { useEffect } from 'react'
import { useLocation } from 'react-router'
import { FormBox, FormField, useContractForm, type RejectedForm } from '../../../kernel/form.tsx'
import { useTranslate } from '../../../kernel/visit-context.tsx'
import { Button, ButtonLink } from '../../../ui/button.tsx'
import { TextInput } from '../../../ui/text-input.tsx'
import { codeForm } from './account-forms.ts'
import { AuthPage } from './auth-page.tsx'

type CodeStepProps = {
  rejected: RejectedForm<'token' | 'code'>
  /** The first step, if it was not on this page. */
  firstStep?: string
}

/** The second login step: a code of the authenticator app, or a recovery code. */
export function CodeStep({ rejected, firstStep }: CodeStepProps) {
  const t = useTranslate()
  const { pathname, search } = useLocation()
  const form = useContractForm(codeForm, rejected)
  // The first step has been replaced, so its focus is lost.
  useEffect(() => document.getElementById('code')?.focus(), [])
  return (
    <AuthPage title={t('second_step.title')} intro={t('second_step.intro')}>
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
        <Button type="submit" variant="primary" size="lg" block loading={form.isSubmitting}>
          {t('account.log_in')}
        </Button>
      </FormBox>
      <ButtonLink href={firstStep ?? pathname + search} variant="ghost" block>
        {t('second_step.start_again')}
      </ButtonLink>
    </AuthPage>
  )
}
