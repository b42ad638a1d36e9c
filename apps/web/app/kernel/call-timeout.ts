import type { Transport } from '@stoa/contract/client'
import type { Reason } from '@stoa/contract/errors'

/** How long a call may take. Files may take longer: how long depends on the line. */
export const callTimeouts = { callMs: 10_000, uploadMs: 10 * 60_000 }

const reason: Reason = 'base.request_timeout'

/** Gives up on calls that take too long, with a response that says so. */
export function withTimeout(
  transport: Transport,
  msg: string,
  { callMs, uploadMs } = callTimeouts,
): Transport {
  return async (endpoint, input, options) => {
    const late = AbortSignal.timeout(endpoint.encoding === 'form' ? uploadMs : callMs)
    const signal = options.signal === undefined ? late : AbortSignal.any([late, options.signal])
    try {
      return await transport(endpoint, input, { ...options, signal })
    } catch (error) {
      if (signal.reason !== late.reason || !late.aborted) throw error
      return { status: 408, reason, msg, data: null }
    }
  }
}
