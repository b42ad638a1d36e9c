import { profileFields, type ResetField } from '@stoa/contract/features/flagged-users'
import { useState } from 'react'
import { useTranslate } from '../../../kernel/visit-context.tsx'
import { Checkbox } from '../../../ui/checkbox.tsx'
import { FormDialog, FormError } from '../../../ui/form-dialog.tsx'
import type { DialogProps } from './dialog-props.ts'

/** Asks which fields to remove from a profile. */
export function ResetProfileDialog({ one, isSending, onClose, onDecide }: DialogProps) {
  const t = useTranslate()
  const [fields, setFields] = useState<ResetField[]>([])
  const [error, setError] = useState<string>()

  async function submit() {
    if (fields.length === 0) return setError(t('review.reset_none'))
    const { queue, id } = one
    const outcome = await onDecide({ queue, id, operation: 'reset_profile', input: { fields } })
    if (outcome.ok) onClose()
    else setError(outcome.error)
  }
  const toggle = (field: ResetField, isOn: boolean) => {
    setError(undefined)
    setFields(isOn ? [...fields, field] : fields.filter((other) => other !== field))
  }

  return (
    <FormDialog
      title={t('review.reset_title', { name: one.author.display_name })}
      description={t('review.reset_text')}
      submitLabel={t('review.reset_profile')}
      cancelLabel={t('moderate.cancel')}
      danger
      isSending={isSending}
      onClose={onClose}
      onSubmit={submit}
    >
      <fieldset className="grid gap-1">
        <legend className="sr-only">{t('review.reset_fields')}</legend>
        {profileFields.map((field) => (
          <Checkbox
            key={field}
            label={t(`review.reset_field.${field}`)}
            checked={fields.includes(field)}
            onChange={(event) => toggle(field, event.currentTarget.checked)}
          />
        ))}
      </fieldset>
      <FormError>{error}</FormError>
    </FormDialog>
  )
}
