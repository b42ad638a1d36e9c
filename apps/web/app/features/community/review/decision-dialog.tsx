import { reasonsFor } from '@stoa/contract/features/reasons'
import { limits } from '@stoa/contract/limits'
import { useState } from 'react'
import { useTranslate } from '../../../kernel/visit-context.tsx'
import { Field } from '../../../ui/field.tsx'
import { FormDialog } from '../../../ui/form-dialog.tsx'
import { TextArea } from '../../../ui/text-area.tsx'
import { TextInput } from '../../../ui/text-input.tsx'
import { DuplicateField } from '../../content/questions/duplicate-field.tsx'
import { ReasonDialog } from '../../content/shared/reason-dialog.tsx'
import type { PostCase } from './desk-case.ts'
import type { DialogProps } from './dialog-props.ts'
import { NoteDialog } from './note-dialog.tsx'
import { ResetProfileDialog } from './reset-profile-dialog.tsx'

export type DialogOperation = 'edit' | 'close_post' | 'reject' | 'reset_profile' | 'note'

/** Asks for what a decision needs. */
export function DecisionDialog({
  operation,
  ...props
}: DialogProps & { operation: DialogOperation }) {
  const { one } = props
  if (operation === 'reset_profile') return <ResetProfileDialog {...props} />
  if (operation === 'note') return <NoteDialog {...props} />
  if (operation === 'reject') return <RejectDialog {...props} />
  if (one.queue === 'flagged_user') return null
  return operation === 'edit' ? <EditDialog {...props} one={one} /> : <CloseCaseDialog {...props} />
}

/** One line, so that Enter sends it. */
function RejectDialog({ one, isSending, onClose, onDecide }: DialogProps) {
  const t = useTranslate()
  const [reason, setReason] = useState('')
  const [error, setError] = useState<string>()
  async function submit() {
    const { queue, id } = one
    const outcome = await onDecide({ queue, id, operation: 'reject', input: { reason } })
    if (outcome.ok) onClose()
    else setError(outcome.error)
  }
  return (
    <FormDialog
      title={t(one.queue === 'queued_post' ? 'review.reject_post' : 'review.reject_edit')}
      submitLabel={t('review.reject')}
      cancelLabel={t('moderate.cancel')}
      danger
      isSending={isSending}
      onClose={onClose}
      onSubmit={submit}
    >
      <Field label={t('review.reject_reason')} hint={t('review.reject_hint')} error={error}>
        <TextInput
          dir="auto"
          maxLength={limits.decisionReason.max}
          value={reason}
          onChange={(event) => setReason(event.currentTarget.value)}
        />
      </Field>
    </FormDialog>
  )
}

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

function EditDialog({ one, isSending, onClose, onDecide }: DialogProps & { one: PostCase }) {
  const t = useTranslate()
  const texts = textsOf(one)
  const [title, setTitle] = useState(texts.title)
  const [content, setContent] = useState(texts.content)
  const [error, setError] = useState<string>()
  const hasTitle = one.kind === 'question' || one.kind === 'tag'

  async function submit() {
    const fields = hasTitle ? { title, content } : { content }
    const { queue, id } = one
    const decision =
      one.queue === 'suggested_post_edit'
        ? ({ operation: 'approve', input: { ...fields, version: one.version } } as const)
        : ({ operation: 'edit_post', input: fields } as const)
    const outcome = await onDecide({ queue, id, ...decision })
    if (outcome.ok) onClose()
    else setError(outcome.error)
  }

  return (
    <FormDialog
      wide
      title={t(one.queue === 'suggested_post_edit' ? 'review.improve_title' : 'review.edit_title')}
      submitLabel={t('review.save_edit')}
      cancelLabel={t('moderate.cancel')}
      isSending={isSending}
      onClose={onClose}
      onSubmit={submit}
    >
      {hasTitle && (
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
    </FormDialog>
  )
}

/** A suggestion that conflicts starts from what was suggested. */
function textsOf(one: PostCase) {
  if (one.queue !== 'suggested_post_edit') return { title: one.title, content: one.source }
  return one.result ?? one.suggested
}
