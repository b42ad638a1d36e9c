import { type ReasonNumber, reasonCatalog } from '@stoa/contract/features/reasons'
import { useState, type ReactNode } from 'react'
import type { Outcome } from '../../../kernel/use-mutation.ts'
import { useTranslate } from '../../../kernel/visit-context.tsx'
import { Field } from '../../../ui/field.tsx'
import { FormDialog, FormError } from '../../../ui/form-dialog.tsx'
import { TextArea } from '../../../ui/text-area.tsx'
import { ReasonChoice } from './reason-choice.tsx'

export type ReasonFieldProps = {
  value: string
  onChange: (text: string) => void
  error: string | undefined
}

type ReasonDialogProps = {
  texts: { title: string; text: string; submit: string; noteHint: string }
  /** Above the reasons. */
  notice?: ReactNode
  reasons: readonly ReasonNumber[]
  maxLength: number
  isSending: boolean
  onClose: () => void
  onSubmit: (reason: ReasonNumber, text: string) => Promise<Outcome<unknown>>
  /** The field of a reason that asks for a URL. */
  renderUrlField: (props: ReasonFieldProps) => ReactNode
}

/** Asks for a reason, and for what that reason needs. */
export function ReasonDialog(props: ReasonDialogProps) {
  const { texts, notice, reasons, maxLength, isSending, onClose, onSubmit, renderUrlField } = props
  const t = useTranslate()
  const [reason, setReason] = useState<ReasonNumber | null>(null)
  const [text, setText] = useState('')
  const [error, setError] = useState<string>()
  const contentType = reason === null ? '' : reasonCatalog[reason].content

  async function submit() {
    if (reason === null) return setError(t('error.reason.not_in_list'))
    const outcome = await onSubmit(reason, text)
    if (outcome.ok) onClose()
    else setError(outcome.error)
  }

  return (
    <FormDialog
      title={texts.title}
      description={texts.text}
      submitLabel={texts.submit}
      cancelLabel={t('moderate.cancel')}
      isSending={isSending}
      onClose={onClose}
      onSubmit={submit}
    >
      {notice}
      <ReasonChoice
        legend={t('reason.legend')}
        reasons={reasons}
        value={reason}
        onChange={(chosen) => {
          setReason(chosen)
          setText('')
          setError(undefined)
        }}
      >
        {contentType === 'text' ? (
          renderUrlField({ value: text, onChange: setText, error })
        ) : (
          <Field
            label={t(contentType === '' ? 'reason.note' : 'reason.note_required')}
            hint={texts.noteHint}
            required={contentType !== ''}
            error={error}
          >
            <TextArea
              rows={2}
              className="min-h-16"
              maxLength={maxLength}
              value={text}
              onChange={(event) => setText(event.currentTarget.value)}
            />
          </Field>
        )}
      </ReasonChoice>
      {reason === null && <FormError>{error}</FormError>}
    </FormDialog>
  )
}
