import { sql } from 'drizzle-orm'
import type { ReadDb } from '../../../kernel/database.ts'
import { missedSearches } from '../../../schema/missed-searches.ts'
import { minVisitors } from './missed-searches.actions.ts'

const shown = 10

/** What at least three visitors searched for on a day without finding anything, between two times in Unix seconds. */
export async function listMissedSearches(db: ReadDb, { from, to }: { from: number; to: number }) {
  const { words, searches, day, visitors } = missedSearches
  const dayOf = (seconds: number) => sql`(to_timestamp(${seconds}) at time zone 'UTC')::date`
  // Without visitors: the day is over, and there were enough.
  const { rows } = await db.execute<{ words: string; searches: number }>(sql`
    select ${words}, sum(${searches})::int as searches from ${missedSearches}
    where ${day} >= ${dayOf(from)} and ${day} < ${dayOf(to)} and cardinality(${visitors}) in (0, ${minVisitors})
    group by ${words} order by searches desc, ${words} limit ${shown}`)
  return rows
}
