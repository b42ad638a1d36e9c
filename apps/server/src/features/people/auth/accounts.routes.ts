import {
  activate,
  currentUser,
  login,
  logout,
  logoutByLink,
  register,
  resendActivation,
  resendRegistration,
} from '@stoa/contract/features/accounts'
import { loginSettings } from '@stoa/contract/settings/people'
import type { Context } from '../../../kernel/context.ts'
import { fail } from '../../../kernel/errors.ts'
import { type Caller, route } from '../../../kernel/route.ts'
import { assertAllowed } from '../../../kernel/rules.ts'
import { transact as transactAlone } from '../../../kernel/transact.ts'
import { hasTotp } from './second-factor/second-factor.queries.ts'
import {
  activateAccount,
  hashNewPassword,
  registerAccount,
  registerInvited,
} from './accounts.actions.ts'
import { findAccountByEmail, missingUserId } from './accounts.queries.ts'
import { canRegister } from './accounts.rules.ts'
import { verifyPassword } from '../../../kernel/passwords.ts'
import { limitAttempts } from './known-devices.actions.ts'
import { assertUsable, findInvitation } from '../invitations/invitations.actions.ts'
import { toCurrentUser } from '../users/users.queries.ts'
import { endSession } from './sessions.actions.ts'
import {
  challengeUser,
  failSecondFactorRequired,
  signIn,
  wrongCredentialsError,
} from './sign-in.actions.ts'
import { recordFailure, recordIf } from './sign-ins.actions.ts'

export const accountsRoutes = [
  route(register, async ({ input, ctx, transact }) => {
    const { invitation: token } = input
    if (token === undefined)
      assertAllowed(canRegister(input.e_mail, ctx.settings.get(loginSettings)))
    else assertUsable(await findInvitation(ctx.primary, token), input.e_mail, ctx.clock.now())
    const passwordHash = await hashNewPassword('pass', input.pass)
    return await transact(async (tx) => {
      const account = { displayName: input.name, email: input.e_mail, passwordHash }
      if (token === undefined) await registerAccount(tx, account, input.return_path)
      else await registerInvited(tx, account, token, input.return_path)
      return { e_mail: input.e_mail }
    })
  }),

  // Without the password, someone who signs up with a taken email could be sent the link of a stranger's account.
  route(resendRegistration, async ({ input, ctx, transact }) => {
    const user = await findAccountByEmail(ctx.db, input.e_mail)
    const isCorrect = await verifyPassword(input.pass, user?.passwordHash ?? null)
    const userId = isCorrect && user !== null ? user.id : missingUserId
    return await transact(async (tx) => {
      await tx.emit('account.activation_asked', { userId, returnPath: input.return_path })
      return null
    })
  }),

  route(activate, ({ input, caller, transact }) =>
    transact(async (tx) => {
      const user = await activateAccount(tx, input.code)
      return await signIn(tx, user, caller, 'activation')
    }),
  ),

  route(resendActivation, ({ input, actor, transact }) =>
    transact(async (tx) => {
      const event = { userId: actor.id, returnPath: input.return_path }
      if (!actor.isActivated) await tx.emit('account.activation_asked', event)
      return null
    }),
  ),

  route(login, async ({ input, caller, ctx, transact }) => {
    if (!ctx.settings.get(loginSettings).allow_password_login) fail('account.password_login_off')
    await recordIf(
      'base.too_many_requests',
      limitAttempts(ctx, 'login', input.e_mail, caller),
      () => recordRejected(ctx, input.e_mail, caller),
    )
    const user = await findAccountByEmail(ctx.db, input.e_mail)
    const isCorrect = await verifyPassword(input.pass, user?.passwordHash ?? null)
    if (user === null || !isCorrect) {
      const outcome = user === null ? 'unknown_account' : 'wrong_password'
      await recordFailure(ctx, user?.id ?? null, { method: 'password', outcome, caller })
      throw wrongCredentialsError()
    }
    if (await hasTotp(ctx.db, user.id)) await requireSecondFactor(ctx, user.id, caller)
    return await transact((tx) => signIn(tx, user, caller, 'password'))
  }),

  route(logout, ({ caller, transact }) => transact((tx) => logOut(tx, caller.token))),
  route(logoutByLink, ({ caller, transact }) => transact((tx) => logOut(tx, caller.token))),

  route(currentUser, async ({ actor, ctx }) =>
    actor === null ? null : toCurrentUser(actor.account ?? fail('auth.required'), ctx.clock.now()),
  ),
]

/** Too many attempts on one account. Those of one network are rejected before. */
async function recordRejected(ctx: Context, email: string, caller: Caller) {
  const user = await findAccountByEmail(ctx.db, email)
  const attempt = { method: 'password', outcome: 'rate_limited', caller } as const
  await recordFailure(ctx, user?.id ?? null, attempt)
}

async function requireSecondFactor(ctx: Context, userId: string, caller: Caller): Promise<never> {
  const token = await transactAlone(ctx, (tx) => challengeUser(tx, userId, caller, 'password'))
  return failSecondFactorRequired(token)
}

async function logOut(tx: Parameters<typeof endSession>[0], token: string | null) {
  if (token !== null) await endSession(tx, token)
  return null
}
