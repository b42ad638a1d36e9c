import { figurePeriods, type FigurePeriod } from '@stoa/contract/features/dashboard'
import { interfaceSettings } from '@stoa/contract/settings/site'
import { sql } from 'drizzle-orm'
import type { Context, Tx } from '../../../kernel/context.ts'
import { transact } from '../../../kernel/transact.ts'
import { siteFigures, type StoredFigures } from '../../../schema/figures.ts'
import { listMissedSearches } from '../../discovery/search/missed-searches.queries.ts'
import { readAnswering } from './answering.queries.ts'
import { collectPosts, listCohorts } from './people.queries.ts'
import { listBounds, listCohortBounds } from './periods.queries.ts'
import { readReviewFigures } from './review.queries.ts'
import { listRisingTags, listTagsWithoutExperts } from './tags.queries.ts'
import { countUnansweredByAge } from './unanswered.queries.ts'

/** Running again on the same day changes nothing. */
export async function computeFigures(ctx: Context) {
  await transact(ctx, async (tx) => {
    const time = { now: tx.now, timeZone: tx.ctx.settings.get(interfaceSettings).time_zone }
    const due = await listDuePeriods(tx, time)
    if (due.length === 0) return
    // Reads years of content on large sites.
    await tx.execute(sql`set local statement_timeout = '5min'`)
    await tx.execute(sql`set local work_mem = '64MB'`)
    await collectPosts(tx, Math.min(...due.map(({ previous }) => previous[0] ?? 0)))
    const unanswered = await countUnansweredByAge(tx, tx.now)
    for (const { days, day, ...bounds } of due) {
      const figures = await readFigures(tx, days, { ...bounds, time })
      const row = { days, day, computedAt: tx.now, figures: { ...figures, unanswered } }
      await tx
        .insert(siteFigures)
        .values(row)
        .onConflictDoUpdate({ target: siteFigures.days, set: row })
    }
  })
}

/** Periods whose figures are not those of today. */
async function listDuePeriods(tx: Tx, time: Bounds['time']) {
  const known = await tx.select({ days: siteFigures.days, day: siteFigures.day }).from(siteFigures)
  const due = []
  for (const days of figurePeriods) {
    const bounds = await listBounds(tx, days, time)
    if (!known.some((row) => row.days === days && row.day === bounds.day))
      due.push({ days, ...bounds })
  }
  return due
}

type Bounds = {
  current: number[]
  previous: number[]
  time: { now: Date; timeZone: string }
}

async function readFigures(
  tx: Tx,
  days: FigurePeriod,
  { current, previous, time }: Bounds,
): Promise<Omit<StoredFigures, 'unanswered'>> {
  const [from, to] = [current[0] ?? 0, current.at(-1) ?? 0]
  const { total, parts } = await readAnswering(tx, current, tx.now)
  const before = await readAnswering(tx, previous, tx.now)
  const span = { from, to, before: previous[0] ?? 0 }
  const cohorts = await listCohortBounds(tx, days, time)
  return {
    from,
    to,
    current: total,
    previous: before.total,
    parts,
    tags_without_experts: await listTagsWithoutExperts(tx, span),
    rising_tags: await listRisingTags(tx, span),
    cohorts: cohorts && { unit: cohorts.unit, list: await listCohorts(tx, cohorts.bounds) },
    ...(await readReviewFigures(tx, span)),
    missed_searches: await listMissedSearches(tx, span),
  }
}
