import type { Transport } from '@stoa/contract/client'
import type { Reason } from '@stoa/contract/errors'

export const callTimeouts = { callMs: 10_000, uploadMs: 10 * 60_000 }

const reason: Reason = 'base.request_timeout'

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
      return { status: 408, reason, msg, data: null }
    }
  }
}
