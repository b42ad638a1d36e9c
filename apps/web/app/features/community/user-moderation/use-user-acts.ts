import { withdrawWarning } from '@stoa/contract/features/user-moderation'
import { useMutation } from '../../../kernel/use-mutation.ts'
import { useTranslate } from '../../../kernel/visit-context.tsx'
import { useToast } from '../../../ui/toast.tsx'
import { type ModeratedUser, type ModerationChange, sendChange } from './use-user-moderation.ts'

type Undo = { action: 'unwarn'; warningId: string } | ModerationChange

/** Acts on a user outside of their profile. Each can be reversed from its toast. */
export function useUserActs(user: ModeratedUser) {
  const t = useTranslate()
  const toast = useToast()
  const { run: runUndo } = useMutation<Undo>({
    send: (call, undo) =>
      undo.action === 'unwarn'
        ? call(withdrawWarning, { warning_id: undo.warningId })
        : sendChange(call, user.id, undo),
    successToast: ({ action }) => ({
      text: t(`user_mod.${undoToasts[action as keyof typeof undoToasts]}`),
      tone: 'ok',
    }),
    revalidates: true,
  })
  const { run, isSending } = useMutation<ModerationChange, Awaited<ReturnType<typeof sendChange>>>({
    send: (call, change) => sendChange(call, user.id, change),
    isRepeat: (previous, next) => previous.action === next.action,
    showsFieldError: true,
    onSuccess(response, { action }) {
      const undo = toUndo(action, response?.warning_id)
      if (undo === null) return
      toast({
        text: t(`user_mod.${doneToasts[action as keyof typeof doneToasts]}`),
        tone: 'ok',
        action: { label: t('delete.undo'), onSelect: () => void runUndo(undo) },
      })
    },
    revalidates: true,
  })
  return { run, isSending }
}

const doneToasts = {
  warn: 'warn_done',
  silence: 'silence_done',
  suspend: 'suspend_done',
} as const

const undoToasts = {
  unwarn: 'unwarn_done',
  unsilence: 'unsilence_done',
  unsuspend: 'unsuspend_done',
} as const

function toUndo(action: ModerationChange['action'], warningId = ''): Undo | null {
  if (action === 'warn') return { action: 'unwarn', warningId }
  if (action === 'silence') return { action: 'unsilence' }
  return action === 'suspend' ? { action: 'unsuspend', restoresPosts: true } : null
}
