import { muteQuestion } from '@stoa/contract/features/follows'
import { useMutation } from '../../../kernel/use-mutation.ts'
import { useTranslate } from '../../../kernel/visit-context.tsx'

type MuteTarget = {
  questionId: string
  source: unknown
  isMuted: boolean
  /** Whether other parts of the page depend on it. */
  revalidates?: boolean
}

/** Mutes a question, or ends that, and says what it means. */
export function useMute({ questionId, source, isMuted, revalidates = false }: MuteTarget) {
  const t = useTranslate()
  const { state, run } = useMutation({
    send: (call, isOn: boolean) =>
      call(muteQuestion, { question_id: questionId, is_cancel: !isOn }),
    optimistic: {
      id: questionId,
      source,
      loaded: isMuted,
      apply: (_previous, isOn) => isOn,
      confirm: ({ is_muted }) => is_muted,
    },
    successToast: (isOn) => ({ text: t(isOn ? 'mute.done' : 'mute.undone'), tone: 'ok' }),
    revalidates,
  })
  return { isMuted: state, toggle: () => void run(!state) }
}
