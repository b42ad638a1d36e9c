import { sql } from 'drizzle-orm'
import type { PgBoss } from 'pg-boss'
import type { ReadDb } from '../../kernel/database.ts'
import type { FailedJobs } from '../../kernel/services.ts'

export const deadQueue = 'dead'

const maxGroups = 100
const batchSize = 1000

/** Jobs that failed permanently, by queue and error. There may be many after an outage, so they are not loaded. */
export async function groupDead(db: ReadDb): Promise<FailedJobs[]> {
  const { rows } = await db.execute<
    Omit<FailedJobs, 'lastFailedAt'> & { lastFailedAt: string }
  >(sql`
    select coalesce(source_name, '') as queue, coalesce(source_output ->> 'message', '') as error,
      count(*)::int as count, extract(epoch from max(created_on)) as "lastFailedAt"
    from pgboss.job where name = ${deadQueue} and state < 'active'
    group by 1, 2 order by max(created_on) desc limit ${maxGroups}`)
  return rows.map((row) => ({ ...row, lastFailedAt: new Date(Number(row.lastFailedAt) * 1000) }))
}

/** Back to the queue they came from. */
export async function retryDead(boss: PgBoss, queue: string): Promise<number> {
  let total = 0
  for (;;) {
    const moved = await boss.redrive(deadQueue, { sourceName: queue, limit: batchSize })
    total += moved
    if (moved < batchSize) return total
  }
}

export async function discardDead(boss: PgBoss, db: ReadDb, queue: string): Promise<number> {
  let total = 0
  for (;;) {
    const { rows } = await db.execute<{ id: string }>(sql`
      select id from pgboss.job where name = ${deadQueue} and state < 'active' and source_name = ${queue} limit ${batchSize}`)
    if (rows.length > 0)
      await boss.deleteJob(
        deadQueue,
        rows.map(({ id }) => id),
      )
    total += rows.length
    if (rows.length < batchSize) return total
  }
}
