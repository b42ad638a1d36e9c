import type { Client } from '@stoa/contract/client'
import {
  closeQuestion,
  operateQuestion,
  type Question,
  reopenQuestion,
} from '@stoa/contract/features/questions'
import { duplicateReason, type ReasonNumber } from '@stoa/contract/features/reasons'
import { useMutation } from '../../../kernel/use-mutation.ts'
import { useTranslate, useVisit } from '../../../kernel/visit-context.tsx'
import { questionPath } from './permalink.ts'

export const moderationActions = [
  'close',
  'reopen',
  'pin',
  'unpin',
  'hide',
  'show',
  'protect',
  'unprotect',
  'lock',
  'unlock',
  'delete_permanently',
] as const
export type ModerationAction = (typeof moderationActions)[number]

export type ModeratedQuestion = Pick<Question, 'id' | 'title' | 'member_actions' | 'operation'>
export type Closing = { reason: ReasonNumber; message: string }
/** Those that are confirmed and can be undone. */
export type PlainAction = Exclude<ModerationAction, 'close' | 'delete_permanently'>
type Change = { action: 'close'; closing: Closing } | { action: PlainAction }

/** Closes, pins, unlists, protects or locks a question, or undoes it. The toast has an undo button. */
export function useModeration(
  question: ModeratedQuestion,
  { showsFieldError }: { showsFieldError: boolean },
) {
  const t = useTranslate()
  const closing = useCurrentClosing(question)
  const options = {
    send: (call: Client['call'], change: Change) => sendChange(call, question.id, change),
    successToast: ({ action }: Change) =>
      ({ text: t(`moderate.${action}_done`), tone: 'ok' }) as const,
    revalidates: true,
  }
  const reversal = useMutation(options)
  return useMutation({
    ...options,
    showsFieldError,
    undo: (change: Change) => {
      const opposite = toOpposite(change, closing)
      if (opposite !== null) void reversal.run(opposite)
    },
  })
}

async function sendChange(call: Client['call'], id: string, change: Change) {
  if (change.action === 'close') {
    const { reason, message } = change.closing
    await call(closeQuestion, { id, close_type: reason, close_msg: message })
  } else if (change.action === 'reopen') await call(reopenQuestion, { question_id: id })
  else await call(operateQuestion, { id, operation: change.action })
}

const opposites = {
  close: 'reopen',
  pin: 'unpin',
  unpin: 'pin',
  hide: 'show',
  show: 'hide',
  protect: 'unprotect',
  unprotect: 'protect',
  lock: 'unlock',
  unlock: 'lock',
} as const

function toOpposite({ action }: Change, closing: Closing | null): Change | null {
  if (action !== 'reopen') return { action: opposites[action] }
  return closing === null ? null : { action: 'close', closing }
}

/** The closing that a reopened question gets back. Null if its reason is unknown. */
function useCurrentClosing({ operation }: ModeratedQuestion): Closing | null {
  const { site } = useVisit()
  const reason = operation?.reason_type as ReasonNumber | undefined
  if (operation === undefined || reason === undefined) return null
  if (reason !== duplicateReason) return { reason, message: operation.msg }
  if (operation.duplicate_of === undefined) return null
  return { reason, message: questionPath(operation.duplicate_of, site.permalink) }
}
