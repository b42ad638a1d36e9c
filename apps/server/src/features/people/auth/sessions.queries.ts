import type { Session } from '@stoa/contract/features/sessions'
import { and, desc, eq, gt, type SQL, sql } from 'drizzle-orm'
import { toUnix } from '../../../kernel/clock.ts'
import type { ReadDb } from '../../../kernel/database.ts'
import type { Actor } from '../../../kernel/rules.ts'
import { hashSecret } from '../../../kernel/secrets.ts'
import { lastWrites } from '../../../schema/last-writes.ts'
import { users, type UserRow } from '../../../schema/users.ts'
import { withoutEnded } from '../users/users.queries.ts'
import { sessions } from '../../../schema/accounts.ts'
import { toDevice } from './devices.ts'

const maxIdleMs = 30 * 86_400_000
const maxListed = 100

type SessionCutoffs = { now: Date; seenAfter: Date }

export function cutoffsAt(now: Date): SessionCutoffs {
  return { now, seenAfter: new Date(now.getTime() - maxIdleMs) }
}

/** Whether a session is valid. The query has to join `users`. */
export function isLive({ now, seenAfter }: SessionCutoffs) {
  return and(
    gt(sessions.expiresAt, now),
    gt(sessions.lastSeenAt, seenAfter),
    eq(sessions.roleId, users.roleId),
    sql`${users.status} <> 'deleted'`,
  )
}

/** The current session first, then the most recently seen. */
export async function listSessionsOf(
  db: ReadDb,
  user: { id: string; token: string | null },
  now: Date,
): Promise<Session[]> {
  const current = sql<boolean>`${sessions.tokenHash} = ${hashSecret(user.token ?? '')}`
  const rows = await db
    .select({
      id: sessions.id,
      address: sessions.address,
      userAgent: sessions.userAgent,
      createdAt: sessions.createdAt,
      lastSeenAt: sessions.lastSeenAt,
      isCurrent: current,
    })
    .from(sessions)
    .innerJoin(users, eq(users.id, sessions.userId))
    .where(and(eq(sessions.userId, user.id), isLive(cutoffsAt(now))))
    .orderBy(desc(current), desc(sessions.lastSeenAt), desc(sessions.id))
    .limit(maxListed)
  return rows.map((row) => ({
    id: row.id,
    ...toDevice(row.userAgent),
    address: row.address,
    created_at: toUnix(row.createdAt),
    last_seen_at: toUnix(row.lastSeenAt),
    is_current: row.isCurrent,
  }))
}

export type ReplicaShape = 'with replicas' | 'without replicas'

export function shapeFor({ isEnabled }: { isEnabled: boolean }): ReplicaShape {
  return isEnabled ? 'with replicas' : 'without replicas'
}

/** No replica in use lags by two minutes, and an older LSN may come from another server. */
const lastWriteLsnColumn = sql<string | null>`(select ${lastWrites.lsn}::text from ${lastWrites}
  where ${lastWrites.userId} = ${users.id}::text
  and ${lastWrites.writtenAt} > now() - interval '2 minutes')`

/** The query has to join `users`. */
export function lastWriteLsnOf(shape: ReplicaShape): SQL<string | null> {
  return shape === 'with replicas' ? lastWriteLsnColumn : sql<null>`null`
}

type ActorRow = { user: UserRow; lastWriteLsn: string | null }

export function toActor(row: ActorRow, hasUsedSecondFactor: boolean, now: Date): Actor {
  const user = withoutEnded(row.user, now)
  return {
    id: user.id,
    roleId: user.roleId,
    reputation: user.reputation,
    isActivated: user.activatedAt !== null,
    hasUsedSecondFactor,
    lastWriteLsn: row.lastWriteLsn,
    isSuspended: user.status === 'suspended',
    isSilenced: user.silencedUntil !== null,
    account: user,
  }
}
