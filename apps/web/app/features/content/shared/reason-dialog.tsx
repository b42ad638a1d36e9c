import { type ReasonNumber, reasonCatalog } from '@stoa/contract/features/reasons'
import { useState, type ReactNode, type SubmitEvent } from 'react'
import type { Outcome } from '../../../kernel/use-mutation.ts'
import { useTranslate } from '../../../kernel/visit-context.tsx'
import { Button } from '../../../ui/button.tsx'
import { Dialog, DialogFooter } from '../../../ui/dialog.tsx'
import { Field } from '../../../ui/field.tsx'
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

  async function submit(event: SubmitEvent) {
    event.preventDefault()
    if (reason === null) return setError(t('error.reason.not_in_list'))
    const outcome = await onSubmit(reason, text)
    if (outcome.ok) onClose()
    else setError(outcome.error)
  }

  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={texts.title}
      description={texts.text}
      closeLabel={t('moderate.cancel')}
    >
      <form noValidate onSubmit={(event) => void submit(event)} className="grid gap-3">
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
        {reason === null && error !== undefined && (
          <p role="alert" className="text-md text-bad">
            {error}
          </p>
        )}
        <DialogFooter>
          <Button variant="ghost" onClick={onClose}>
            {t('moderate.cancel')}
          </Button>
          <Button type="submit" variant="primary" loading={isSending}>
            {texts.submit}
          </Button>
        </DialogFooter>
      </form>
    </Dialog>
  )
}
