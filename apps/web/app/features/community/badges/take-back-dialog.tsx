import { type BadgeAwardSummary, takeBadgeBack } from '@stoa/contract/features/badges'
import type { UserBasic } from '@stoa/contract/features/users'
import { limits } from '@stoa/contract/limits'
import { useMutation } from '../../../kernel/use-mutation.ts'
import { useTranslate } from '../../../kernel/visit-context.tsx'
import { ReasonDialog } from '../../../ui/reason-dialog.tsx'

type TakeBackDialogProps = {
  badge: Pick<BadgeAwardSummary, 'id' | 'name'>
  user: Pick<UserBasic, 'username' | 'display_name'>
  onClose: () => void
}

export function TakeBackDialog({ badge, user, onClose }: TakeBackDialogProps) {
  const t = useTranslate()
  const { run, isSending } = useMutation<string>({
    send: (call, reason) =>
      call(takeBadgeBack, { badge_id: badge.id, username: user.username, reason }),
    successToast: () => ({ text: t('badge.taken_back'), tone: 'ok' }),
    showsFieldError: true,
    revalidates: true,
  })
  return (
    <ReasonDialog
      title={t('badge.take_back_title', { badge: badge.name })}
      description={t('badge.take_back_text', { name: user.display_name })}
      reasonLabel={t('badge.take_back_reason')}
      missingText={t('error.reason.content_required')}
      maxLength={limits.staffText.max}
      submitLabel={t('badge.take_back')}
      cancelLabel={t('moderate.cancel')}
      isSending={isSending}
      onClose={onClose}
      onSubmit={run}
    />
  )
}
