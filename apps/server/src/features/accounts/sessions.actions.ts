import { and, eq, ne } from 'drizzle-orm'
import { fail } from '../../kernel/errors.ts'
import type { Caller } from '../../kernel/route.ts'
import { hashSecret, newSecret } from '../../kernel/secrets.ts'
import type { Tx } from '../../kernel/transact.ts'
import { users } from '../users/users.table.ts'
import { type AuthMethod, sessions } from './accounts.table.ts'

const absoluteMs = 90 * 86_400_000
const longestUserAgent = 300

/** Signs a person in and returns the token, the only time it is known. */
export async function startSession(tx: Tx, userId: string, caller: Caller, authMethod: AuthMethod) {
  tx.isBy(userId)
  const token = newSecret()
  // Takes the person's row first, as every change of a credential does: whichever comes second sees the other.
  const [user] = await tx
    .update(users)
    .set({ lastLoginAt: tx.now })
    .where(eq(users.id, userId))
    .returning({ roleId: users.roleId })
  if (user === undefined) fail('auth.required')
  await tx.insert(sessions).values({
    tokenHash: hashSecret(token),
    userId,
    roleId: user.roleId,
    authMethod,
    address: caller.address,
    userAgent: caller.userAgent.slice(0, longestUserAgent),
    createdAt: tx.now,
    lastSeenAt: tx.now,
    expiresAt: new Date(tx.now.getTime() + absoluteMs),
  })
  return token
}

export async function endSession(tx: Tx, token: string) {
  await tx.delete(sessions).where(eq(sessions.tokenHash, hashSecret(token)))
}

/** Ends one session of a person by its id; false when they have no such session. */
export async function endSessionOf(tx: Tx, userId: string, id: string) {
  const ended = await tx
    .delete(sessions)
    .where(and(eq(sessions.id, id), eq(sessions.userId, userId)))
    .returning({ id: sessions.id })
  return ended.length === 1
}

/** Ends every session of a person, except the one that may stay. */
export async function endSessions(tx: Tx, userId: string, exceptToken: string | null = null) {
  const stays = exceptToken === null ? undefined : ne(sessions.tokenHash, hashSecret(exceptToken))
  await tx.delete(sessions).where(and(eq(sessions.userId, userId), stays))
}
