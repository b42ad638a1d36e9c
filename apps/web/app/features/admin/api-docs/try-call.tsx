import { useEffect, useRef, useState } from 'react'
import { useTranslate } from '../../../kernel/visit-context.tsx'
import { Button } from '../../../ui/button.tsx'
import { CodeBlock } from '../../../ui/code-block.tsx'
import { Field } from '../../../ui/field.tsx'
import { FormError } from '../../../ui/form-dialog.tsx'
import { Select } from '../../../ui/select.tsx'
import { TextArea } from '../../../ui/text-area.tsx'
import { TextInput } from '../../../ui/text-input.tsx'
import { FieldProblem, toCurl, toRequest } from './call-request.ts'
import type { CallDoc, FieldDoc } from './describe.server.ts'
import { type SentCall, sendCall } from './raw-transport.ts'

type TryCallProps = { call: CallDoc; apiKey: string; onClose: () => void }

/** Mounted after a click, so there is a window. */
export function TryCall({ call, apiKey, onClose }: TryCallProps) {
  const t = useTranslate()
  const [values, setValues] = useState<Readonly<Record<string, string>>>({})
  const [problem, setProblem] = useState<string | null>(null)
  const [isSending, setSending] = useState(false)
  const [sent, setSent] = useState<SentCall | null>(null)
  const [hasFailed, setFailed] = useState(false)
  const form = useRef<HTMLFormElement>(null)
  useEffect(() => form.current?.querySelector<HTMLElement>('input, select, textarea')?.focus(), [])

  const send = async () => {
    setProblem(null)
    setFailed(false)
    try {
      const request = toRequest(call, values)
      setSending(true)
      setSent(await sendCall(call.method, request, apiKey))
    } catch (error) {
      if (error instanceof FieldProblem) setProblem(error.field)
      else setFailed(true)
    } finally {
      setSending(false)
    }
  }

  return (
    <form
      ref={form}
      noValidate
      aria-label={t('api.try_call', { call: `${call.method} ${call.path}` })}
      className="grid grid-cols-[minmax(0,1fr)] gap-4 rounded-md border border-line bg-raised p-4"
      onSubmit={(event) => {
        event.preventDefault()
        void send()
      }}
    >
      {call.input.map((field) => (
        <FieldControl
          key={field.name}
          field={field}
          value={values[field.name] ?? ''}
          error={problem === field.name ? t('api.not_json') : undefined}
          onChange={(value) => setValues({ ...values, [field.name]: value })}
        />
      ))}
      <p className="text-sm text-ink-3">
        {t(apiKey === '' ? 'api.sent_as_session' : 'api.sent_as_key')}
        {call.changesState && ` ${t('api.changes')}`}
      </p>
      <FormError>{hasFailed ? t('network.unreachable') : undefined}</FormError>
      <div className="flex flex-wrap gap-2">
        <Button type="submit" variant="primary" loading={isSending}>
          {t('api.send')}
        </Button>
        <Button variant="ghost" onClick={onClose}>
          {t('api.close')}
        </Button>
      </div>
      {sent !== null && <Result call={call} sent={sent} />}
    </form>
  )
}

type FieldControlProps = {
  field: FieldDoc
  value: string
  error: string | undefined
  onChange: (value: string) => void
}

function FieldControl({ field, value, error, onChange }: FieldControlProps) {
  const t = useTranslate()
  const { name, type, required, options, isText } = field
  const isLong = !isText && !/^(?:number|integer)/.test(type)
  return (
    <Field label={name} hint={<bdi>{type}</bdi>} error={error} required={required}>
      {options.length > 0 ? (
        <Select
          value={value}
          onChange={(event) => onChange(event.currentTarget.value)}
          options={[
            { value: '', label: t('api.not_sent') },
            ...options.map((option) => ({ value: option, label: option })),
          ]}
        />
      ) : isLong ? (
        <TextArea
          mono
          dir="ltr"
          rows={2}
          value={value}
          onChange={(event) => onChange(event.currentTarget.value)}
        />
      ) : (
        <TextInput
          dir="auto"
          autoComplete="off"
          value={value}
          onChange={(event) => onChange(event.currentTarget.value)}
        />
      )}
    </Field>
  )
}

function Result({ call, sent }: { call: CallDoc; sent: SentCall }) {
  const t = useTranslate()
  const curl = toCurl(call.method, window.location.origin, sent.request)
  const copy = { copyLabel: t('code.copy'), copiedLabel: t('code.copied') }
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
      <p role="status" className="text-md">
        {t('api.answered', { status: sent.status, ms: sent.ms })}
      </p>
      <CodeBlock title={t('api.response_body')} text={sent.body} {...copy} />
      <CodeBlock title="curl" text={curl} {...copy} />
    </div>
  )
}
