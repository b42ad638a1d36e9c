import { and, eq, ne } from 'drizzle-orm'
import { fail } from '../../../kernel/errors.ts'
import type { Caller } from '../../../kernel/route.ts'
import { hashSecret, generateSecret } from '../../../kernel/secrets.ts'
import type { Tx } from '../../../kernel/context.ts'
import { users } from '../../../schema/users.ts'
import { type AuthMethod, sessions } from '../../../schema/accounts.ts'

const maxAgeMs = 90 * 86_400_000
const maxUserAgentLength = 300

/** Returns the token, which is not stored. */
export async function startSession(tx: Tx, userId: string, caller: Caller, authMethod: AuthMethod) {
  tx.setWriter(userId)
  const token = generateSecret()
  // Locks the user first, as every change of credentials does, so that the two run one after the other.
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
    address: caller.ip,
    userAgent: caller.userAgent.slice(0, maxUserAgentLength),
    createdAt: tx.now,
    lastSeenAt: tx.now,
    expiresAt: new Date(tx.now.getTime() + maxAgeMs),
  })
  return token
}

export async function endSession(tx: Tx, token: string) {
  const [ended] = await tx
    .delete(sessions)
    .where(eq(sessions.tokenHash, hashSecret(token)))
    .returning({ userId: sessions.userId })
  if (ended !== undefined) await tx.emit('account.sessions_ended', ended)
}

/** Returns false when the user has no such session. */
export async function endSessionOf(tx: Tx, userId: string, id: string) {
  const ended = await tx
    .delete(sessions)
    .where(and(eq(sessions.id, id), eq(sessions.userId, userId)))
    .returning({ id: sessions.id })
  if (ended.length === 0) return false
  await tx.emit('account.sessions_ended', { userId })
  return true
}

export async function endSessions(tx: Tx, userId: string, exceptToken: string | null = null) {
  const isOther = exceptToken === null ? undefined : ne(sessions.tokenHash, hashSecret(exceptToken))
  await tx.delete(sessions).where(and(eq(sessions.userId, userId), isOther))
  await tx.emit('account.sessions_ended', { userId })
}
