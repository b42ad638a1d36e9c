import { acceptAnswer } from '@stoa/contract/features/answers'
import { useRef } from 'react'
import { useLoaderState } from '../../../kernel/use-loader-state.ts'
import { useTranslate } from '../../../kernel/visit-context.tsx'
import { useToast } from '../../../ui/toast.tsx'
import { useAction } from '../../site/captcha/use-action.ts'

const noAnswer = '0'

/** Optimistic update for the whole page: a question has one accepted answer. */
export function useAcceptance(question: { id: string; accepted_answer_id: string }) {
  const runAction = useAction()
  const t = useTranslate()
  const toast = useToast()
  const isSending = useRef(false)
  const [acceptedId, setAcceptedId] = useLoaderState(
    question,
    (loaded) => loaded.accepted_answer_id,
  )

  async function toggle(answerId: string) {
    if (isSending.current) return
    isSending.current = true
    const next = acceptedId === answerId ? noAnswer : answerId
    setAcceptedId(() => next)
    const outcome = await runAction(acceptAnswer, {
      question_id: question.id,
      answer_id: next === noAnswer ? '' : next,
    })
    isSending.current = false
    if (!outcome.ok) return setAcceptedId(() => acceptedId)
    toast({ text: t(next === noAnswer ? 'answer.unaccepted' : 'answer.now_accepted'), tone: 'ok' })
    if (next !== noAnswer) await showConfetti()
  }

  return { acceptedId, toggle: (answerId: string) => void toggle(answerId) }
}

async function showConfetti() {
  const { celebrate } = await import('../../../ui/confetti.ts')
  celebrate()
}
