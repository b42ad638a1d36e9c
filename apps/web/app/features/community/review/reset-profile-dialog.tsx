import { profileFields, type ResetField } from '@stoa/contract/features/flagged-users'
import { useState, type SubmitEvent } from 'react'
import { useTranslate } from '../../../kernel/visit-context.tsx'
import { Button } from '../../../ui/button.tsx'
import { Checkbox } from '../../../ui/checkbox.tsx'
import { Dialog, DialogFooter } from '../../../ui/dialog.tsx'
import type { DialogProps } from './dialog-props.ts'

/** Asks which fields to remove from a profile. */
export function ResetProfileDialog({ one, isSending, onClose, onDecide }: DialogProps) {
  const t = useTranslate()
  const [fields, setFields] = useState<ResetField[]>([])
  const [error, setError] = useState<string>()

  async function submit(event: SubmitEvent) {
    event.preventDefault()
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
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={t('review.reset_title', { name: one.author.display_name })}
      description={t('review.reset_text')}
      closeLabel={t('moderate.cancel')}
    >
      <form noValidate onSubmit={(event) => void submit(event)} className="grid gap-4">
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
        {error !== undefined && (
          <p role="alert" className="text-md text-bad">
            {error}
          </p>
        )}
        <DialogFooter>
          <Button variant="ghost" onClick={onClose}>
            {t('moderate.cancel')}
          </Button>
          <Button type="submit" variant="danger" loading={isSending}>
            {t('review.reset_profile')}
          </Button>
        </DialogFooter>
      </form>
    </Dialog>
  )
}
