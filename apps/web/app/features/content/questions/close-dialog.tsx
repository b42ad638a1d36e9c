import { reasonsFor } from '@stoa/contract/features/reasons'
import { limits } from '@stoa/contract/limits'
import { useTranslate } from '../../../kernel/visit-context.tsx'
import { ReasonDialog } from '../shared/reason-dialog.tsx'
import { DuplicateField } from './duplicate-field.tsx'
import { type ModeratedQuestion, useModeration } from './use-moderation.ts'

type CloseDialogProps = { question: ModeratedQuestion; onClose: () => void }

export function CloseDialog({ question, onClose }: CloseDialogProps) {
  const t = useTranslate()
  const { run, isSending } = useModeration(question, { showsFieldError: true })
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
      onSubmit={(reason, message) => run({ action: 'close', closing: { reason, message } })}
      renderUrlField={(field) => <DuplicateField question={question} {...field} />}
    />
  )
}
