import { z } from 'zod'

/** Shape of every response. `status` equals the HTTP status, `reason` is stable, `msg` is its translation. */
export type Envelope<Data = unknown> = { status: number; reason: string; msg: string; data: Data }

/** Reason of every successful response. */
export const successReason = 'base.success'

export function envelopeOf<Data extends z.ZodType>(data: Data) {
  return z.object({ status: z.number().int(), reason: z.string(), msg: z.string(), data })
}
