import { and, asc, eq, inArray, sql } from 'drizzle-orm'
import type { Tx } from '../../../kernel/context.ts'
import type { ReadDb } from '../../../kernel/database.ts'
import { idArray } from '../../../kernel/id-array.ts'
import { badgeAwards, type BadgeCondition, type BadgeRow, badges } from '../../../schema/badges.ts'
import { users } from '../../../schema/users.ts'
import { candidatesOf, type Scope } from './badges.conditions.ts'

/** Awards all badges of one condition. */
export async function awardFor(tx: Tx, condition: BadgeCondition, scope: Scope) {
  for (const badge of await listActiveBadges(tx, [condition]))
    await award(tx, badge, scope, { isNotified: true })
}

export async function listActiveBadges(db: ReadDb, conditions: readonly BadgeCondition[]) {
  return await db
    .select()
    .from(badges)
    .where(and(inArray(badges.condition, [...conditions]), eq(badges.isActive, true)))
    .orderBy(asc(badges.id))
}

type Options = { isNotified: boolean }

/**
 * Awards a badge to everyone in the scope who meets its condition, in one statement. Idempotent: the database allows each
 * award once, and only new ones are counted and notified.
 */
export async function award(tx: Tx, badge: BadgeRow, scope: Scope, { isNotified }: Options) {
  const { rows } = await tx.execute<{ id: string; userId: string }>(sql`
    with awarded as (
      insert into ${badgeAwards} (badge_id, is_single, user_id, object_id, created_at)
      select ${badges.id}, ${badges.isSingle}, candidates.user_id, candidates.object_id, ${tx.now.toISOString()}::timestamptz
      from (${candidatesOf(badge, scope)}) candidates
      inner join ${users} on ${users.id} = candidates.user_id and ${users.status} <> 'deleted'
      inner join ${badges} on ${badges.id} = ${badge.id}::bigint and ${badges.isActive}
      where not exists (
        select 1 from ${badgeAwards} former where former.badge_id = ${badge.id}::bigint
          and former.user_id = candidates.user_id and former.object_id is not distinct from candidates.object_id)
      order by candidates.user_id, candidates.object_id
      on conflict do nothing
      returning id, user_id
    ), counted as (
      update ${badges} set award_count = award_count + (select count(*) from awarded)
      where id = ${badge.id}::bigint and exists (select 1 from awarded)
    )
    select id::text, user_id::text as "userId" from awarded order by id`)
  if (rows.length === 0) return
  const userIds = [...new Set(rows.map(({ userId }) => userId))]
  await tx.emit('badges.awarded', { awardIds: rows.map(({ id }) => id), userIds, isNotified })
}

/** Of a deleted account, and of posts that are removed for good, nothing stays. */
export async function deleteAwards(
  tx: Tx,
  of: { userId: string } | { objectIds: readonly string[] },
) {
  const condition =
    'userId' in of
      ? eq(badgeAwards.userId, of.userId)
      : sql`${badgeAwards.objectId} = any(${idArray(of.objectIds)})`
  const gone = await tx.delete(badgeAwards).where(condition).returning({
    id: badgeAwards.id,
    badgeId: badgeAwards.badgeId,
    userId: badgeAwards.userId,
    takenBackAt: badgeAwards.takenBackAt,
  })
  if (gone.length === 0) return
  const counted = gone.filter(({ takenBackAt }) => takenBackAt === null)
  const counts = Map.groupBy(counted, ({ badgeId }) => badgeId)
  for (const [badgeId, awards] of [...counts].toSorted(([one], [other]) =>
    one.localeCompare(other),
  ))
    await tx
      .update(badges)
      .set({ awardCount: sql`${badges.awardCount} - ${awards.length}` })
      .where(eq(badges.id, badgeId))
  const userIds = [...new Set(gone.map(({ userId }) => userId))]
  await tx.emit('badges.removed', { awardIds: gone.map(({ id }) => id), userIds })
}
