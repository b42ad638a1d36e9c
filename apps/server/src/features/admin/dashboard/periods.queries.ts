import type { CohortUnit, FigurePeriod } from '@stoa/contract/features/dashboard'
import { sql } from 'drizzle-orm'
import type { ReadDb } from '../../../kernel/database.ts'

/** Days of which each part of a period consists; the first part may have fewer. */
const daysPerPart = { 7: 1, 30: 2, 90: 6, 365: 31 } as const satisfies Record<FigurePeriod, number>

/**
 * The starts of the parts in Unix seconds and the end, of the period that ended last midnight and of the one before. Days begin
 * at midnight in the time zone of the site, whatever the clock does.
 */
export async function listBounds(
  db: ReadDb,
  days: FigurePeriod,
  { now, timeZone }: { now: Date; timeZone: string },
) {
  const offsets = [days, ...partOffsets(days)]
  const { rows } = await db.execute<{ day: string; current: number[]; previous: number[] }>(sql`
    with midnight as (
      select date_trunc('day', ${now.toISOString()}::timestamptz at time zone ${timeZone}) as today)
    select to_char(today, 'YYYY-MM-DD') as day,
      (select array_agg(extract(epoch from (today - days * interval '1 day') at time zone ${timeZone})::int order by days desc)
        from unnest(${sql.param(offsets)}::int[]) days) as current,
      array[extract(epoch from (today - ${2 * days} * interval '1 day') at time zone ${timeZone})::int,
        extract(epoch from (today - ${days} * interval '1 day') at time zone ${timeZone})::int] as previous
    from midnight`)
  const [bounds] = rows
  if (bounds === undefined) throw new Error('computing the bounds of a period returned no row')
  return bounds
}

/** Days before today at which parts after the first one start, and the end. */
function partOffsets(days: FigurePeriod): number[] {
  const size = daysPerPart[days]
  const parts = Math.ceil(days / size)
  return Array.from({ length: parts }, (_, index) => (parts - 1 - index) * size)
}

/** How the cohorts of a period begin. A week is too short for cohorts. */
const cohortsOf = {
  7: null,
  30: { unit: 'week', count: 4 },
  90: { unit: 'week', count: 12 },
  365: { unit: 'month', count: 12 },
} as const satisfies Record<FigurePeriod, { unit: CohortUnit; count: number } | null>

/** The starts of the last whole weeks or months in Unix seconds, and the end. Weeks begin on Monday. */
export async function listCohortBounds(
  db: ReadDb,
  days: FigurePeriod,
  { now, timeZone }: { now: Date; timeZone: string },
) {
  const cohorts = cohortsOf[days]
  if (cohorts === null) return null
  const { unit, count } = cohorts
  const { rows } = await db.execute<{ bounds: number[] }>(sql`
    with this as (select date_trunc(${unit}, ${now.toISOString()}::timestamptz at time zone ${timeZone}) as start)
    select array_agg(extract(epoch from (start - ago * ${`1 ${unit}`}::interval) at time zone ${timeZone})::int order by ago desc) as bounds
    from this, generate_series(0, ${count}::int) ago`)
  return { unit, bounds: rows[0]?.bounds ?? [] }
}
