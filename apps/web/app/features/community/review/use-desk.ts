import type { Client } from '@stoa/contract/client'
import { reviewFlaggedUser, type UserCaseOperation } from '@stoa/contract/features/flagged-users'
import { type CaseOperation, reviewFlagCase } from '@stoa/contract/features/flags'
import { decideHeldPost } from '@stoa/contract/features/held-posts'
import { skipCase, undoDecision } from '@stoa/contract/features/review'
import { auditSuggestion } from '@stoa/contract/features/suggestions'
import { useEffect, useRef, useState } from 'react'
import { useNavigation, useRevalidator } from 'react-router'
import { useMutation } from '../../../kernel/use-mutation.ts'
import { useToast } from '../../../ui/toast.tsx'
import type { Decision, DeskCase } from './desk-case.ts'
import type { DeskData } from './desk-data.server.ts'
import { useCaseList } from './use-case-list.ts'

type LastDecision = Pick<Decision, 'queue' | 'id' | 'operation'>

/** A decided case disappears at once, and the next one is shown while the decision is being sent. */
export function useDesk(data: DeskData) {
  const toast = useToast()
  const list = useCaseList(data)
  const [last, setLast] = useLastDecision()
  const { sendDecision, sendSkip, sendUndo, isSending } = useCalls()
  const { current, leave, unhide } = list
  const isLoading = useNextCases(data, list, isSending)
  return {
    ...list,
    last,
    isSending,
    isLoading,
    async decide(decision: Decision) {
      // A dialog stays open until the server has accepted what was typed.
      const isFromDialog = decision.input !== undefined
      if (!isFromDialog) leave(decision.id)
      const outcome = await sendDecision(decision)
      if (outcome.ok) {
        setLast(decision)
        if (isFromDialog) leave(decision.id)
      } else if (!isFromDialog) {
        unhide(decision.id)
        if (outcome.error !== undefined) toast({ text: outcome.error, tone: 'bad' })
      }
      return outcome
    },
    async skip() {
      if (current === null) return
      leave(current.id)
      const outcome = await sendSkip(current)
      if (!outcome.ok) unhide(current.id)
    },
    async undo() {
      if (last === null) return
      setLast(null)
      const outcome = await sendUndo(last)
      if (outcome.ok) list.reopen(last.id)
    },
  }
}

/**
 * Loads again when all listed cases are decided. The list is older than the last decision, so it may lack cases.
 * Cases stay hidden until the new list is shown.
 */
function useNextCases(
  data: DeskData,
  { isUsedUp, unhideAll }: ReturnType<typeof useCaseList>,
  isSending: boolean,
) {
  const { state, revalidate } = useRevalidator()
  const isNavigating = useNavigation().state !== 'idle'
  const isIdle = state === 'idle' && !isNavigating && !isSending
  const usedUp = useRef<DeskData | null>(null)
  useEffect(() => {
    if (!isUsedUp) usedUp.current = null
    else if (isIdle && usedUp.current === null) {
      usedUp.current = data
      void revalidate()
    } else if (isIdle && usedUp.current !== data) unhideAll()
  }, [data, isUsedUp, isIdle, revalidate, unhideAll])
  return isUsedUp
}

function useCalls() {
  const isRepeat = (one: { id: string }, other: { id: string }) => one.id === other.id
  const { run: sendDecision, isSending } = useMutation({
    send: sendDecisionOf,
    isRepeat,
    showsFieldError: true,
  })
  const { run: sendSkip, isSending: isSkipping } = useMutation({
    send: (call, { queue: type, id }: DeskCase) => call(skipCase, { type, id }),
    isRepeat,
  })
  const { run: sendUndo } = useMutation({
    send: (call, { queue: type, id }: LastDecision) => call(undoDecision, { type, id }),
    revalidates: true,
  })
  return { sendDecision, sendSkip, sendUndo, isSending: isSending || isSkipping }
}

type Verdict = 'approve' | 'reject'

/** Each queue offers only its own operations. */
async function sendDecisionOf(call: Client['call'], { queue, id, operation, input }: Decision) {
  if (queue === 'flagged_user')
    await call(reviewFlaggedUser, {
      flag_id: id,
      operation_type: operation as UserCaseOperation,
      ...input,
    })
  else if (queue === 'flagged_post')
    await call(reviewFlagCase, {
      flag_id: id,
      operation_type: operation as CaseOperation,
      ...input,
    })
  else if (queue === 'queued_post')
    await call(decideHeldPost, { review_id: id, status: operation as Verdict, ...input })
  else await call(auditSuggestion, { id, operation: operation as Verdict, ...input })
}

const undoMs = 30_000

/** Forgotten when it can no longer be undone. */
function useLastDecision() {
  const [last, setLast] = useState<LastDecision | null>(null)
  useEffect(() => {
    const timer = setTimeout(() => setLast(null), undoMs)
    return () => clearTimeout(timer)
  }, [last])
  return [last, setLast] as const
}

export type Desk = ReturnType<typeof useDesk>
