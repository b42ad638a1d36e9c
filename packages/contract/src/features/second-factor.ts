import { z } from 'zod'
import { apiPrefix, endpoint } from '../endpoint.ts'
import { limits } from '../limits.ts'
import { password } from './account-fields.ts'
import { SignedIn } from './accounts.ts'

const token = z.string().min(1).max(128)
/** What a browser and a server say to each other about a passkey; the standard sets its form. */
const ceremony = z.record(z.string().max(64), z.unknown())
const passkeyName = z.string().trim().min(1).max(limits.passkeyName.max)

const Passkey = z.object({
  id: z.string(),
  name: z.string(),
  created_at: z.number().int(),
  /** 0 when never used. */
  last_used_at: z.number().int(),
})

const RecoveryCodes = z.object({ recovery_codes: z.array(z.string()) })

export const secondFactor = endpoint({
  method: 'GET',
  path: `${apiPrefix}/user/second-factor`,
  access: 'member',
  summary: 'What protects the account besides the password.',
  reply: z.object({
    totp: z.boolean(),
    recovery_codes_left: z.number().int(),
    passkeys: z.array(Passkey),
    /** The site asks staff for a second factor, and this person is staff. */
    is_required: z.boolean(),
    /** This session began with a second factor. */
    session_verified: z.boolean(),
  }),
})

export const startTotp = endpoint({
  method: 'POST',
  path: `${apiPrefix}/user/totp`,
  access: 'member',
  summary: 'Makes a secret for an authenticator app; it is in force once a code was confirmed.',
  input: { pass: password },
  reply: z.object({ secret: z.string(), uri: z.string() }),
  errors: ['account.old_password_wrong', 'second_factor.already_on'],
  limits: ['credential.user'],
})

export const confirmTotp = endpoint({
  method: 'POST',
  path: `${apiPrefix}/user/totp/confirmation`,
  access: 'member',
  summary: 'Turns the authenticator app on and hands out recovery codes, once.',
  input: { code: z.string().trim().min(6).max(10) },
  reply: RecoveryCodes,
  errors: ['second_factor.wrong_code', 'second_factor.already_on'],
  limits: ['credential.user'],
})

export const removeTotp = endpoint({
  method: 'DELETE',
  path: `${apiPrefix}/user/totp`,
  access: 'member',
  summary: 'Turns the authenticator app off and forgets the recovery codes.',
  input: { pass: password },
  reply: z.null(),
  errors: ['account.old_password_wrong'],
  limits: ['credential.user'],
})

export const renewRecoveryCodes = endpoint({
  method: 'POST',
  path: `${apiPrefix}/user/recovery-codes`,
  access: 'member',
  summary: 'Hands out new recovery codes; the old ones stop working.',
  input: { pass: password },
  reply: RecoveryCodes,
  errors: ['account.old_password_wrong', 'second_factor.not_on'],
  limits: ['credential.user'],
})

export const passkeyOptions = endpoint({
  method: 'POST',
  path: `${apiPrefix}/user/passkey/options`,
  access: 'member',
  summary: 'Starts the registration of a passkey.',
  input: { pass: password },
  reply: z.object({ token, options: ceremony }),
  errors: ['account.old_password_wrong'],
  limits: ['credential.user'],
})

export const addPasskey = endpoint({
  method: 'POST',
  path: `${apiPrefix}/user/passkey`,
  access: 'member',
  summary: 'Finishes the registration of a passkey.',
  input: { token, name: passkeyName, response: ceremony },
  reply: Passkey,
  errors: ['second_factor.passkey_refused', 'second_factor.too_many_passkeys'],
})

export const removePasskey = endpoint({
  method: 'DELETE',
  path: `${apiPrefix}/user/passkey`,
  access: 'member',
  summary: 'Removes a passkey.',
  input: { id: z.string().regex(/^\d{1,18}$/), pass: password },
  reply: z.null(),
  errors: ['account.old_password_wrong'],
  limits: ['credential.user'],
})

export const loginWithCode = endpoint({
  method: 'POST',
  path: `${apiPrefix}/user/login/second-factor`,
  access: 'open',
  summary:
    'Finishes a login that asked for a second factor, with a code of the app or a recovery code.',
  input: { token, code: z.string().trim().min(6).max(40) },
  reply: SignedIn,
  errors: ['second_factor.wrong_code', 'second_factor.expired', 'second_factor.too_many_codes'],
  limits: ['login.address'],
})

export const passkeyLoginOptions = endpoint({
  method: 'POST',
  path: `${apiPrefix}/user/login/passkey/options`,
  access: 'open',
  summary: 'Starts a login with a passkey; no address is asked for.',
  reply: z.object({ token, options: ceremony }),
  limits: ['login.address'],
})

export const loginWithPasskey = endpoint({
  method: 'POST',
  path: `${apiPrefix}/user/login/passkey`,
  access: 'open',
  summary: 'Signs in with a passkey.',
  input: { token, response: ceremony },
  reply: SignedIn,
  errors: ['second_factor.passkey_refused', 'second_factor.expired'],
  limits: ['login.address'],
})
