import { type BadgeAwardSummary, takeBadgeBack } from '@stoa/contract/features/badges'
import type { UserBasic } from '@stoa/contract/features/users'
import { limits } from '@stoa/contract/limits'
import { useState } from 'react'
import { useMutation } from '../../../kernel/use-mutation.ts'
import { useTranslate } from '../../../kernel/visit-context.tsx'
import { Field } from '../../../ui/field.tsx'
import { FormDialog } from '../../../ui/form-dialog.tsx'
import { TextArea } from '../../../ui/text-area.tsx'

type TakeBackDialogProps = {
  badge: Pick<BadgeAwardSummary, 'id' | 'name'>
  user: Pick<UserBasic, 'username' | 'display_name'>
  onClose: () => void
}

export function TakeBackDialog({ badge, user, onClose }: TakeBackDialogProps) {
  const t = useTranslate()
  const [reason, setReason] = useState('')
  const [error, setError] = useState<string>()
  const { run, isSending } = useMutation<string>({
    send: (call, text) =>
      call(takeBadgeBack, { badge_id: badge.id, username: user.username, reason: text }),
    successToast: () => ({ text: t('badge.taken_back'), tone: 'ok' }),
    showsFieldError: true,
    revalidates: true,
  })
  async function submit() {
    if (reason.trim() === '') return setError(t('error.reason.content_required'))
    const outcome = await run(reason.trim())
    if (outcome.ok) onClose()
    else setError(outcome.error)
  }
  return (
    <FormDialog
      title={t('badge.take_back_title', { badge: badge.name })}
      description={t('badge.take_back_text', { name: user.display_name })}
      submitLabel={t('badge.take_back')}
      cancelLabel={t('moderate.cancel')}
      danger
      isSending={isSending}
      onClose={onClose}
      onSubmit={submit}
    >
      <Field label={t('badge.take_back_reason')} required error={error}>
        <TextArea
          rows={2}
          className="min-h-16"
          maxLength={limits.staffText.max}
          value={reason}
          onChange={(event) => setReason(event.currentTarget.value)}
        />
      </Field>
    </FormDialog>
  )
}
