import { createHmac } from 'node:crypto'

const [second, minute, hour] = [1000, 60_000, 3_600_000]

/** Between an attempt and the next one. */
export const retryPauses = [5 * second, minute, 10 * minute, hour, 6 * hour, 24 * hour] as const
/** So that deliveries that failed together are not repeated together. */
const jitter = 0.2

/** Null when there is no other attempt. `random` is between 0 and 1. */
export function pauseAfter(tries: number, random: number): number | null {
  const pause = retryPauses[tries - 1]
  return pause === undefined ? null : Math.round(pause * (1 - jitter + 2 * jitter * random))
}

export const maxFailingMs = 3 * 24 * hour
export const formerSecretMs = 24 * hour

/** `gone`: the receiver does not exist any more. */
export type Outcome = 'delivered' | 'gone' | 'failed'

/** The status is null without a response. */
export function outcomeOf(status: number | null): Outcome {
  if (status !== null && status >= 200 && status < 300) return 'delivered'
  return status === 410 ? 'gone' : 'failed'
}

export const secretPrefix = 'whsec_'

/** The value of the header `webhook-signature` (Standard Webhooks), with one signature for each secret. */
export function signatureOf(
  secrets: readonly string[],
  { id, timestamp, body }: { id: string; timestamp: number; body: string },
): string {
  return secrets
    .map((secret) => Buffer.from(secret.slice(secretPrefix.length), 'base64'))
    .map((key) => createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest('base64'))
    .map((signature) => `v1,${signature}`)
    .join(' ')
}
