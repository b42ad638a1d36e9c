import { createClient, fetchTransport, type Client, type Transport } from '@stoa/contract/client'
import type { Reason } from '@stoa/contract/errors'
import { useMemo } from 'react'
import { useTranslate } from './visit-context.tsx'

/** For calls outside of loaders and actions, such as suggestions while typing. */
export function useApi(): Client {
  const t = useTranslate()
  const { tag } = t
  const timeoutMessage = t('network.timeout')
  return useMemo(
    () => createClient(withTimeout(fetchTransport('', { 'accept-language': tag }), timeoutMessage)),
    [tag, timeoutMessage],
  )
}

export const callTimeouts = { callMs: 10_000, uploadMs: 10 * 60_000 }

const timeoutReason: Reason = 'base.request_timeout'

/** Turns a timeout into a 408 envelope, so that callers handle it like any other error. */
export function withTimeout(
  transport: Transport,
  msg: string,
  { callMs, uploadMs } = callTimeouts,
): Transport {
  return async (endpoint, input, options) => {
    const timeout = AbortSignal.timeout(endpoint.encoding === 'form' ? uploadMs : callMs)
    const signal =
      options.signal === undefined ? timeout : AbortSignal.any([timeout, options.signal])
    try {
      return await transport(endpoint, input, { ...options, signal })
    } catch (error) {
      if (signal.reason !== timeout.reason || !timeout.aborted) throw error
      return { status: 408, reason: timeoutReason, msg, data: null }
    }
  }
}

/** Works over plain HTTP too, unlike `crypto.randomUUID`. */
export function createRandomKey(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) =>
    byte.toString(16).padStart(2, '0'),
  ).join('')
}
