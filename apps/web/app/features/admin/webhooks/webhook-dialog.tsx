import type { WebhookEvent } from '@stoa/contract/features/webhook-events'
import { createWebhook, updateWebhook, type Webhook } from '@stoa/contract/features/webhooks'
import { limits } from '@stoa/contract/limits'
import { useRef, useState } from 'react'
import { useMutation } from '../../../kernel/use-mutation.ts'
import { useTranslate } from '../../../kernel/visit-context.tsx'
import { Field } from '../../../ui/field.tsx'
import { FormDialog } from '../../../ui/form-dialog.tsx'
import { Switch } from '../../../ui/switch.tsx'
import { TextInput } from '../../../ui/text-input.tsx'
import { useToast } from '../../../ui/toast.tsx'
import { EventChoice } from './event-choice.tsx'

type Values = {
  url: string
  description: string
  isAll: boolean
  events: ReadonlySet<WebhookEvent>
  isActive: boolean
}

const noEvents: ReadonlySet<WebhookEvent> = new Set()
const initialValues: Values = {
  url: '',
  description: '',
  isAll: false,
  events: noEvents,
  isActive: true,
}

function valuesOf({ url, description, all_events: isAll, events, state }: Webhook): Values {
  return { url, description, isAll, events: new Set(events), isActive: state === 'active' }
}

type WebhookDialogProps = {
  /** Null for a new one. */
  webhook: Webhook | null
  onClose: () => void
  onCreated?: (secret: string) => void
}

export function WebhookDialog({ webhook, onClose, onCreated }: WebhookDialogProps) {
  const t = useTranslate()
  const toast = useToast()
  const [values, setValues] = useState(webhook === null ? initialValues : valuesOf(webhook))
  const [errorField, setErrorField] = useState<'url' | 'events'>('url')
  const urlInput = useRef<HTMLInputElement>(null)
  const set = (changed: Partial<Values>) => setValues({ ...values, ...changed })
  const { run, error, isSending } = useMutation<Values, { secret: string } | null>({
    send: (call, input) =>
      webhook === null
        ? call(createWebhook, { ...toInput(input), is_active: input.isActive })
        : call(updateWebhook, { id: webhook.id, ...toInput(input) }),
    showsFieldError: true,
    onSuccess(created) {
      onClose()
      if (created === null) toast({ text: t('webhooks.saved'), tone: 'ok' })
      else onCreated?.(created.secret)
    },
    revalidates: true,
  })
  // The URL may be out of sight below the events.
  async function submit() {
    const isUrl = values.isAll || values.events.size > 0
    setErrorField(isUrl ? 'url' : 'events')
    const { ok } = await run(values)
    if (!ok && isUrl) urlInput.current?.focus()
  }
  return (
    <FormDialog
      wide
      title={t(webhook === null ? 'webhooks.create' : 'webhooks.edit')}
      submitLabel={t(webhook === null ? 'webhooks.create_submit' : 'webhooks.save')}
      cancelLabel={t('webhooks.cancel')}
      isSending={isSending}
      onClose={onClose}
      onSubmit={submit}
    >
      <Field
        label={t('webhooks.url')}
        hint={t('webhooks.url_hint')}
        error={errorField === 'url' ? error : undefined}
        required
      >
        <TextInput
          ref={urlInput}
          type="url"
          dir="ltr"
          autoComplete="off"
          maxLength={limits.webhooks.url}
          value={values.url}
          onChange={(event) => set({ url: event.currentTarget.value })}
        />
      </Field>
      <Field label={t('webhooks.description')} hint={t('webhooks.description_hint')}>
        <TextInput
          maxLength={limits.webhooks.description}
          value={values.description}
          onChange={(event) => set({ description: event.currentTarget.value })}
        />
      </Field>
      <EventChoice
        isAll={values.isAll}
        chosen={values.events}
        error={errorField === 'events' ? error : undefined}
        onChange={(isAll, events) => set({ isAll, events })}
      />
      {webhook === null && (
        <Switch
          label={t('webhooks.is_active')}
          hint={t('webhooks.is_active_hint')}
          checked={values.isActive}
          onChange={(event) => set({ isActive: event.currentTarget.checked })}
        />
      )}
    </FormDialog>
  )
}

function toInput({ url, description, isAll, events }: Values) {
  return { url, description, all_events: isAll, events: isAll ? [] : [...events] }
}
