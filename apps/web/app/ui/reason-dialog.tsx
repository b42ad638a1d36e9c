import { useState } from 'react'
import { Field } from './field.tsx'
import { FormDialog } from './form-dialog.tsx'
import { TextArea } from './text-area.tsx'

type ReasonDialogProps = {
  title: string
  description: string
  reasonLabel: string
  missingText: string
  maxLength: number
  submitLabel: string
  cancelLabel: string
  isSending: boolean
  onClose: () => void
  /** The dialog closes if it succeeds, and shows the error if not. */
  onSubmit: (reason: string) => Promise<{ ok: boolean; error?: string }>
}

/** Asks for the reason of something that cannot be undone. */
export function ReasonDialog(props: ReasonDialogProps) {
  const { title, description, submitLabel, cancelLabel, isSending, onClose, onSubmit } = props
  const [reason, setReason] = useState('')
  const [error, setError] = useState<string>()
  async function submit() {
    if (reason.trim() === '') return setError(props.missingText)
    const outcome = await onSubmit(reason.trim())
    if (outcome.ok) onClose()
    else setError(outcome.error)
  }
  return (
    <FormDialog
      title={title}
      description={description}
      submitLabel={submitLabel}
      cancelLabel={cancelLabel}
      danger
      isSending={isSending}
      onClose={onClose}
      onSubmit={submit}
    >
      <Field label={props.reasonLabel} required error={error}>
        <TextArea
          rows={2}
          className="min-h-16"
          maxLength={props.maxLength}
          value={reason}
          onChange={(event) => setReason(event.currentTarget.value)}
        />
      </Field>
    </FormDialog>
  )
}
