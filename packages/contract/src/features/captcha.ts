import { z } from 'zod'
import { challengeActions } from '../challenge.ts'
import { apiPrefix, endpoint } from '../endpoint.ts'

/** Find the number that, written behind the salt, has the challenge as its SHA-256. The protocol is ALTCHA's. */
export const ProofOfWork = z.object({
  algorithm: z.literal('SHA-256'),
  challenge: z.string(),
  salt: z.string(),
  maxnumber: z.number().int(),
  signature: z.string(),
})
export type ProofOfWork = z.output<typeof ProofOfWork>

export const ActionRecord = z.object({
  /** Whether the action asks for an answer now; if not, the rest is empty. */
  verify: z.boolean(),
  captcha_id: z.string(),
  /** A picture of letters, as a data URL. */
  captcha_img: z.string(),
  /** The same challenge as work for a machine: either answer is good. */
  challenge: ProofOfWork.nullable(),
})
export type ActionRecord = z.output<typeof ActionRecord>

export const actionRecord = endpoint({
  method: 'GET',
  path: `${apiPrefix}/user/action/record`,
  access: 'open',
  summary:
    'Whether an action asks for a challenge, and a new one if so. It can be answered once, within six minutes.',
  input: { action: z.enum(challengeActions) },
  reply: ActionRecord,
  limits: ['challenge.address'],
})
