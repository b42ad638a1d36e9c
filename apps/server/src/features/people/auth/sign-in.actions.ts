import type { LoginResult } from '@stoa/contract/features/accounts'
import { and, eq, ne, sql } from 'drizzle-orm'
import type { z } from 'zod'
import type { Context, Tx } from '../../../kernel/context.ts'
import { AppError, fail } from '../../../kernel/errors.ts'
import type { Caller } from '../../../kernel/route.ts'
import { transact } from '../../../kernel/transact.ts'
import { openChallenge } from './second-factor/challenges.actions.ts'
import { hasTotp } from './second-factor/second-factor.queries.ts'
import { toCurrentUser } from '../users/users.queries.ts'
import { users, type UserRow } from '../../../schema/users.ts'
import type { AuthMethod } from '../../../schema/accounts.ts'
import { rememberDevice } from './known-devices.ts'
import { startSession } from './sessions.actions.ts'

/** Checks the password hash again under a lock: a password changed since it was verified must not start a session. */
export async function signIn(
  tx: Tx,
  user: UserRow,
  caller: Caller,
  authMethod: AuthMethod,
): Promise<z.output<typeof LoginResult>> {
  const [unchanged] = await tx
    .select({ id: users.id })
    .from(users)
    .where(
      and(
        eq(users.id, user.id),
        ne(users.status, 'deleted'),
        sql`${users.passwordHash} is not distinct from ${user.passwordHash}`,
      ),
    )
    .for('no key update')
  if (unchanged === undefined) throw wrongCredentialsError()
  return {
    ...toCurrentUser(user, tx.now),
    access_token: await startSession(tx, user.id, caller, authMethod),
    device_token: await rememberDevice(tx, user.id, caller),
  }
}

/** Applies the link in any case. A mailbox is no second factor, so accounts with one still need the code to log in. */
export async function signInByEmailLink(
  ctx: Context,
  caller: Caller,
  useLink: (tx: Tx) => Promise<UserRow>,
) {
  const result = await transact(ctx, async (tx) => {
    const user = await useLink(tx)
    if (await hasTotp(tx, user.id))
      return { token: await openChallenge(tx, { kind: 'second_factor', userId: user.id }) }
    return { session: await signIn(tx, user, caller, 'email_link') }
  })
  return result.session ?? failSecondFactorRequired(result.token)
}

/** The client sends the token back together with the code. */
export function failSecondFactorRequired(token: string): never {
  return fail('second_factor.required', { hint: { type: 'second_factor', token } })
}

/** The same error for an unknown email and a wrong password. */
export function wrongCredentialsError() {
  const code = 'account.wrong_credentials'
  return new AppError(code, { fields: [{ field: 'e_mail', code }] })
}
