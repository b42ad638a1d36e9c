import { changeSmtpSettings } from '@stoa/contract/features/site-settings'
import { useState } from 'react'
import { useMutation } from '../../../kernel/use-mutation.ts'
import { useTranslate, useVisit } from '../../../kernel/visit-context.tsx'
import { Button } from '../../../ui/button.tsx'
import { Field } from '../../../ui/field.tsx'
import { Notice } from '../../../ui/notice.tsx'
import { Section } from '../../../ui/section.tsx'
import { TextInput } from '../../../ui/text-input.tsx'

type Result = { is_sent: boolean; error: string } | null

/** Sends through the saved settings, so unsaved ones are saved first. */
export function TestEmail({ hasUnsaved }: { hasUnsaved: boolean }) {
  const t = useTranslate()
  const { viewer } = useVisit()
  const [recipient, setRecipient] = useState(viewer?.e_mail ?? '')
  const [result, setResult] = useState<Result>(null)
  const { run, error, isSending } = useMutation({
    send: (call, to: string) => call(changeSmtpSettings, { test_email_recipient: to }),
    showsFieldError: true,
    onSuccess: ({ test_email }) => setResult(test_email),
  })
  return (
    <div className="mt-8">
      <Section title={t('test_email.title')}>
        <div className="grid max-w-[34rem] gap-3 pt-2">
          <Field
            label={t('test_email.recipient')}
            hint={t(hasUnsaved ? 'test_email.save_first' : 'test_email.hint')}
            error={error}
          >
            <TextInput
              type="email"
              dir="ltr"
              value={recipient}
              onChange={(event) => setRecipient(event.currentTarget.value)}
            />
          </Field>
          <div>
            <Button
              loading={isSending}
              disabled={hasUnsaved || recipient.trim() === ''}
              onClick={() => {
                setResult(null)
                void run(recipient.trim())
              }}
            >
              {t('test_email.send')}
            </Button>
          </div>
          {result && (
            <Notice tone={result.is_sent ? 'ok' : 'bad'} live>
              {result.is_sent
                ? t('test_email.sent', { email: recipient })
                : t('test_email.failed', { error: result.error })}
            </Notice>
          )}
        </div>
      </Section>
    </div>
  )
}
