import { limits } from '@stoa/contract/limits'
import { useState } from 'react'
import type { Outcome } from '../../../kernel/use-mutation.ts'
import { useTranslate } from '../../../kernel/visit-context.tsx'
import { Field } from '../../../ui/field.tsx'
import { FormDialog } from '../../../ui/form-dialog.tsx'
import { TextArea } from '../../../ui/text-area.tsx'

type RemoveDialogProps = {
  title: string
  notice?: string
  isSending: boolean
  onClose: () => void
  onSubmit: (reason: string) => Promise<Outcome<unknown>>
}

/** Asks for the reason of a permanent deletion, which the staff log keeps. */
export function RemoveDialog({
  title,
  notice = '',
  isSending,
  onClose,
  onSubmit,
}: RemoveDialogProps) {
  const t = useTranslate()
  const [reason, setReason] = useState('')
  const [error, setError] = useState<string>()
  async function submit() {
    if (reason.trim() === '') return setError(t('content_admin.remove_reason_missing'))
    const outcome = await onSubmit(reason.trim())
    if (outcome.ok) onClose()
    else setError(outcome.error)
  }
  return (
    <FormDialog
      title={title}
      description={`${t('content_admin.remove_text')} ${notice}`}
      submitLabel={t('content_admin.remove')}
      cancelLabel={t('moderate.cancel')}
      danger
      isSending={isSending}
      onClose={onClose}
      onSubmit={submit}
    >
      <Field label={t('content_admin.remove_reason')} required error={error}>
        <TextArea
          rows={2}
          className="min-h-16"
          maxLength={limits.staffText.max}
          value={reason}
          onChange={(event) => setReason(event.currentTarget.value)}
        />
      </Field>
    </FormDialog>
  )
}
