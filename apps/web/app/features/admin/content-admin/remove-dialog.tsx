import { limits } from '@stoa/contract/limits'
import type { Outcome } from '../../../kernel/use-mutation.ts'
import { useTranslate } from '../../../kernel/visit-context.tsx'
import { ReasonDialog } from '../../../ui/reason-dialog.tsx'

type RemoveDialogProps = {
  title: string
  notice?: string
  isSending: boolean
  onClose: () => void
  onSubmit: (reason: string) => Promise<Outcome<unknown>>
}

/** Asks for the reason of a permanent deletion, which the staff log keeps. */
export function RemoveDialog({ notice = '', ...props }: RemoveDialogProps) {
  const t = useTranslate()
  return (
    <ReasonDialog
      {...props}
      description={`${t('content_admin.remove_text')} ${notice}`}
      reasonLabel={t('content_admin.remove_reason')}
      missingText={t('content_admin.remove_reason_missing')}
      maxLength={limits.staffText.max}
      submitLabel={t('content_admin.remove')}
      cancelLabel={t('moderate.cancel')}
    />
  )
}
