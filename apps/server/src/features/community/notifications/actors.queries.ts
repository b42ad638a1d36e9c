import type { UserBasic } from '@stoa/contract/features/users'
import { eq, inArray, sql } from 'drizzle-orm'
import type { ReadDb } from '../../../kernel/database.ts'
import { notificationEvents, notifications } from '../../../schema/notifications.ts'
import { users } from '../../../schema/users.ts'
import { toUserBasic, userCardColumns } from '../../people/users/users.queries.ts'
import { isEventOfNotification } from './events.queries.ts'

/** Who did it: two of them, newest first, and how many there are. */
export type Actors = { users: UserBasic[]; count: number }
export const nobody: Actors = { users: [], count: 0 }

const shown = 2
/** Of a post with more unread votes, the newest are counted. */
const maxEvents = 1000

export async function listActors(db: ReadDb, ids: readonly string[]): Promise<Map<string, Actors>> {
  if (ids.length === 0) return new Map()
  const latest = sql`lateral (
    select actor_id, max(id) as last_id, count(*) over ()::int as total
    from (select event.id, event.actor_id from ${notificationEvents} event
      where ${isEventOfNotification} order by event.id desc limit ${maxEvents}) recent
    group by actor_id order by last_id desc limit ${shown}) as latest`
  const rows = await db
    .select({
      id: notifications.id,
      count: sql<number>`latest.total`,
      user: userCardColumns,
    })
    .from(notifications)
    .crossJoin(latest)
    .innerJoin(users, eq(users.id, sql`latest.actor_id`))
    .where(inArray(notifications.id, [...ids]))
    .orderBy(sql`latest.last_id desc`)
  const byId = Map.groupBy(rows, ({ id }) => id)
  return new Map(
    [...byId].map(([id, list]) => [
      id,
      { users: list.map(({ user }) => toUserBasic(user)), count: list[0]?.count ?? 0 },
    ]),
  )
}
