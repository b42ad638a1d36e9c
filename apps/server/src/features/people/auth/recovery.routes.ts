import {
  askEmailChange,
  askPasswordReset,
  changePassword,
  confirmEmailChange,
  replacePassword,
  unsubscribe,
} from '@stoa/contract/features/recovery'
import { loginSettings } from '@stoa/contract/settings/people'
import { fail, failField } from '../../../kernel/errors.ts'
import { verifyPassword } from '../../../kernel/passwords.ts'
import { route } from '../../../kernel/route.ts'
import { type Actor, assertAllowed } from '../../../kernel/rules.ts'
import type { UserRow } from '../../../schema/users.ts'
import { hashNewPassword } from './accounts.actions.ts'
import { getAccount } from './accounts.queries.ts'
import { canUseDomain } from './accounts.rules.ts'
import { failExpired, findCode } from './codes.actions.ts'
import { limitAttempts, rememberDevice } from './known-devices.actions.ts'
import {
  requestEmailChangeOf,
  requestReset,
  changePasswordOf,
  confirmEmail,
  resetPassword,
} from './recovery.actions.ts'
import { signInByEmailLink } from './sign-in.actions.ts'
import { recordSignIn } from './sign-ins.actions.ts'
import { readUnsubscribeCode, disableMails } from './unsubscribe.actions.ts'
import { isPlaceholder } from './usernames.ts'

export const recoveryRoutes = [
  route(askPasswordReset, async ({ input, caller, ctx, transact }) => {
    if (!ctx.settings.get(loginSettings).allow_password_login) fail('account.password_login_off')
    await limitAttempts(ctx, 'recover', input.e_mail, caller)
    return await transact(async (tx) => {
      await requestReset(tx, input.e_mail)
      return null
    })
  }),

  route(replacePassword, async ({ input, caller, ctx, transact }) => {
    // Password hashing is expensive: rejects unknown codes first.
    if ((await findCode(ctx.db, input.code, 'reset', ctx.clock.now())) === null) failExpired()
    const passwordHash = await hashNewPassword('pass', input.pass)
    return await transact(async (tx) => {
      const userId = await resetPassword(tx, input.code, passwordHash)
      await recordSignIn(tx, userId, { method: 'reset', outcome: 'ok', caller })
      return { device_token: await rememberDevice(tx, userId, caller) }
    })
  }),

  route(changePassword, async ({ input, actor, caller, ctx, transact }) => {
    const user = await getAccount(ctx.db, actor.id)
    await assertPassword(user, 'old_pass', input.old_pass)
    if (input.old_pass === input.pass) failField('pass', 'account.password_same')
    const passwordHash = await hashNewPassword('pass', input.pass)
    return await transact(async (tx) => {
      await changePasswordOf(tx, {
        userId: user.id,
        comparedHash: user.passwordHash,
        passwordHash,
        currentToken: caller.token,
      })
      return null
    })
  }),

  route(askEmailChange, async ({ input, actor, ctx, transact }) => {
    const user = await getAccount(ctx.db, actor.id)
    await assertOwner(user, actor, input.pass)
    if (input.e_mail.toLowerCase() === user.email?.toLowerCase())
      failField('e_mail', 'account.email_same')
    assertAllowed(canUseDomain(input.e_mail, ctx.settings.get(loginSettings)))
    return await transact(async (tx) => {
      await requestEmailChangeOf(tx, user.id, input.e_mail, input.return_path)
      return null
    })
  }),

  route(confirmEmailChange, ({ input, caller, ctx }) =>
    signInByEmailLink(ctx, caller, (tx) => confirmEmail(tx, input.code)),
  ),

  route(unsubscribe, async ({ input, ctx, transact }) => {
    const { userId, kind } = (await readUnsubscribeCode(ctx, input.code)) ?? failExpired()
    return await transact(async (tx) => {
      await disableMails(tx, userId, kind)
      return null
    })
  }),
]

/** Only accounts that were never activated need no password. A session may outlive a deactivation, and be a stranger's. */
async function assertOwner(user: UserRow, actor: Actor, password: string | undefined) {
  if (!actor.isActivated && isPlaceholder(user.username)) return
  if (!actor.isActivated && user.passwordHash === null) fail('auth.inactive')
  await assertPassword(user, 'pass', password)
}

/** Accounts without a password always pass. */
async function assertPassword(user: UserRow, field: string, password: string | undefined) {
  if (user.passwordHash === null) return
  if (!(await verifyPassword(password ?? '', user.passwordHash)))
    failField(field, 'account.old_password_wrong')
}
