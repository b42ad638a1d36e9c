import { acceptAnswer } from '@stoa/contract/features/answers'
import { useRef } from 'react'
import { useLoaded } from '../../kernel/use-loaded.ts'
import { useTranslate } from '../../kernel/visit-context.tsx'
import { useToast } from '../../ui/toast.tsx'
import { useAct } from '../captcha/use-act.ts'

const none = '0'

/** Which answer is accepted: changed at once for the whole page, since there is only one. */
export function useAccepting(question: { id: string; accepted_answer_id: string }) {
  const act = useAct()
  const t = useTranslate()
  const toast = useToast()
  const isSending = useRef(false)
  const [acceptedId, set] = useLoaded(question, (loaded) => loaded.accepted_answer_id)

  async function toggle(answerId: string) {
    if (isSending.current) return
    isSending.current = true
    const next = acceptedId === answerId ? none : answerId
    set(() => next)
    const outcome = await act(acceptAnswer, {
      question_id: question.id,
      answer_id: next === none ? '' : next,
    })
    isSending.current = false
    if (!outcome.ok) return set(() => acceptedId)
    toast({ text: t(next === none ? 'answer.unaccepted' : 'answer.now_accepted'), tone: 'ok' })
    if (next !== none) await cheer()
  }

  return { acceptedId, toggle: (answerId: string) => void toggle(answerId) }
}

/** Joy is optional: a page that cannot fetch it stays as it is. */
async function cheer() {
  const { celebrate } = await import('../../ui/confetti.ts')
  celebrate()
}
