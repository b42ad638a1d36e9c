import { z } from 'zod'
import { challengeAnswer } from '../challenge.ts'
import { apiPrefix, endpoint } from '../endpoint.ts'
import { code, email, newPassword, password } from './account-fields.ts'
import { SignedIn } from './accounts.ts'

export const askPasswordReset = endpoint({
  method: 'POST',
  path: `${apiPrefix}/user/password/reset`,
  access: 'open',
  summary: 'Mails a link to choose a new password. The reply is the same for an unknown address.',
  input: { e_mail: email, ...challengeAnswer },
  reply: z.null(),
  errors: ['account.password_login_off'],
  limits: ['recover.address', 'recover.account_network', 'recover.account', 'recover.device'],
  challenge: 'email',
})

export const replacePassword = endpoint({
  method: 'POST',
  path: `${apiPrefix}/user/password/replacement`,
  access: 'open',
  summary:
    'Sets a new password with the code from the mail and ends every session of the account. The device it was set from is known to the account then, and can log in.',
  input: { code, pass: newPassword },
  reply: z.object({ device_token: z.string() }),
  errors: ['account.code_expired', 'account.password_common'],
  limits: ['code.address'],
})

export const changePassword = endpoint({
  method: 'PUT',
  path: `${apiPrefix}/user/password`,
  access: 'member',
  summary:
    'Changes the password and ends every other session. Without a password yet, leave old_pass out.',
  input: { old_pass: password.optional(), pass: newPassword, ...challengeAnswer },
  reply: z.null(),
  errors: ['account.old_password_wrong', 'account.password_same', 'account.password_common'],
  limits: ['credential.user'],
  challenge: 'edit_userinfo',
})

export const askEmailChange = endpoint({
  method: 'POST',
  path: `${apiPrefix}/user/email/change/code`,
  access: 'any-user',
  summary:
    'Mails a confirmation link to the new address. The reply is the same when it is taken. Once activated, the password is asked for.',
  input: { e_mail: email, pass: password.optional(), ...challengeAnswer },
  reply: z.null(),
  errors: ['account.old_password_wrong', 'account.email_same', 'account.domain_refused'],
  limits: ['credential.user', 'mail.account'],
  challenge: 'edit_userinfo',
})

export const confirmEmailChange = endpoint({
  method: 'PUT',
  path: `${apiPrefix}/user/email`,
  access: 'open',
  summary:
    'Moves the account to the new address, tells the old one, and signs in anew; with a second factor, once its code was sent too.',
  input: { code },
  reply: SignedIn,
  errors: ['account.code_expired', 'second_factor.required'],
  limits: ['code.address'],
})

export const unsubscribe = endpoint({
  method: 'PUT',
  path: `${apiPrefix}/user/notification/unsubscribe`,
  access: 'open',
  summary: 'Turns off the kind of mail the code stands for.',
  input: { code },
  reply: z.null(),
  errors: ['account.code_expired'],
  limits: ['request.address'],
})
