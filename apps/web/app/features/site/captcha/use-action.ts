import { actionRecord } from '@stoa/contract/features/captcha'
import { ApiError, type CallOptions, type Client } from '@stoa/contract/client'
import type { Endpoint, InputOf, ResponseOf } from '@stoa/contract/endpoint'
import { useCallback } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { loginPathFrom } from '../../../kernel/paths.ts'
import { useApi } from '../../../kernel/api.ts'
import { toRejection, type Rejection } from '../../../kernel/rejections.ts'
import { useTranslate, useVisit } from '../../../kernel/visit-context.tsx'
import { useToast } from '../../../ui/toast.tsx'

export type Outcome<Response> =
  | { ok: true; response: Response }
  /** Messages by field; empty if a toast was shown or the user was redirected. */
  | { ok: false; fields: Record<string, string> }

export type RunAction = <E extends Endpoint>(
  endpoint: E,
  input: InputOf<E>,
  options?: CallOptions,
) => Promise<Outcome<ResponseOf<E>>>

/**
 * Calls an endpoint for a user's action, such as a vote. Redirects visitors to the login page, solves a captcha if
 * required, and shows errors without a field as a toast.
 */
export function useAction(): RunAction {
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
      const failure = { ok: false, fields: {} } as const
      const showError = (text: string) => toast({ text, tone: 'bad' })
      if (isVisitor) {
        void navigate(loginPathFrom(location))
        return failure
      }
      try {
        return { ok: true, response: await callWithCaptcha(api, endpoint, input, options) }
      } catch (error) {
        if (!(error instanceof ApiError)) {
          showError(t('network.unreachable'))
          return failure
        }
        const rejection = toRejection(error.envelope, location)
        if (rejection.type === 'fields') return { ok: false, fields: rejection.fields }
        if (rejection.type === 'redirect') void navigate(rejection.path)
        else showError(rejection.message)
        return failure
      }
    },
    [api, t, toast, navigate, isVisitor, location],
  )
}

/** Retries once with a solution if a captcha is required. */
async function callWithCaptcha<E extends Endpoint>(
  api: Client,
  endpoint: E,
  input: InputOf<E>,
  options: CallOptions = {},
): Promise<ResponseOf<E>> {
  try {
    return await api.call(endpoint, input, options)
  } catch (error) {
    const action = endpoint.captcha
    if (!(error instanceof ApiError) || action === null || !needsCaptcha(error)) throw error
    const { captcha_id, challenge } = await api.call(actionRecord, { action })
    // No captcha is needed any more.
    if (challenge === null) return await api.call(endpoint, input, options)
    const { solve } = await import('./solve.ts')
    const captcha_code = await solve(challenge, options.signal ?? new AbortController().signal)
    return await api.call(endpoint, { ...input, captcha_id, captcha_code }, options)
  }
}

function needsCaptcha(error: ApiError): boolean {
  const rejection: Rejection = toRejection(error.envelope, '')
  return rejection.type === 'fields' && 'captcha_code' in rejection.fields
}
