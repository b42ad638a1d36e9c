import { deletePermanently } from '@stoa/contract/features/content-moderation'
import { limits } from '@stoa/contract/limits'
import { useState, type SubmitEvent } from 'react'
import { useMutation } from '../../../kernel/use-mutation.ts'
import { useTranslate } from '../../../kernel/visit-context.tsx'
import { Button } from '../../../ui/button.tsx'
import { Dialog, DialogFooter } from '../../../ui/dialog.tsx'
import { Field } from '../../../ui/field.tsx'
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

  async function submit(event: SubmitEvent) {
    event.preventDefault()
    if (reason.trim() === '') return setErrors({ reason: t('error.reason.content_required') })
    if (typed.trim() !== word)
      return setErrors({ word: t('content_mod.confirm_mismatch', { word }) })
    setErrors({})
    if ((await run()).ok) onClose()
  }

  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={t(`content_mod.remove_title.${kind}`)}
      description={t(
        kind === 'question' ? 'content_mod.remove_text_question' : 'content_mod.remove_text',
      )}
      closeLabel={t('content_mod.cancel')}
    >
      <form noValidate onSubmit={(event) => void submit(event)} className="grid gap-4">
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
        <DialogFooter>
          <Button variant="ghost" onClick={onClose}>
            {t('content_mod.cancel')}
          </Button>
          <Button type="submit" variant="danger" loading={isSending}>
            {t('action.delete_permanently')}
          </Button>
        </DialogFooter>
      </form>
    </Dialog>
  )
}
