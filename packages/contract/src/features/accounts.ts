import { z } from 'zod'
import { captchaSolution } from '../captcha.ts'
import { apiPrefix, endpoint } from '../endpoint.ts'
import { code, displayName, email, newPassword, password, returnPath } from './account-fields.ts'
import { CurrentUser } from './users.ts'

export const register = endpoint({
  method: 'POST',
  path: `${apiPrefix}/user/register/email`,
  access: 'open',
  userCenter: 'login',
  summary:
    'Creates an account and emails an activation link. The response is the same when the email is already taken.',
  input: {
    name: displayName,
    e_mail: email,
    pass: newPassword,
    return_path: returnPath.optional(),
    /** From the link of an invitation. With one, closed registration and the allowed domains do not matter. */
    invitation: code.optional(),
    ...captchaSolution,
  },
  response: z.object({ e_mail: z.string() }),
  errors: [
    'account.registration_closed',
    'account.domain_refused',
    'invitation.not_found',
    'invitation.used',
    'invitation.expired',
    'invitation.revoked',
    'invitation.wrong_email',
    'account.password_common',
    'user.name_reserved',
  ],
  limits: ['register.address', 'mail.account'],
  captcha: 'email',
})

export const resendRegistration = endpoint({
  method: 'POST',
  path: `${apiPrefix}/user/register/email/send`,
  access: 'open',
  userCenter: 'login',
  summary:
    'Emails a new activation link if the email and password belong to an account that is not activated. The response is the same if they do not.',
  input: {
    e_mail: email,
    pass: password,
    return_path: returnPath.optional(),
    ...captchaSolution,
  },
  response: z.null(),
  limits: ['register.address', 'mail.account'],
  captcha: 'email',
})

export const LoginResult = CurrentUser.extend({
  access_token: z.string(),
  /** Sent back as the cookie `device`, it marks this device as known to the account (see rateLimits). */
  device_token: z.string(),
})

export const activate = endpoint({
  method: 'POST',
  path: `${apiPrefix}/user/email/verification`,
  access: 'open',
  userCenter: 'login',
  summary: 'Activates an account with the code from the email and logs in.',
  input: { code },
  response: LoginResult,
  errors: ['account.code_expired'],
  limits: ['code.address'],
})

export const resendActivation = endpoint({
  method: 'POST',
  path: `${apiPrefix}/user/email/verification/send`,
  access: 'any-user',
  userCenter: 'login',
  summary: 'Emails a new activation link; older ones stop working.',
  input: { return_path: returnPath.optional(), ...captchaSolution },
  response: z.null(),
  limits: ['mail.user'],
  captcha: 'email',
})

export const login = endpoint({
  method: 'POST',
  path: `${apiPrefix}/user/login/email`,
  access: 'open',
  userCenter: 'login',
  allowsReadOnly: true,
  summary: 'Logs in with email and password. API clients send access_token as a bearer token.',
  input: { e_mail: email, pass: password, ...captchaSolution },
  response: LoginResult,
  errors: ['account.wrong_credentials', 'account.password_login_off', 'second_factor.required'],
  limits: ['login.address', 'login.account_network', 'login.account', 'login.device'],
  captcha: 'password',
})

export const logout = endpoint({
  method: 'POST',
  path: `${apiPrefix}/user/logout`,
  access: 'any-user',
  allowsReadOnly: true,
  summary: 'Ends the current session.',
  response: z.null(),
})

export const logoutByLink = endpoint({
  method: 'GET',
  path: `${apiPrefix}/user/logout`,
  access: 'any-user',
  allowsReadOnly: true,
  summary:
    'Ends the current session, for older API clients. Browsers must navigate to it from the same site.',
  changesState: true,
  response: z.null(),
  errors: ['auth.navigation_required'],
})

export const currentUser = endpoint({
  method: 'GET',
  path: `${apiPrefix}/user/info`,
  access: 'open',
  summary: 'Returns the current user, or null for visitors.',
  response: CurrentUser.nullable(),
})
