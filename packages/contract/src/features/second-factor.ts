import { z } from 'zod'
import { apiPrefix, endpoint } from '../endpoint.ts'
import { limits } from '../limits.ts'
import { password } from './account-fields.ts'
import { LoginResult } from './accounts.ts'

const token = z.string().min(1).max(128)
/** A WebAuthn message; its format is defined by the standard. */
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
  summary: "Returns the state of the caller's second factors and passkeys.",
  response: z.object({
    totp: z.boolean(),
    recovery_codes_left: z.number().int(),
    passkeys: z.array(Passkey),
    /** The site requires a second factor for staff, and the caller is staff. */
    is_required: z.boolean(),
    /** The current session was started with a second factor. */
    session_verified: z.boolean(),
  }),
})

export const startTotp = endpoint({
  method: 'POST',
  path: `${apiPrefix}/user/totp`,
  access: 'member',
  allowsSilenced: true,
  summary:
    'Creates a TOTP secret for an authenticator app. It takes effect once a code is confirmed.',
  input: { pass: password },
  response: z.object({ secret: z.string(), uri: z.string() }),
  errors: ['account.old_password_wrong', 'second_factor.already_on'],
  limits: ['credential.user'],
})

export const confirmTotp = endpoint({
  method: 'POST',
  path: `${apiPrefix}/user/totp/confirmation`,
  access: 'member',
  allowsSilenced: true,
  summary: 'Enables the authenticator app and returns recovery codes, which are shown once.',
  input: { code: z.string().trim().min(6).max(10) },
  response: RecoveryCodes,
  errors: ['second_factor.wrong_code', 'second_factor.already_on'],
  limits: ['credential.user'],
})

export const removeTotp = endpoint({
  method: 'DELETE',
  path: `${apiPrefix}/user/totp`,
  access: 'member',
  allowsSilenced: true,
  summary: 'Disables the authenticator app and deletes the recovery codes.',
  input: { pass: password },
  response: z.null(),
  errors: ['account.old_password_wrong'],
  limits: ['credential.user'],
})

export const renewRecoveryCodes = endpoint({
  method: 'POST',
  path: `${apiPrefix}/user/recovery-codes`,
  access: 'member',
  allowsSilenced: true,
  summary: 'Returns new recovery codes; the old ones stop working.',
  input: { pass: password },
  response: RecoveryCodes,
  errors: ['account.old_password_wrong', 'second_factor.not_on'],
  limits: ['credential.user'],
})

export const passkeyOptions = endpoint({
  method: 'POST',
  path: `${apiPrefix}/user/passkey/options`,
  access: 'member',
  allowsSilenced: true,
  summary: 'Starts registering a passkey.',
  input: { pass: password },
  response: z.object({ token, options: ceremony }),
  errors: ['account.old_password_wrong'],
  limits: ['credential.user'],
})

export const addPasskey = endpoint({
  method: 'POST',
  path: `${apiPrefix}/user/passkey`,
  access: 'member',
  allowsSilenced: true,
  summary: 'Completes the registration of a passkey.',
  input: { token, name: passkeyName, response: ceremony },
  response: Passkey,
  errors: ['second_factor.passkey_refused', 'second_factor.too_many_passkeys'],
})

export const removePasskey = endpoint({
  method: 'DELETE',
  path: `${apiPrefix}/user/passkey`,
  access: 'member',
  allowsSilenced: true,
  summary: 'Removes a passkey.',
  input: { id: z.string().regex(/^\d{1,18}$/), pass: password },
  response: z.null(),
  errors: ['account.old_password_wrong'],
  limits: ['credential.user'],
})

export const loginWithCode = endpoint({
  method: 'POST',
  path: `${apiPrefix}/user/login/second-factor`,
  access: 'open',
  allowsReadOnly: true,
  summary:
    'Completes a login that requires a second factor, with a code of the app or a recovery code.',
  input: { token, code: z.string().trim().min(6).max(40) },
  response: LoginResult,
  errors: ['second_factor.wrong_code', 'second_factor.expired', 'second_factor.too_many_codes'],
  limits: ['login.address'],
})

export const passkeyLoginOptions = endpoint({
  method: 'POST',
  path: `${apiPrefix}/user/login/passkey/options`,
  access: 'open',
  userCenter: 'login',
  allowsReadOnly: true,
  summary: 'Starts a login with a passkey. No email is needed.',
  response: z.object({ token, options: ceremony }),
  limits: ['login.address'],
})

export const loginWithPasskey = endpoint({
  method: 'POST',
  path: `${apiPrefix}/user/login/passkey`,
  access: 'open',
  userCenter: 'login',
  allowsReadOnly: true,
  summary: 'Logs in with a passkey.',
  input: { token, response: ceremony },
  response: LoginResult,
  errors: ['second_factor.passkey_refused', 'second_factor.expired'],
  limits: ['login.address'],
})
