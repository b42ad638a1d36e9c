import type { ParsedInputOf } from '@stoa/contract/endpoint'
import type { AdminBadge, listAdminBadges as listCall } from '@stoa/contract/features/badges'
import { toLongId } from '@stoa/contract/ids'
import { limits } from '@stoa/contract/limits'
import type { Page } from '@stoa/contract/paging'
import { asc, sql } from 'drizzle-orm'
import type { ReadDb } from '../../../kernel/database.ts'
import { badges } from '../../../schema/badges.ts'
import { answers, questions } from '../../../schema/posts.ts'
import { users } from '../../../schema/users.ts'
import { badgeDescription } from './badge-texts.rules.ts'
import { toSummary, type View } from './badges.queries.ts'

type Input = ParsedInputOf<typeof listCall>

/** There are few, and their names depend on the language, so they are filtered here. */
export async function listAdminBadges(
  db: ReadDb,
  { status, q, page, page_size: size }: Input,
  view: View,
): Promise<Page<AdminBadge>> {
  const rows = await selectAll(db)
  const matching = rows
    .map((row) => ({ id: row.id, badge: toAdminBadge(row, view) }))
    .filter(({ badge }) => status === '' || badge.status === status)
    .filter(({ id, badge }) => matches(q, id, badge.name))
    .map(({ badge }) => badge)
  return { count: matching.length, list: matching.slice((page - 1) * size, page * size) }
}

const idPrefix = 'badge:'

function matches(q: string, id: string, name: string) {
  if (q.startsWith(idPrefix)) return toLongId(q.slice(idPrefix.length).trim()) === id
  return name.toLowerCase().includes(q.toLowerCase())
}

/** Ids of one type start with the same digits. */
const sequenceDigits = sql.raw(String(10n ** 13n))

function selectAll(db: ReadDb) {
  const {
    id,
    key,
    name,
    description,
    group,
    icon,
    level,
    isActive,
    awardCount,
    checkedAt,
    checkedTo,
  } = badges
  const lastId = sql`case ${badges.condition}
    when 'question_upvotes' then (select max(id) from ${questions})
    when 'answer_upvotes' then (select max(id) from ${answers})
    else (select max(id) from ${users}) end`
  return db
    .select({
      id,
      key,
      name,
      description,
      group,
      icon,
      level,
      isActive,
      awardCount,
      checkedAt,
      checkedPercent: sql<number>`floor(100 * (${checkedTo} % ${sequenceDigits})::numeric
        / greatest(1, coalesce(${lastId}, 0) % ${sequenceDigits}))::int`,
    })
    .from(badges)
    .orderBy(asc(badges.id))
    .limit(limits.badges.max)
}

function toAdminBadge(row: Awaited<ReturnType<typeof selectAll>>[number], view: View): AdminBadge {
  return {
    ...toSummary({ ...row, earnedCount: 0 }, view),
    description: badgeDescription(row, view.t),
    group_name: view.t(`badge.group.${row.group}`),
    award_count: row.awardCount,
    status: row.isActive ? 'active' : 'inactive',
    is_editable: row.key === null,
    checked_percent: row.checkedAt === null ? Math.min(99, row.checkedPercent) : 100,
  }
}
