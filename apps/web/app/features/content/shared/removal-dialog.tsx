import { deletePermanently } from '@stoa/contract/features/content-moderation'
import { limits } from '@stoa/contract/limits'
import { useState } from 'react'
import { useMutation } from '../../../kernel/use-mutation.ts'
import { useTranslate } from '../../../kernel/visit-context.tsx'
import { Field } from '../../../ui/field.tsx'
import { FormDialog } from '../../../ui/form-dialog.tsx'
import { TextArea } from '../../../ui/text-area.tsx'
import { TextInput } from '../../../ui/text-input.tsx'

type RemovalDialogProps = {
  content: { id: string; kind: 'question' | 'answer' | 'comment'; onChanged?: () => void }
  onClose: () => void
}

/** For admins. Asks for a reason and for a word, because it cannot be undone. */
export function RemovalDialog({ content, onClose }: RemovalDialogProps) {
  const { kind } = content
  const t = useTranslate()
  const [reason, setReason] = useState('')
  const [typed, setTyped] = useState('')
  const [errors, setErrors] = useState<{ reason?: string; word?: string }>({})
  const word = t('content_mod.confirm_word')
  const { run, isSending } = useMutation({
    send: (call) => call(deletePermanently, { object_id: content.id, reason: reason.trim() }),
    successToast: () => ({ text: t('content_mod.remove_done'), tone: 'ok' }),
    onSuccess: () => content.onChanged?.(),
    revalidates: true,
  })

  async function submit() {
    if (reason.trim() === '') return setErrors({ reason: t('error.reason.content_required') })
    if (typed.trim() !== word)
      return setErrors({ word: t('content_mod.confirm_mismatch', { word }) })
    setErrors({})
    if ((await run()).ok) onClose()
  }

  return (
    <FormDialog
      title={t(`content_mod.remove_title.${kind}`)}
      description={t(
        kind === 'question' ? 'content_mod.remove_text_question' : 'content_mod.remove_text',
      )}
      submitLabel={t('action.delete_permanently')}
      cancelLabel={t('content_mod.cancel')}
      danger
      isSending={isSending}
      onClose={onClose}
      onSubmit={submit}
    >
      <Field
        label={t('content_mod.reason')}
        hint={t('content_mod.reason_hint')}
        required
        error={errors.reason}
      >
        <TextArea
          rows={2}
          maxLength={limits.staffText.max}
          value={reason}
          onChange={(event) => setReason(event.currentTarget.value)}
        />
      </Field>
      <Field label={t('content_mod.confirm_label', { word })} required error={errors.word}>
        <TextInput
          autoComplete="off"
          value={typed}
          onChange={(event) => setTyped(event.currentTarget.value)}
        />
      </Field>
    </FormDialog>
  )
}
