import { and, eq, gt, lt, sql } from 'drizzle-orm'
import type { Context } from '../../kernel/context.ts'
import type { Db } from '../../kernel/database.ts'
import { every } from '../../kernel/events.ts'
import type { Caller } from '../../kernel/route.ts'
import type { Actor } from '../../kernel/rules.ts'
import type { Tx } from '../../kernel/transact.ts'
import { users } from '../users/users.table.ts'
import { sessions } from './accounts.table.ts'
import { hashSecret, newSecret } from '../../kernel/secrets.ts'

const day = 86_400_000
const idleMs = 30 * day
const absoluteMs = 90 * day
/** Reading must not write: a visit is noted at most this often. */
const seenEveryMs = 3_600_000

/** Signs a person in and returns the token, the only time it is known. */
export async function startSession(tx: Tx, userId: string, caller: Caller) {
  const token = newSecret()
  await tx.insert(sessions).values({
    tokenHash: hashSecret(token),
    userId,
    address: caller.address,
    createdAt: tx.now,
    lastSeenAt: tx.now,
    expiresAt: new Date(tx.now.getTime() + absoluteMs),
  })
  await tx.update(users).set({ lastLoginAt: tx.now }).where(eq(users.id, userId))
  return token
}

export async function endSession(tx: Tx, token: string) {
  await tx.delete(sessions).where(eq(sessions.tokenHash, hashSecret(token)))
}

/** The person behind a token. Role and status are read each time, so that a change acts on the next request. */
export async function identify(ctx: Context, token: string): Promise<Actor | null> {
  const now = ctx.clock.now()
  const [row] = await liveSession(ctx.db, token, now)
  if (row === undefined) return null
  if (now.getTime() - row.lastSeenAt.getTime() > seenEveryMs) {
    await ctx.db.update(sessions).set({ lastSeenAt: now }).where(eq(sessions.id, row.sessionId))
  }
  return {
    id: row.userId,
    roleId: row.roleId,
    reputation: row.reputation,
    isActivated: row.activatedAt !== null,
    isSuspended: row.status === 'suspended' && !isOver(row.suspendedUntil, now),
  }
}

function liveSession(db: Db, token: string, now: Date) {
  return db
    .select({
      sessionId: sessions.id,
      lastSeenAt: sessions.lastSeenAt,
      userId: users.id,
      roleId: users.roleId,
      reputation: users.reputation,
      status: users.status,
      activatedAt: users.activatedAt,
      suspendedUntil: users.suspendedUntil,
    })
    .from(sessions)
    .innerJoin(users, eq(users.id, sessions.userId))
    .where(
      and(
        eq(sessions.tokenHash, hashSecret(token)),
        gt(sessions.expiresAt, now),
        gt(sessions.lastSeenAt, new Date(now.getTime() - idleMs)),
        sql`${users.status} <> 'deleted'`,
      ),
    )
}

function isOver(until: Date | null, now: Date) {
  return until !== null && until <= now
}

export const sessionListeners = [
  every('41 3 * * *', 'drop-old-sessions', async (ctx) => {
    await ctx.db.delete(sessions).where(lt(sessions.expiresAt, ctx.clock.now()))
  }),
]
