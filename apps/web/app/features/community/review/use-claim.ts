import { ApiError } from '@stoa/contract/client'
import type { Reason } from '@stoa/contract/errors'
import { claimCase } from '@stoa/contract/features/review'
import { useEffect, useRef, useState } from 'react'
import { useApi } from '../../../kernel/api.ts'
import type { DeskCase } from './desk-case.ts'

const gone: Reason = 'error.review.case_not_found'
const taken: Reason = 'error.review.claimed'
const renewMs = 2 * 60_000
const retryMs = 4_000

type ClaimOptions = {
  /** Somebody else looks at the case. */
  onTaken: (id: string) => void
  /** The case was decided meanwhile. */
  onGone: (id: string) => void
}

type ClaimState = 'unknown' | 'own' | 'taken'

/** Claims the case that is shown. Returns who has it: unknown until the server has answered. */
export function useClaim(current: DeskCase | null, options: ClaimOptions): ClaimState {
  const api = useApi()
  const [claimed, setClaimed] = useState<{ id: string; state: ClaimState } | null>(null)
  const handlers = useRef(options)
  useEffect(() => {
    handlers.current = options
  })
  const { queue, id } = current ?? {}
  const state = claimed !== null && claimed.id === id ? claimed.state : 'unknown'
  const isOwn = state === 'own'
  useEffect(() => {
    if (queue === undefined || id === undefined) return
    const controller = new AbortController()
    const claim = async () => {
      try {
        await api.call(claimCase, { type: queue, id }, controller)
        setClaimed({ id, state: 'own' })
      } catch (error) {
        const reason = error instanceof ApiError ? error.envelope.reason : ''
        if (controller.signal.aborted) return
        if (reason === gone) handlers.current.onGone(id)
        // With other errors the case can still be decided: the server checks the claim again.
        if (reason !== taken) return
        setClaimed({ id, state: 'taken' })
        handlers.current.onTaken(id)
      }
    }
    if (!isOwn) void claim()
    const timer = setInterval(() => void claim(), isOwn ? renewMs : retryMs)
    return () => {
      controller.abort()
      clearInterval(timer)
    }
  }, [api, queue, id, isOwn])
  return state
}
