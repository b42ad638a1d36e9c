import type { InputOf, ResponseOf } from '@stoa/contract/endpoint'
import { checkMailServer } from '@stoa/contract/features/mail-check'
import { useState } from 'react'
import { useMutation } from '../../../kernel/use-mutation.ts'
import { useTranslate } from '../../../kernel/visit-context.tsx'
import { Button } from '../../../ui/button.tsx'
import { Field } from '../../../ui/field.tsx'
import { Notice } from '../../../ui/notice.tsx'
import { Section } from '../../../ui/section.tsx'
import { TextInput } from '../../../ui/text-input.tsx'
import { MailRecords } from './mail-records.tsx'
import { MailSteps } from './mail-steps.tsx'
import type { SettingDraft } from './use-settings-draft.ts'

type Input = InputOf<typeof checkMailServer>
type Result = ResponseOf<typeof checkMailServer>

/** Checks what is in the form now, without saving it. */
export function MailCheck({ dirty }: { dirty: readonly SettingDraft[] }) {
  const t = useTranslate()
  const [recipient, setRecipient] = useState('')
  const [selector, setSelector] = useState('')
  const [result, setResult] = useState<Result | null>(null)
  const { run, error, isSending } = useMutation({
    send: (call, input: Input) => call(checkMailServer, input),
    showsFieldError: true,
    onSuccess: setResult,
  })
  const hasUnsaved = dirty.length > 0
  const input: Input = {
    ...toInput(dirty),
    dkim_selector: selector.trim(),
    ...(recipient.trim() !== '' && !hasUnsaved && { test_email_recipient: recipient.trim() }),
  }
  return (
    <div className="mt-8">
      <Section title={t('mail_check.title')}>
        <p className="max-w-measure pt-2 text-sm text-ink-3">{t('mail_check.hint')}</p>
        <div className="grid max-w-[34rem] gap-3 pt-3">
          <Field
            label={t('mail_check.recipient')}
            hint={t(hasUnsaved ? 'mail_check.save_first' : 'mail_check.recipient_hint')}
          >
            <TextInput
              type="email"
              dir="ltr"
              disabled={hasUnsaved}
              value={recipient}
              onChange={(event) => setRecipient(event.currentTarget.value)}
            />
          </Field>
          <Field label={t('mail_check.selector')} hint={t('mail_check.selector_hint')}>
            <TextInput
              dir="ltr"
              value={selector}
              onChange={(event) => setSelector(event.currentTarget.value)}
            />
          </Field>
          <div>
            <Button
              loading={isSending}
              onClick={() => {
                setResult(null)
                void run(input)
              }}
            >
              {t('mail_check.run')}
            </Button>
          </div>
          {error !== undefined && (
            <Notice tone="bad" live>
              {error}
            </Notice>
          )}
        </div>
        <div aria-live="polite">
          {isSending && <p className="pt-4 text-sm text-ink-3">{t('mail_check.running')}</p>}
          {result && <Results result={result} />}
        </div>
      </Section>
    </div>
  )
}

function Results({ result: { server, steps, certificate, domain, records } }: { result: Result }) {
  const t = useTranslate()
  return (
    <div className="grid gap-6 pt-6">
      <MailSteps server={server} steps={steps} certificate={certificate} />
      {domain === '' ? (
        <p className="text-sm text-ink-3">{t('mail_check.no_sender')}</p>
      ) : (
        <MailRecords domain={domain} records={records} />
      )}
    </div>
  )
}

/** The name of the sender is not checked. */
function toInput(dirty: readonly SettingDraft[]): Input {
  const checked = dirty.filter(({ field }) => field.name !== 'from_name')
  return Object.fromEntries(checked.map(({ field, value }) => [field.name, value]))
}
