import {
  duplicateReason,
  type ReasonNumber,
  reasonCatalog,
  reasonsFor,
} from '@stoa/contract/features/reasons'
import { limits } from '@stoa/contract/limits'
import { useState, type SubmitEvent } from 'react'
import { useTranslate } from '../../../kernel/visit-context.tsx'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { Field } from '../../../ui/field.tsx'
import { TextArea } from '../../../ui/text-area.tsx'
import { ReasonChoice } from '../shared/reason-choice.tsx'
import { DuplicateField } from './duplicate-field.tsx'
import { type ModeratedQuestion, useModeration } from './use-moderation.ts'

type CloseDialogProps = { question: ModeratedQuestion; onClose: () => void }

export function CloseDialog({ question, onClose }: CloseDialogProps) {
  const t = useTranslate()
  const { run, isSending } = useModeration(question, { showsFieldError: true })
  const [reason, setReason] = useState<ReasonNumber | null>(null)
  const [message, setMessage] = useState('')
  const [error, setError] = useState<string>()

  async function submit(event: SubmitEvent) {
    event.preventDefault()
    if (reason === null) return setError(t('error.reason.not_in_list'))
    const outcome = await run({ action: 'close', closing: { reason, message } })
    if (outcome.ok) onClose()
    else setError(outcome.error)
  }

  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={t('close.title')}
      description={t('close.text')}
      closeLabel={t('moderate.cancel')}
    >
      <form noValidate onSubmit={(event) => void submit(event)} className="grid gap-3">
        <ReasonChoice
          legend={t('close.reason')}
          reasons={reasonsFor('question', 'close') ?? []}
          value={reason}
          onChange={(chosen) => {
            setReason(chosen)
            setMessage('')
            setError(undefined)
          }}
        >
          {reason === duplicateReason ? (
            <DuplicateField
              question={question}
              value={message}
              onChange={setMessage}
              error={error}
            />
          ) : (
            <NoteField
              isRequired={reason !== null && reasonCatalog[reason].content !== ''}
              value={message}
              onChange={setMessage}
              error={error}
            />
          )}
        </ReasonChoice>
        {reason === null && error !== undefined && (
          <p role="alert" className="text-md text-bad">
            {error}
          </p>
        )}
        <div className="mt-2 flex justify-end gap-2 max-md:flex-col-reverse max-md:[&>*]:w-full">
          <Button variant="ghost" onClick={onClose}>
            {t('moderate.cancel')}
          </Button>
          <Button type="submit" variant="primary" loading={isSending}>
            {t('close.submit')}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}

type NoteFieldProps = {
  isRequired: boolean
  value: string
  onChange: (text: string) => void
  error: string | undefined
}

function NoteField({ isRequired, value, onChange, error }: NoteFieldProps) {
  const t = useTranslate()
  return (
    <Field
      label={t(isRequired ? 'close.note_required' : 'close.note')}
      hint={t('close.note_hint')}
      required={isRequired}
      error={error}
    >
      <TextArea
        rows={2}
        className="min-h-16"
        maxLength={limits.closeMessage.max}
        value={value}
        onChange={(event) => onChange(event.currentTarget.value)}
      />
    </Field>
  )
}
