import type { SignedIn } from '@stoa/contract/features/accounts'
import { and, eq, ne, sql } from 'drizzle-orm'
import type { z } from 'zod'
import type { Context } from '../../kernel/context.ts'
import { AppError, fail } from '../../kernel/errors.ts'
import type { Caller } from '../../kernel/route.ts'
import { transact, type Tx } from '../../kernel/transact.ts'
import { openChallenge } from '../second-factor/challenges.actions.ts'
import { needsCode } from '../second-factor/second-factor.queries.ts'
import { toCurrentUser } from '../users/users.queries.ts'
import { users, type UserRow } from '../users/users.table.ts'
import type { AuthMethod } from './accounts.table.ts'
import { rememberDevice } from './known-devices.ts'
import { startSession } from './sessions.actions.ts'

/**
 * Signs in the person who was seen. Their row is looked at again under a lock: a password that was changed
 * since it was compared must not leave a session behind.
 */
export async function signIn(
  tx: Tx,
  seen: UserRow,
  caller: Caller,
  authMethod: AuthMethod,
): Promise<z.output<typeof SignedIn>> {
  const [same] = await tx
    .select({ id: users.id })
    .from(users)
    .where(
      and(
        eq(users.id, seen.id),
        ne(users.status, 'deleted'),
        sql`${users.passwordHash} is not distinct from ${seen.passwordHash}`,
      ),
    )
    .for('no key update')
  if (same === undefined) throw wrongCredentials()
  return {
    ...toCurrentUser(seen),
    access_token: await startSession(tx, seen.id, caller, authMethod),
    device_token: await rememberDevice(tx, seen.id, caller),
  }
}

/**
 * Signs in whoever a link from a mail belongs to. What the link stands for is done in any case; but a mailbox
 * is no second factor: an account that has one is let in when the code has come, too.
 */
export async function signInByMail(
  ctx: Context,
  caller: Caller,
  useLink: (tx: Tx) => Promise<UserRow>,
) {
  const result = await transact(ctx, async (tx) => {
    const user = await useLink(tx)
    if (await needsCode(tx, user.id))
      return { token: await openChallenge(tx, { kind: 'second_factor', userId: user.id }) }
    return { session: await signIn(tx, user, caller, 'email_link') }
  })
  return result.session ?? failUnfinished(result.token)
}

/** Stops a login that is half done: the code that finishes it is sent with this token. */
export function failUnfinished(token: string): never {
  return fail('second_factor.required', { hint: { type: 'second_factor', token } })
}

/** One answer for an unknown address and for a wrong password. */
export function wrongCredentials() {
  const code = 'account.wrong_credentials'
  return new AppError(code, { fields: [{ field: 'e_mail', code }] })
}
