import type { Client } from '@stoa/contract/client'
import { deletePermanently } from '@stoa/contract/features/content-moderation'
import { setAnswerStatus, setQuestionStatus } from '@stoa/contract/features/content-admin'
import { operateQuestion } from '@stoa/contract/features/questions'
import type { ReasonNumber } from '@stoa/contract/features/reasons'
import { useMutation } from '../../../kernel/use-mutation.ts'
import { useTranslate } from '../../../kernel/visit-context.tsx'

export type QuestionChange =
  | { kind: 'delete' | 'restore' | 'reopen' | 'approve' | 'hide' | 'show' }
  | { kind: 'close'; reason: ReasonNumber; message: string }
  | { kind: 'remove'; reason: string }

type PlainKind = Exclude<QuestionChange['kind'], 'close' | 'remove'>

const questionOpposites: Partial<Record<QuestionChange['kind'], PlainKind>> = {
  delete: 'restore',
  restore: 'delete',
  close: 'reopen',
  hide: 'show',
  show: 'hide',
}

/** One action on one question. The toast has an undo button where there is an undo. */
export function useQuestionChange(id: string) {
  const t = useTranslate()
  const options = {
    send: (call: Client['call'], change: QuestionChange) => sendQuestion(call, id, change),
    successToast: ({ kind }: QuestionChange) =>
      ({ text: t(`content_admin.question_did.${kind}`), tone: 'ok' }) as const,
    revalidates: true,
  }
  const reversal = useMutation(options)
  const undoable = useMutation({
    ...options,
    showsFieldError: true,
    undo: ({ kind }: QuestionChange) => {
      const opposite = questionOpposites[kind]
      if (opposite !== undefined) void reversal.run({ kind: opposite })
    },
  })
  const final = useMutation({ ...options, showsFieldError: true })
  return {
    isSending: undoable.isSending || final.isSending,
    run: (change: QuestionChange) =>
      (change.kind in questionOpposites ? undoable : final).run(change),
  }
}

async function sendQuestion(call: Client['call'], id: string, change: QuestionChange) {
  const { kind } = change
  if (kind === 'remove')
    return await call(deletePermanently, { object_id: id, reason: change.reason })
  if (kind === 'hide' || kind === 'show')
    return await call(operateQuestion, { id, operation: kind })
  if (kind === 'close')
    return await call(setQuestionStatus, {
      question_id: id,
      status: 'closed',
      close_type: change.reason,
      close_msg: change.message,
    })
  const status = kind === 'delete' ? 'deleted' : 'available'
  return await call(setQuestionStatus, { question_id: id, status })
}

export type AnswerChange =
  | { kind: 'delete' | 'restore' | 'approve' }
  | { kind: 'remove'; reason: string }

const answerOpposites = { delete: 'restore', restore: 'delete' } as const

/** The same for one answer. */
export function useAnswerChange(id: string) {
  const t = useTranslate()
  const options = {
    send: async (call: Client['call'], change: AnswerChange) => {
      if (change.kind === 'remove')
        return await call(deletePermanently, { object_id: id, reason: change.reason })
      const status = change.kind === 'delete' ? 'deleted' : 'available'
      return await call(setAnswerStatus, { answer_id: id, status })
    },
    successToast: ({ kind }: AnswerChange) =>
      ({ text: t(`content_admin.answer_did.${kind}`), tone: 'ok' }) as const,
    revalidates: true,
  }
  const reversal = useMutation(options)
  const undoable = useMutation({
    ...options,
    undo: ({ kind }: AnswerChange) => {
      if (kind === 'delete' || kind === 'restore')
        void reversal.run({ kind: answerOpposites[kind] })
    },
  })
  const final = useMutation({ ...options, showsFieldError: true })
  return {
    isSending: undoable.isSending || final.isSending,
    run: (change: AnswerChange) => (change.kind in answerOpposites ? undoable : final).run(change),
  }
}
