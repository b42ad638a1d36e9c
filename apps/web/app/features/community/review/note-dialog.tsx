import { limits } from '@stoa/contract/limits'
import { useState } from 'react'
import { useTranslate } from '../../../kernel/visit-context.tsx'
import { Button } from '../../../ui/button.tsx'
import { Field } from '../../../ui/field.tsx'
import { FormDialog } from '../../../ui/form-dialog.tsx'
import { TextInput } from '../../../ui/text-input.tsx'
import type { DialogProps } from './dialog-props.ts'

/** Dismisses flags, or upholds those of a user, and tells whoever flagged why. */
export function NoteDialog({ one, isSending, onClose, onDecide }: DialogProps) {
  const t = useTranslate()
  const [note, setNote] = useState('')
  const [error, setError] = useState<string>()

  async function decide(operation: 'ignore_report' | 'uphold_report') {
    const { queue, id } = one
    const outcome = await onDecide({ queue, id, operation, input: { note } })
    if (outcome.ok) onClose()
    else setError(outcome.error)
  }

  return (
    <FormDialog
      title={t('review.note_title')}
      description={t('review.note_text')}
      submitLabel={t('review.dismiss')}
      cancelLabel={t('moderate.cancel')}
      isSending={isSending}
      onClose={onClose}
      onSubmit={() => decide('ignore_report')}
      otherAction={
        one.queue === 'flagged_user' && (
          <Button disabled={isSending} onClick={() => void decide('uphold_report')}>
            {t('review.uphold')}
          </Button>
        )
      }
    >
      <Field label={t('review.note_label')} error={error}>
        <TextInput
          dir="auto"
          maxLength={limits.decisionReason.max}
          value={note}
          onChange={(event) => setNote(event.currentTarget.value)}
        />
      </Field>
    </FormDialog>
  )
}
