import { reasonsFor } from '@stoa/contract/features/reasons'
import { limits } from '@stoa/contract/limits'
import { useState, type SubmitEvent } from 'react'
import type { Outcome } from '../../../kernel/use-mutation.ts'
import { useTranslate } from '../../../kernel/visit-context.tsx'
import { Button } from '../../../ui/button.tsx'
import { Dialog, DialogFooter } from '../../../ui/dialog.tsx'
import { Field } from '../../../ui/field.tsx'
import { TextArea } from '../../../ui/text-area.tsx'
import { TextInput } from '../../../ui/text-input.tsx'
import { DuplicateField } from '../../content/questions/duplicate-field.tsx'
import { ReasonDialog } from '../../content/shared/reason-dialog.tsx'
import type { Decision, DeskCase } from './desk-case.ts'

export type DialogOperation = 'edit_post' | 'close_post'

type DecisionDialogProps = {
  operation: DialogOperation
  one: DeskCase
  isSending: boolean
  onClose: () => void
  onDecide: (decision: Decision) => Promise<Outcome<unknown>>
}

/** Asks for what a decision needs. */
export function DecisionDialog({ operation, ...props }: DecisionDialogProps) {
  return operation === 'edit_post' ? <EditDialog {...props} /> : <CloseCaseDialog {...props} />
}

type DialogProps = Omit<DecisionDialogProps, 'operation'>

function CloseCaseDialog({ one, isSending, onClose, onDecide }: DialogProps) {
  const t = useTranslate()
  return (
    <ReasonDialog
      texts={{
        title: t('close.title'),
        text: t('close.text'),
        submit: t('close.submit'),
        noteHint: t('close.note_hint'),
      }}
      reasons={reasonsFor('question', 'close') ?? []}
      maxLength={limits.closeMessage.max}
      isSending={isSending}
      onClose={onClose}
      onSubmit={(reason, message) =>
        onDecide({
          queue: one.queue,
          id: one.id,
          operation: 'close_post',
          input: { close_type: reason, close_msg: message },
        })
      }
      renderUrlField={(field) => (
        <DuplicateField question={{ id: one.questionId, title: one.title }} {...field} />
      )}
    />
  )
}

function EditDialog({ one, isSending, onClose, onDecide }: DialogProps) {
  const t = useTranslate()
  const [title, setTitle] = useState(one.title)
  const [content, setContent] = useState(one.source)
  const [error, setError] = useState<string>()
  const isQuestion = one.kind === 'question'

  async function submit(event: SubmitEvent) {
    event.preventDefault()
    const input = isQuestion ? { title, content } : { content }
    const { queue, id } = one
    const outcome = await onDecide({ queue, id, operation: 'edit_post', input })
    if (outcome.ok) onClose()
    else setError(outcome.error)
  }

  return (
    <Dialog
      open
      wide
      onOpenChange={(open) => !open && onClose()}
      title={t('review.edit_title')}
      closeLabel={t('moderate.cancel')}
    >
      <form noValidate onSubmit={(event) => void submit(event)} className="grid gap-4">
        {isQuestion && (
          <Field label={t('review.edit_question_title')}>
            <TextInput
              dir="auto"
              maxLength={limits.title.max}
              value={title}
              onChange={(event) => setTitle(event.currentTarget.value)}
            />
          </Field>
        )}
        <Field label={t('edit.text')} error={error}>
          <TextArea
            dir="auto"
            rows={12}
            value={content}
            onChange={(event) => setContent(event.currentTarget.value)}
          />
        </Field>
        <DialogFooter>
          <Button variant="ghost" onClick={onClose}>
            {t('moderate.cancel')}
          </Button>
          <Button type="submit" variant="primary" loading={isSending}>
            {t('review.save_edit')}
          </Button>
        </DialogFooter>
      </form>
    </Dialog>
  )
}
