import {
  askEmailChange,
  askPasswordReset,
  changePassword,
  confirmEmailChange,
  replacePassword,
  unsubscribe,
} from '@stoa/contract/features/recovery'
import { loginSettings } from '@stoa/contract/settings/people'
import { fail, failField } from '../../kernel/errors.ts'
import { isPassword } from '../../kernel/passwords.ts'
import { route } from '../../kernel/route.ts'
import { must } from '../../kernel/rules.ts'
import type { UserRow } from '../users/users.table.ts'
import { hashNewPassword } from './accounts.actions.ts'
import { getAccount } from './accounts.queries.ts'
import { canUseDomain } from './accounts.rules.ts'
import { failExpired, findCode } from './codes.ts'
import { limitAttempts, rememberDevice } from './known-devices.ts'
import {
  askEmailChangeOf,
  askReset,
  changePasswordOf,
  confirmEmail,
  replacePasswordWith,
} from './recovery.actions.ts'
import { signInByMail } from './sign-in.actions.ts'
import { readUnsubscribeCode, turnOffMails } from './unsubscribe.actions.ts'

export const recoveryRoutes = [
  route(askPasswordReset, async ({ input, caller, ctx, transact }) => {
    if (!ctx.settings.get(loginSettings).allow_password_login) fail('account.password_login_off')
    await limitAttempts(ctx, 'recover', input.e_mail, caller)
    return await transact(async (tx) => {
      await askReset(tx, input.e_mail)
      return null
    })
  }),

  route(replacePassword, async ({ input, caller, ctx, transact }) => {
    // Hashing is dear: it is not done for a code that was made up.
    if ((await findCode(ctx.db, input.code, 'reset', ctx.clock.now())) === null) failExpired()
    const passwordHash = await hashNewPassword('pass', input.pass)
    return await transact(async (tx) => {
      const userId = await replacePasswordWith(tx, input.code, passwordHash)
      return { device_token: await rememberDevice(tx, userId, caller) }
    })
  }),

  route(changePassword, async ({ input, who, caller, ctx, transact }) => {
    const user = await getAccount(ctx.db, who.id)
    await mustKnowPassword(user, 'old_pass', input.old_pass)
    if (input.old_pass === input.pass) failField('pass', 'account.password_same')
    const passwordHash = await hashNewPassword('pass', input.pass)
    return await transact(async (tx) => {
      await changePasswordOf(tx, {
        userId: user.id,
        seenHash: user.passwordHash,
        passwordHash,
        token: caller.token,
      })
      return null
    })
  }),

  route(askEmailChange, async ({ input, who, ctx, transact }) => {
    const user = await getAccount(ctx.db, who.id)
    if (who.isActivated) await mustKnowPassword(user, 'pass', input.pass)
    if (input.e_mail.toLowerCase() === user.email?.toLowerCase())
      failField('e_mail', 'account.email_same')
    must(canUseDomain(input.e_mail, ctx.settings.get(loginSettings)))
    return await transact(async (tx) => {
      await askEmailChangeOf(tx, user.id, input.e_mail)
      return null
    })
  }),

  route(confirmEmailChange, ({ input, caller, ctx }) =>
    signInByMail(ctx, caller, (tx) => confirmEmail(tx, input.code)),
  ),

  route(unsubscribe, async ({ input, ctx, transact }) => {
    const { userId, kind } = (await readUnsubscribeCode(ctx, input.code)) ?? failExpired()
    return await transact(async (tx) => {
      await turnOffMails(tx, userId, kind)
      return null
    })
  }),
]

/** Stops unless they know the password of the account. One without a password has nothing to know. */
async function mustKnowPassword(user: UserRow, field: string, given: string | undefined) {
  if (user.passwordHash === null) return
  if (!(await isPassword(given ?? '', user.passwordHash)))
    failField(field, 'account.old_password_wrong')
}
