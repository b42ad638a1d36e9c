import { acceptAnswer } from '@stoa/contract/features/answers'
import { useMutation } from '../../../kernel/use-mutation.ts'
import { useTranslate } from '../../../kernel/visit-context.tsx'

type Acceptance = { answerId: string; isAccepted: boolean }

export const noAnswer = '0'

/** For the whole page: a question has one accepted answer. */
export function useAcceptance(question: { id: string; accepted_answer_id: string }) {
  const t = useTranslate()
  const { state: acceptedId, run } = useMutation({
    send: (call, { answerId, isAccepted }: Acceptance) =>
      call(acceptAnswer, { question_id: question.id, answer_id: isAccepted ? answerId : '' }),
    isRepeat: (previous, next) => previous.answerId === next.answerId,
    optimistic: {
      id: question.id,
      source: question,
      loaded: question.accepted_answer_id,
      apply: (_, { answerId, isAccepted }) => (isAccepted ? answerId : noAnswer),
      confirm: (_, { answerId, isAccepted }) => (isAccepted ? answerId : noAnswer),
    },
    successToast: ({ isAccepted }) => ({
      text: t(isAccepted ? 'answer.now_accepted' : 'answer.unaccepted'),
      tone: 'ok',
    }),
    async onSuccess(_, { isAccepted }) {
      if (isAccepted) await showConfetti()
    },
  })
  const toggle = (answerId: string) => void run({ answerId, isAccepted: acceptedId !== answerId })
  return { acceptedId, toggle }
}

async function showConfetti() {
  const { celebrate } = await import('../../../ui/confetti.ts')
  celebrate()
}
