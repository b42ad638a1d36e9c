import { z } from 'zod'
import { challengeAnswer } from '../challenge.ts'
import { apiPrefix, endpoint } from '../endpoint.ts'
import { code, displayName, email, newPassword, password } from './account-fields.ts'
import { CurrentUser } from './users.ts'

export const register = endpoint({
  method: 'POST',
  path: `${apiPrefix}/user/register/email`,
  access: 'open',
  summary:
    'Creates an account and mails an activation link. The reply is the same when the address is already taken.',
  input: { name: displayName, e_mail: email, pass: newPassword, ...challengeAnswer },
  reply: z.object({ e_mail: z.string() }),
  errors: [
    'account.registration_closed',
    'account.domain_refused',
    'account.password_common',
    'user.name_reserved',
  ],
  limits: ['register.address', 'mail.account'],
  challenge: 'email',
})

export const SignedIn = CurrentUser.extend({
  access_token: z.string(),
  /** Sent back as the cookie `device`, it marks this device as known to the account: see limits.ts. */
  device_token: z.string(),
})

export const activate = endpoint({
  method: 'POST',
  path: `${apiPrefix}/user/email/verification`,
  access: 'open',
  summary: 'Activates an account with the code from the mail and signs it in.',
  input: { code },
  reply: SignedIn,
  errors: ['account.code_expired'],
  limits: ['code.address'],
})

export const resendActivation = endpoint({
  method: 'POST',
  path: `${apiPrefix}/user/email/verification/send`,
  access: 'any-user',
  summary: 'Mails a new activation link; the older ones stop working.',
  input: challengeAnswer,
  reply: z.null(),
  limits: ['mail.user'],
  challenge: 'email',
})

export const login = endpoint({
  method: 'POST',
  path: `${apiPrefix}/user/login/email`,
  access: 'open',
  summary: 'Signs in with e-mail and password. API clients send the token as a bearer token.',
  input: { e_mail: email, pass: password, ...challengeAnswer },
  reply: SignedIn,
  errors: ['account.wrong_credentials', 'account.password_login_off', 'second_factor.required'],
  limits: ['login.address', 'login.account_network', 'login.account', 'login.device'],
  challenge: 'password',
})

export const logout = endpoint({
  method: 'POST',
  path: `${apiPrefix}/user/logout`,
  access: 'any-user',
  summary: 'Ends the session the call was made with.',
  reply: z.null(),
})

export const logoutByLink = endpoint({
  method: 'GET',
  path: `${apiPrefix}/user/logout`,
  access: 'any-user',
  summary:
    'The same for older API clients; a browser must open it as a page, and not from another site.',
  changesState: true,
  reply: z.null(),
  errors: ['auth.navigation_required'],
})

export const currentUser = endpoint({
  method: 'GET',
  path: `${apiPrefix}/user/info`,
  access: 'open',
  summary: 'The signed-in person, or null.',
  reply: CurrentUser.nullable(),
})
