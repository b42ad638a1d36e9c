import { z } from 'zod'
import { captchaActions } from '../captcha.ts'
import { apiPrefix, endpoint } from '../endpoint.ts'

/** ALTCHA protocol: find the number for which SHA-256(salt + number) equals the challenge. */
export const ProofOfWork = z.object({
  algorithm: z.literal('SHA-256'),
  challenge: z.string(),
  salt: z.string(),
  maxnumber: z.number().int(),
  signature: z.string(),
})
export type ProofOfWork = z.output<typeof ProofOfWork>

export const ActionRecord = z.object({
  /** Whether the action requires a captcha now; if not, the other fields are empty. */
  verify: z.boolean(),
  action: z.enum(captchaActions),
  captcha_id: z.string(),
  /** A data URL. */
  captcha_img: z.string(),
  /** An alternative to the image: either solution is accepted. Null while `plugin` is set. */
  challenge: ProofOfWork.nullable(),
  /** The plugin whose captcha is the alternative to the image; empty if there is none, or while it fails. */
  plugin: z.string(),
})
export type ActionRecord = z.output<typeof ActionRecord>

export const actionRecord = endpoint({
  method: 'GET',
  path: `${apiPrefix}/user/action/record`,
  access: 'open',
  summary:
    'Tells whether an action requires a captcha, and returns a new one if so. It can be solved once, within six minutes.',
  input: { action: z.enum(captchaActions) },
  response: ActionRecord,
  limits: ['challenge.address'],
})
