import type { LoginResult } from '@stoa/contract/features/accounts'
import type { AttemptMethod } from '@stoa/contract/features/sign-ins'
import { and, eq, ne, sql } from 'drizzle-orm'
import type { z } from 'zod'
import type { Context, Tx } from '../../../kernel/context.ts'
import { AppError, fail } from '../../../kernel/errors.ts'
import type { Caller } from '../../../kernel/route.ts'
import { transact } from '../../../kernel/transact.ts'
import { openChallenge } from './second-factor/challenges.actions.ts'
import { hasTotp } from './second-factor/second-factor.queries.ts'
import { toCurrentUser, withoutEnded } from '../users/users.queries.ts'
import { users, type UserRow } from '../../../schema/users.ts'
import type { AuthMethod } from '../../../schema/accounts.ts'
import { rememberDevice } from './known-devices.actions.ts'
import { startSession } from './sessions.actions.ts'
import { recordSignIn } from './sign-ins.actions.ts'

type SignInMethod = Exclude<AttemptMethod, 'reset'>

/** Checks the password hash again under a lock: a password changed since it was verified must not start a session. */
export async function signIn(
  tx: Tx,
  user: UserRow,
  caller: Caller,
  method: SignInMethod,
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
  const isSuspended = withoutEnded(user, tx.now).status === 'suspended'
  await recordSignIn(tx, user.id, { method, outcome: isSuspended ? 'suspended' : 'ok', caller })
  return {
    ...toCurrentUser(user, tx.now),
    access_token: await startSession(tx, user.id, caller, toAuthMethod(method)),
    device_token: await rememberDevice(tx, user.id, caller),
  }
}

function toAuthMethod(method: SignInMethod): AuthMethod {
  return method === 'activation' || method === 'email_change' ? 'email_link' : method
}

/** Applies the link in any case. A mailbox is no second factor, so accounts with one still need the code to log in. */
export async function signInByEmailLink(
  ctx: Context,
  caller: Caller,
  useLink: (tx: Tx) => Promise<UserRow>,
  method: FirstFactor = 'email_change',
) {
  const result = await transact(ctx, async (tx) =>
    signInWithFirstFactor(tx, await useLink(tx), caller, method),
  )
  return result.session ?? failSecondFactorRequired(result.token)
}

type FirstFactor = 'password' | 'email_change' | 'connector'

/** Accounts with a second factor get a token instead of a session. */
export async function signInWithFirstFactor(
  tx: Tx,
  user: UserRow,
  caller: Caller,
  method: FirstFactor,
) {
  if (await hasTotp(tx, user.id))
    return { session: null, token: await challengeUser(tx, user.id, caller, method) }
  return { session: await signIn(tx, user, caller, method), token: '' }
}

/** Returns the token that the client sends back together with the code. */
export async function challengeUser(tx: Tx, userId: string, caller: Caller, method: FirstFactor) {
  await recordSignIn(tx, userId, { method, outcome: 'code_required', caller })
  return await openChallenge(tx, { kind: 'second_factor', userId })
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
