import { z } from 'zod'
import { adminPrefix, endpoint } from '../endpoint.ts'
import { limits } from '../limits.ts'
import { pageOf, paging } from '../paging.ts'
import { UserBasic } from './users.ts'

/** How somebody logged in or tried to. `reset`: a new password through a link by email, which logs nobody in. */
export const attemptMethods = [
  'password',
  'totp',
  'recovery_code',
  'passkey',
  'connector',
  'activation',
  'email_change',
  'reset',
] as const
export type AttemptMethod = (typeof attemptMethods)[number]

export const attemptOutcomes = [
  'ok',
  /** The account is suspended: the session shows only why. */
  'suspended',
  /** The password or the link was right; the second factor comes next. */
  'code_required',
  'wrong_password',
  'wrong_code',
  'passkey_refused',
  'rate_limited',
  /** No account has the email or the passkey. What was typed is not stored. */
  'unknown_account',
] as const
export type AttemptOutcome = (typeof attemptOutcomes)[number]

const SignIn = z.object({
  id: z.string(),
  at: z.number().int(),
  /** Null for unknown accounts. */
  user: UserBasic.nullable(),
  method: z.enum(attemptMethods),
  outcome: z.enum(attemptOutcomes),
  /** An IPv4 address, or an IPv6 prefix. */
  network: z.string(),
  /** Browser and system are empty when unknown. */
  browser: z.string(),
  system: z.string(),
})
export type SignIn = z.output<typeof SignIn>

/** A day in the time zone of the site. */
const day = z.iso
  .date()
  .max(10)
  .regex(/^20\d\d/)
  .optional()

export const listSignIns = endpoint({
  method: 'GET',
  path: `${adminPrefix}/sign-ins`,
  access: 'admin',
  allowsKeys: true,
  summary:
    'Lists logins and failed attempts of the last 90 days, newest first. The count stops some pages ahead.',
  input: {
    ...paging,
    /** An exact username or email, or `user:` with an id. */
    user: z.string().trim().max(limits.email.max).default(''),
    outcome: z.enum(attemptOutcomes).optional(),
    from: day,
    to: day,
  },
  response: pageOf(SignIn),
})
