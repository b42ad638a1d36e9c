import { z } from 'zod'

/** The shape of every reply. `status` equals the HTTP status, `reason` is stable, `msg` is its translation. */
export type Envelope<Data = unknown> = { status: number; reason: string; msg: string; data: Data }

/** Reason of every reply that worked. */
export const successReason = 'base.success'

/** The schema of an envelope around the given data. */
export function envelopeOf<Data extends z.ZodType>(data: Data) {
  return z.object({ status: z.number().int(), reason: z.string(), msg: z.string(), data })
}
