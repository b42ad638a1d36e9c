import { actionRecord } from '@stoa/contract/features/captcha'
import { ApiError, type CallOptions, type Client } from '@stoa/contract/client'
import type { Endpoint, InputOf, ReplyOf } from '@stoa/contract/endpoint'
import { useCallback } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { loginPathFrom } from '../../kernel/addresses.ts'
import { useApi } from '../../kernel/api.ts'
import { toRefusal, type Refusal } from '../../kernel/refusals.ts'
import { useTranslate, useVisit } from '../../kernel/visit-context.tsx'
import { useToast } from '../../ui/toast.tsx'

export type Outcome<Reply> =
  | { ok: true; reply: Reply }
  /** Why it was refused, by field; empty when it was said already or the person is on their way elsewhere. */
  | { ok: false; fields: Record<string, string> }

export type Act = <E extends Endpoint>(
  endpoint: E,
  input: InputOf<E>,
  options?: CallOptions,
) => Promise<Outcome<ReplyOf<E>>>

/**
 * Does what a person asked a running page for: a vote, a comment, a bookmark. A visitor is sent to log in, a
 * challenge is solved on the way, and a refusal that belongs to no field is said in a toast.
 */
export function useAct(): Act {
  const api = useApi()
  const t = useTranslate()
  const toast = useToast()
  const navigate = useNavigate()
  const { viewer } = useVisit()
  const { pathname, search } = useLocation()
  const location = pathname + search
  const isVisitor = viewer === null

  return useCallback(
    async (endpoint, input, options) => {
      const nothing = { ok: false, fields: {} } as const
      const say = (text: string) => toast({ text, tone: 'bad' })
      if (isVisitor) {
        void navigate(loginPathFrom(location))
        return nothing
      }
      try {
        return { ok: true, reply: await callSolving(api, endpoint, input, options) }
      } catch (error) {
        if (!(error instanceof ApiError)) {
          say(t('act.unreachable'))
          return nothing
        }
        const refusal = toRefusal(error.envelope, location)
        if (refusal.is === 'fields') return { ok: false, fields: refusal.fields }
        if (refusal.is === 'elsewhere') void navigate(refusal.path)
        else say(refusal.message)
        return nothing
      }
    },
    [api, t, toast, navigate, isVisitor, location],
  )
}

/** Calls once; when a challenge holds it up, solves that and calls again. */
async function callSolving<E extends Endpoint>(
  api: Client,
  endpoint: E,
  input: InputOf<E>,
  options: CallOptions = {},
): Promise<ReplyOf<E>> {
  try {
    return await api.call(endpoint, input, options)
  } catch (error) {
    const action = endpoint.challenge
    if (!(error instanceof ApiError) || action === null || !isHeldUp(error)) throw error
    const { captcha_id, challenge } = await api.call(actionRecord, { action })
    // A pause that was asked for is over by now.
    if (challenge === null) return await api.call(endpoint, input, options)
    const { solve } = await import('./solve.ts')
    const captcha_code = await solve(challenge, options.signal ?? new AbortController().signal)
    return await api.call(endpoint, { ...input, captcha_id, captcha_code }, options)
  }
}

function isHeldUp(error: ApiError): boolean {
  const refusal: Refusal = toRefusal(error.envelope, '')
  return refusal.is === 'fields' && 'captcha_code' in refusal.fields
}
