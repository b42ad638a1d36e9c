import { and, eq, lt, sql } from 'drizzle-orm'
import type { Context } from '../../../kernel/context.ts'
import type { ReadDb } from '../../../kernel/database.ts'
import { every } from '../../../kernel/events.ts'
import { prepared } from '../../../kernel/prepared.ts'
import type { Actor } from '../../../kernel/rules.ts'
import { hashSecret } from '../../../kernel/secrets.ts'
import { transact } from '../../../kernel/transact.ts'
import { users } from '../../../schema/users.ts'
import { usesSecondFactor } from './accounts.rules.ts'
import { sessions } from '../../../schema/accounts.ts'
import {
  cutoffsAt,
  isLive,
  lastWriteLsnOf,
  type ReplicaShape,
  shapeFor,
  toActor,
} from './sessions.queries.ts'

/** Updates `last_seen_at` at most this often, so that reads rarely write. */
const lastSeenPrecisionMs = 3_600_000

/** Reads role and status on every request, so that changes take effect at once. */
export async function identify(ctx: Context, token: string): Promise<Actor | null> {
  const now = ctx.clock.now()
  const [row] = await findLiveSession(ctx, token, now)
  if (row === undefined) return null
  if (now.getTime() - row.lastSeenAt.getTime() > lastSeenPrecisionMs) {
    await recordSeen(ctx, row.sessionId, row.user.id, now)
  }
  return toActor(row, usesSecondFactor(row.authMethod), now)
}

/** One statement. Leaves the user as they are while someone else changes them, so that no request waits for a lock. */
async function recordSeen(ctx: Context, sessionId: string, userId: string, now: Date) {
  const at = now.toISOString()
  await ctx.autocommit.execute(sql`
    with seen as (update ${sessions} set last_seen_at = ${at} where id = ${sessionId})
    update ${users} set last_seen_at = ${at}
    where id = (select id from ${users} where id = ${userId} for no key update skip locked)`)
}

type SessionLookup = { tokenHash: string; now: Date; seenAfter: Date }

const findSession = prepared(
  (db: ReadDb, { tokenHash, ...when }: SessionLookup, _viewer, shape: ReplicaShape) =>
    db
      .select({
        sessionId: sessions.id,
        lastSeenAt: sessions.lastSeenAt,
        user: users,
        authMethod: sessions.authMethod,
        lastWriteLsn: lastWriteLsnOf(shape),
      })
      .from(sessions)
      .innerJoin(users, eq(users.id, sessions.userId))
      .where(and(eq(sessions.tokenHash, tokenHash), isLive(when))),
)

async function findLiveSession({ primary, replicas }: Context, token: string, now: Date) {
  const values = { tokenHash: hashSecret(token), ...cutoffsAt(now) }
  return await findSession(primary, values, null, shapeFor(replicas))
}

export const sessionListeners = [
  every('41 3 * * *', 'drop-old-sessions', async (ctx) => {
    await transact(ctx, (tx) => tx.delete(sessions).where(lt(sessions.expiresAt, tx.now)))
  }),
]
