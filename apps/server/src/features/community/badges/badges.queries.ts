import {
  type Badge,
  type BadgeAwardSummary,
  type BadgeGroup,
  badgeGroups,
} from '@stoa/contract/features/badges'
import { limits } from '@stoa/contract/limits'
import type { Translate } from '@stoa/locales/translate'
import { and, asc, desc, eq, type SQL, sql } from 'drizzle-orm'
import type { ReadDb } from '../../../kernel/database.ts'
import { fail } from '../../../kernel/errors.ts'
import type { Viewer } from '../../../kernel/rules.ts'
import { badgeAwards, badges } from '../../../schema/badges.ts'
import type { WriteId } from '../../content/shared/posts.settings.ts'
import { badgeDescription, badgeName } from './badge-texts.rules.ts'
import { progressOf } from './progress.queries.ts'

export type View = { t: Translate; writeId: WriteId }

export async function listBadges(
  db: ReadDb,
  actor: Viewer | null,
  view: View,
): Promise<BadgeGroup[]> {
  const rows = await selectBadges(db, actor, eq(badges.isActive, true))
  const byGroup = Map.groupBy(rows, ({ group }) => group)
  return badgeGroups
    .filter((group) => byGroup.has(group))
    .map((group) => ({
      group_name: view.t(`badge.group.${group}`),
      badges: (byGroup.get(group) ?? []).map((row) => toBadge(row, view)),
    }))
}

/** Inactive badges are hidden from everyone. */
export async function getBadge(
  db: ReadDb,
  actor: Viewer | null,
  id: string,
  view: View,
): Promise<Badge> {
  const [row] = await selectBadges(db, actor, and(eq(badges.id, id), eq(badges.isActive, true)))
  return row === undefined ? fail('badge.object_not_found') : toBadge(row, view)
}

function selectBadges(db: ReadDb, actor: Viewer | null, condition: SQL | undefined) {
  const { id, key, name, description, group, icon, level, isSingle, awardCount, amount } = badges
  const userId = actor?.id ?? '0'
  return db
    .select({
      id,
      key,
      name,
      description,
      group,
      icon,
      level,
      isSingle,
      awardCount,
      amount,
      earnedCount: sql<number>`coalesce(earned.count, 0)`,
      progress: progressOf(actor),
    })
    .from(badges)
    .leftJoin(sql`(${countEarned(userId)}) as earned`, sql`earned.badge_id = ${badges.id}`)
    .where(condition)
    .orderBy(asc(badges.id))
    .limit(limits.badges.max)
}

const countEarned = (userId: string) => sql`
  select badge_id, count(*)::int as count, max(id) as last_id from ${badgeAwards}
  where user_id = ${userId}::bigint and taken_back_at is null group by badge_id`

type BadgeRow = Awaited<ReturnType<typeof selectBadges>>[number]

function toBadge(row: BadgeRow, view: View): Badge {
  const { isSingle, earnedCount, progress, amount } = row
  const isDone = isSingle && earnedCount > 0
  return {
    ...toSummary(row, view),
    description: badgeDescription(row, view.t),
    award_count: row.awardCount,
    is_single: isSingle,
    progress: progress === null || isDone ? null : { value: progress, goal: amount },
  }
}

type SummaryRow = Pick<BadgeRow, 'id' | 'key' | 'name' | 'icon' | 'level' | 'earnedCount'>

export function toSummary(row: SummaryRow, { t, writeId }: View): BadgeAwardSummary {
  return {
    id: writeId(row.id),
    name: badgeName(row, t),
    icon: row.icon,
    level: row.level,
    earned_count: row.earnedCount,
  }
}

type Order = 'best' | 'recent'

/** A row for each badge of the user, however often they earned it. */
export async function listUserBadges(db: ReadDb, userId: string, order: Order, view: View) {
  const { id, key, name, icon, level } = badges
  const rows = await db
    .select({ id, key, name, icon, level, earnedCount: sql<number>`earned.count` })
    .from(badges)
    .innerJoin(sql`(${countEarned(userId)}) as earned`, sql`earned.badge_id = ${badges.id}`)
    .where(eq(badges.isActive, true))
    .orderBy(
      ...(order === 'best' ? [desc(badges.level), asc(badges.id)] : [sql`earned.last_id desc`]),
    )
    .limit(order === 'best' ? limits.badges.max : limits.badges.recent)
  return { count: rows.length, list: rows.map((row) => toSummary(row, view)) }
}
