import type { Client } from '@stoa/contract/client'
import { operateAnswer } from '@stoa/contract/features/answers'
import { getComment } from '@stoa/contract/features/comments'
import {
  convertAnswer,
  convertComment,
  moveComment,
} from '@stoa/contract/features/content-moderation'
import { useRef } from 'react'
import { useMutation } from '../../../kernel/use-mutation.ts'
import { useTranslate } from '../../../kernel/visit-context.tsx'

export type ModeratedContent = {
  kind: 'answer' | 'comment'
  id: string
  /** What a comment is on; of an answer, the question. */
  postId: string
  questionId: string
  /** Called after a change, besides loading the page again. */
  onChanged?: () => void
}

/** Names its object, so that it can be undone when the object has another id or place. */
export type ModerationStep =
  | { action: 'lock'; id: string }
  | { action: 'unlock'; id: string }
  | { action: 'convert_to_comment'; id: string; target: string }
  | { action: 'convert_to_answer'; id: string }
  | { action: 'move'; id: string; target: string; replyTo?: string }

/** Locks, converts or moves content. The toast has an undo button. */
export function useContentModeration(
  { onChanged }: ModeratedContent,
  { showsFieldError }: { showsFieldError: boolean },
) {
  const t = useTranslate()
  const opposite = useRef<ModerationStep>(null)
  const options = {
    successToast: ({ action }: ModerationStep) =>
      ({ text: t(`content_mod.${action}_done`), tone: 'ok' }) as const,
    onSuccess: () => onChanged?.(),
    revalidates: true,
  }
  const reversal = useMutation({ ...options, send: sendStep })
  return useMutation({
    ...options,
    showsFieldError,
    send: async (call: Client['call'], step: ModerationStep) => {
      opposite.current = await sendStep(call, step)
    },
    undo: () => {
      if (opposite.current !== null) void reversal.run(opposite.current)
    },
  })
}

/** Returns what undoes the step. */
async function sendStep(call: Client['call'], step: ModerationStep): Promise<ModerationStep> {
  const { id } = step
  if (step.action === 'lock' || step.action === 'unlock') {
    await call(operateAnswer, { id, operation: step.action })
    return { action: step.action === 'lock' ? 'unlock' : 'lock', id }
  }
  if (step.action === 'convert_to_comment') {
    const made = await call(convertAnswer, { answer_id: id, object_id: step.target })
    return { action: 'convert_to_answer', id: made.comment_id }
  }
  const { object_id: target, reply_comment_id: replyTo } = await call(getComment, { id })
  if (step.action === 'convert_to_answer') {
    const { answer_id } = await call(convertComment, { comment_id: id })
    return { action: 'convert_to_comment', id: answer_id, target }
  }
  await call(moveComment, {
    comment_id: id,
    target: step.target,
    ...(step.replyTo === undefined ? {} : { reply_comment_id: step.replyTo }),
  })
  return { action: 'move', id, target, ...(replyTo === '0' ? {} : { replyTo }) }
}
