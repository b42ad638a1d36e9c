import { maxAffectedUsers } from '@stoa/contract/features/settings-previews'
import { type Privilege, privileges } from '@stoa/contract/settings/people'
import { sql } from 'drizzle-orm'
import type { ReadDb } from '../../../kernel/database.ts'
import type { RequiredReputation } from '../../../kernel/rules.ts'
import { users } from '../../../schema/users.ts'

type Range = { from: number; below: number }

/** Who would gain or lose privileges that required another reputation. */
export async function previewPrivilegeChanges(
  db: ReadDb,
  required: RequiredReputation,
  values: ReadonlyMap<Privilege, number>,
) {
  const changes = privileges.flatMap((key) => {
    const [before, after] = [required(key), values.get(key) ?? required(key)]
    return before === after ? [] : [{ key, before, after }]
  })
  const counts = await countByRange(db, splitRanges(changes))
  return changes.map(({ key, before, after }) => {
    const [from, below] = [Math.min(before, after), Math.max(before, after)]
    const parts = counts.filter((part) => part.from >= from && part.from < below)
    const sum = parts.reduce((total, { count }) => total + count, 0)
    const affected = Math.min(sum, maxAffectedUsers)
    return {
      key,
      reputation_before: before,
      reputation_after: after,
      gaining_count: after < before ? affected : 0,
      losing_count: after > before ? affected : 0,
      is_capped: sum > maxAffectedUsers,
    }
  })
}

/** Ranges of reputation that do not overlap, so that each user is counted once. */
function splitRanges(changes: readonly { before: number; after: number }[]): Range[] {
  const bounds = [...new Set(changes.flatMap(({ before, after }) => [before, after]))].toSorted(
    (a, b) => a - b,
  )
  return bounds.slice(1).map((below, index) => ({ from: bounds[index] ?? 0, below }))
}

/** Reads at most a fixed number of index entries for each range. */
async function countByRange(db: ReadDb, ranges: readonly Range[]) {
  if (ranges.length === 0) return []
  const { rows } = await db.execute<{ from: number; count: number }>(sql`
    select range."from", (
      (select count(*) from (
        select from ${users}
        where ${users.status} = 'normal' and ${users.activatedAt} is not null
          and ${users.reputation} >= range."from" and ${users.reputation} < range.below
        limit ${maxAffectedUsers + 1}
      ) found)
      - (select count(*) from ${users}
        where ${users.roleId} > 1 and ${users.status} = 'normal' and ${users.activatedAt} is not null
          and ${users.reputation} >= range."from" and ${users.reputation} < range.below)
    )::integer as count
    from jsonb_to_recordset(${JSON.stringify(ranges)}::jsonb) as range("from" integer, below integer)`)
  return rows
}
