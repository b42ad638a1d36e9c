import { z } from 'zod'
import { captchaSolution } from '../captcha.ts'
import { apiPrefix, endpoint } from '../endpoint.ts'
import { code, email, newPassword, password, returnPath } from './account-fields.ts'
import { LoginResult } from './accounts.ts'

export const askPasswordReset = endpoint({
  method: 'POST',
  path: `${apiPrefix}/user/password/reset`,
  access: 'open',
  userCenter: 'login',
  summary: 'Emails a password reset link. The response is the same for an unknown email.',
  input: { e_mail: email, ...captchaSolution },
  response: z.null(),
  errors: ['account.password_login_off'],
  limits: ['recover.address', 'recover.account_network', 'recover.account', 'recover.device'],
  captcha: 'email',
})

export const replacePassword = endpoint({
  method: 'POST',
  path: `${apiPrefix}/user/password/replacement`,
  access: 'open',
  userCenter: 'login',
  summary:
    'Sets a new password with the code from the email and ends every session of the account. The calling device becomes a known device and can log in.',
  input: { code, pass: newPassword },
  response: z.object({ device_token: z.string() }),
  errors: ['account.code_expired', 'account.password_common'],
  limits: ['code.address'],
})

export const changePassword = endpoint({
  method: 'PUT',
  path: `${apiPrefix}/user/password`,
  access: 'member',
  userCenter: 'login',
  allowsSilenced: true,
  summary:
    'Changes the password and ends every other session. Users without a password omit old_pass.',
  input: { old_pass: password.optional(), pass: newPassword, ...captchaSolution },
  response: z.null(),
  errors: ['account.old_password_wrong', 'account.password_same', 'account.password_common'],
  limits: ['credential.user'],
  captcha: 'edit_userinfo',
})

export const askEmailChange = endpoint({
  method: 'POST',
  path: `${apiPrefix}/user/email/change/code`,
  access: 'any-user',
  userCenter: 'login',
  summary:
    'Emails a confirmation link to the new email. The response is the same when it is taken. Activated users must send their password.',
  input: {
    e_mail: email,
    pass: password.optional(),
    return_path: returnPath.optional(),
    ...captchaSolution,
  },
  response: z.null(),
  errors: ['account.old_password_wrong', 'account.email_same', 'account.domain_refused'],
  limits: ['credential.user', 'mail.account'],
  captcha: 'edit_userinfo',
})

export const confirmEmailChange = endpoint({
  method: 'PUT',
  path: `${apiPrefix}/user/email`,
  access: 'open',
  userCenter: 'login',
  summary:
    'Changes the email of the account, notifies the old one, and starts a new session; a second factor is required if enabled.',
  input: { code },
  response: LoginResult,
  errors: ['account.code_expired', 'second_factor.required'],
  limits: ['code.address'],
})

export const unsubscribe = endpoint({
  method: 'PUT',
  path: `${apiPrefix}/user/notification/unsubscribe`,
  access: 'open',
  allowsReadOnly: true,
  summary: 'Unsubscribes from the kind of email that the code is for.',
  input: { code },
  response: z.null(),
  errors: ['account.code_expired'],
  limits: ['request.address'],
})
