import type { Session } from '@stoa/contract/features/sessions'
import { and, desc, eq, gt, sql } from 'drizzle-orm'
import { toUnix } from '../../kernel/clock.ts'
import type { Db } from '../../kernel/database.ts'
import { hashSecret } from '../../kernel/secrets.ts'
import { users } from '../users/users.table.ts'
import { sessions } from './accounts.table.ts'
import { toDevice } from './devices.ts'

const idleMs = 30 * 86_400_000
const mostListed = 100

type Moments = { now: Date; seenAfter: Date }

/** The moments that decide whether a session still signs in. */
export function liveAt(now: Date): Moments {
  return { now, seenAfter: new Date(now.getTime() - idleMs) }
}

/** What makes a session one that still signs in. Asked together with the person's row. */
export function isLive({ now, seenAfter }: Moments) {
  return and(
    gt(sessions.expiresAt, now),
    gt(sessions.lastSeenAt, seenAfter),
    eq(sessions.roleId, users.roleId),
    sql`${users.status} <> 'deleted'`,
  )
}

/** Where a person is signed in: here first, then what was seen last. */
export async function listSessionsOf(
  db: Db,
  person: { id: string; token: string | null },
  now: Date,
): Promise<Session[]> {
  const current = sql<boolean>`${sessions.tokenHash} = ${hashSecret(person.token ?? '')}`
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
    .where(and(eq(sessions.userId, person.id), isLive(liveAt(now))))
    .orderBy(desc(current), desc(sessions.lastSeenAt), desc(sessions.id))
    .limit(mostListed)
  return rows.map((row) => ({
    id: row.id,
    ...toDevice(row.userAgent),
    address: row.address,
    created_at: toUnix(row.createdAt),
    last_seen_at: toUnix(row.lastSeenAt),
    is_current: row.isCurrent,
  }))
}
