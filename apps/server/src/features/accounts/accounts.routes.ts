import {
  activate,
  currentUser,
  login,
  logout,
  logoutByLink,
  register,
  resendActivation,
} from '@stoa/contract/features/accounts'
import { loginSettings } from '@stoa/contract/settings/people'
import { AppError, fail } from '../../kernel/errors.ts'
import { route } from '../../kernel/route.ts'
import { must } from '../../kernel/rules.ts'
import { toCurrentUser } from '../users/users.queries.ts'
import { activateAccount, registerAccount } from './accounts.actions.ts'
import { findAccountByEmail, findCurrentUser } from './accounts.queries.ts'
import { canRegister } from './accounts.rules.ts'
import { hashPassword, isPassword } from '../../kernel/passwords.ts'
import { endSession, startSession } from './sessions.ts'

export const accountsRoutes = [
  route(register, async ({ input, ctx, transact }) => {
    must(canRegister(input.e_mail, ctx.settings.get(loginSettings)))
    const passwordHash = await hashPassword(input.pass)
    return await transact(async (tx) => {
      await registerAccount(tx, { displayName: input.name, email: input.e_mail, passwordHash })
      return { e_mail: input.e_mail }
    })
  }),

  route(activate, ({ input, caller, transact }) =>
    transact(async (tx) => {
      const user = await activateAccount(tx, input.code)
      return { ...toCurrentUser(user), access_token: await startSession(tx, user.id, caller) }
    }),
  ),

  route(resendActivation, ({ who, transact }) =>
    transact(async (tx) => {
      if (!who.isActivated) await tx.emit('account.activation_asked', { userId: who.id })
      return null
    }),
  ),

  route(login, async ({ input, caller, ctx, transact }) => {
    if (!ctx.settings.get(loginSettings).allow_password_login) fail('account.password_login_off')
    const user = await findAccountByEmail(ctx.db, input.e_mail)
    const isRight = await isPassword(input.pass, user?.passwordHash ?? null)
    if (user === null || !isRight) throw wrongCredentials()
    return await transact(async (tx) => ({
      ...toCurrentUser(user),
      access_token: await startSession(tx, user.id, caller),
    }))
  }),

  route(logout, ({ caller, transact }) => transact((tx) => leave(tx, caller.token))),
  route(logoutByLink, ({ caller, transact }) => transact((tx) => leave(tx, caller.token))),

  route(currentUser, async ({ who, ctx }) =>
    who === null ? null : await findCurrentUser(ctx.db, who.id),
  ),
]

async function leave(tx: Parameters<typeof endSession>[0], token: string | null) {
  if (token !== null) await endSession(tx, token)
  return null
}

/** One answer for an unknown address and for a wrong password. */
function wrongCredentials() {
  const code = 'account.wrong_credentials'
  return new AppError(code, { fields: [{ field: 'e_mail', code }] })
}
