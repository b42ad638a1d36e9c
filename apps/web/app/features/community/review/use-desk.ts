import { reviewFlagCase } from '@stoa/contract/features/flags'
import { skipCase, undoDecision } from '@stoa/contract/features/review'
import { useEffect, useState } from 'react'
import { useNavigate } from 'react-router'
import { useMutation } from '../../../kernel/use-mutation.ts'
import { useVisit } from '../../../kernel/visit-context.tsx'
import { useToast } from '../../../ui/toast.tsx'
import { deskPath } from './case-filter.ts'
import type { Decision, DeskCase } from './desk-case.ts'
import type { DeskData } from './desk-data.server.ts'

type LastDecision = Pick<Decision, 'queue' | 'id' | 'operation'> & { title: string }

/**
 * The cases that are left, the one that is shown, and what can be done with it. A decided case disappears at once, and
 * the next one is shown while the decision is being sent.
 */
export function useDesk({ cases: loaded, selectedId, queue, filter }: DeskData) {
  const navigate = useNavigate()
  const toast = useToast()
  const { viewer } = useVisit()
  const [hidden, setHidden] = useState<ReadonlySet<string>>(new Set())
  const [taken, setTaken] = useState<ReadonlySet<string>>(new Set())
  const [chosen, setChosen] = useState({ id: selectedId, isAutomatic: true })
  const [last, setLast] = useLastDecision()
  const cases = loaded.filter(({ id }) => !hidden.has(id))
  const current = cases.find(({ id }) => id === chosen.id) ?? cases[0] ?? null

  const isFree = ({ id, claimedBy }: DeskCase) =>
    !taken.has(id) && (claimedBy === null || claimedBy.id === viewer?.id)
  const select = (id: string | undefined, isAutomatic: boolean) => {
    setChosen({ id: id ?? null, isAutomatic })
    void navigate(deskPath({ queue, filter, caseId: id }), {
      replace: true,
      preventScrollReset: true,
    })
  }
  const move = (step: 1 | -1) => {
    const target = cases[cases.findIndex(({ id }) => id === current?.id) + step]
    if (target !== undefined) select(target.id, false)
  }
  /** The cases after this one, then those before it. */
  const listOthers = (id: string) => {
    const index = cases.findIndex((one) => one.id === id)
    return [...cases.slice(index + 1), ...cases.slice(0, Math.max(0, index))]
  }
  /** Hides a case and shows the next one that nobody else looks at. */
  const leave = (id: string) => {
    setHidden((ids) => new Set(ids).add(id))
    const others = listOthers(id)
    if (id === current?.id) select((others.find(isFree) ?? others[0])?.id, true)
  }
  const unhide = (id: string) =>
    setHidden((ids) => new Set([...ids].filter((other) => other !== id)))

  const { run: sendDecision, isSending } = useMutation({
    send: (call, { id, operation, input }: Decision) =>
      call(reviewFlagCase, { flag_id: id, operation_type: operation, ...input }),
    isRepeat: (one, other) => one.id === other.id,
    showsFieldError: true,
  })
  const { run: sendSkip } = useMutation({
    send: (call, { queue: type, id }: DeskCase) => call(skipCase, { type, id }),
    isRepeat: (one, other) => one.id === other.id,
  })
  const { run: sendUndo } = useMutation({
    send: (call, { queue: type, id }: LastDecision) => call(undoDecision, { type, id }),
    revalidates: true,
  })

  return {
    cases,
    current,
    last,
    isSending,
    isFree,
    /** For links, which navigate themselves. */
    choose: (id: string) => setChosen({ id, isAutomatic: false }),
    move,
    leave,
    /** Moves on if the reviewer did not choose the case. */
    onTaken(id: string) {
      setTaken((ids) => new Set(ids).add(id))
      const next = listOthers(id).find(isFree)
      if (chosen.isAutomatic && next !== undefined) select(next.id, true)
    },
    async decide(decision: Decision) {
      const one = cases.find(({ id }) => id === decision.id)
      const needsResponse = decision.input !== undefined
      // A dialog stays open until the server has accepted what was typed.
      if (!needsResponse) leave(decision.id)
      const outcome = await sendDecision(decision)
      if (outcome.ok) {
        setLast({ ...decision, title: one?.title ?? '' })
        if (needsResponse) leave(decision.id)
      } else if (!needsResponse) {
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
      if (!outcome.ok) return
      unhide(last.id)
      select(last.id, false)
    },
  }
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
