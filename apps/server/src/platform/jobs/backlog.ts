import { sql } from 'drizzle-orm'
import type { ReadDb } from '../../kernel/database.ts'
import type { Backlog } from '../../kernel/services.ts'
import { deadQueue } from './dead-letters.ts'

/** Jobs that wait for their next retry are left out. */
export async function listBacklog(db: ReadDb): Promise<Backlog[]> {
  const { rows } = await db.execute<Backlog>(sql`
    select name as queue, count(*)::int as waiting,
      extract(epoch from now() - min(start_after))::float as age
    from pgboss.job
    where state < 'active' and not blocked and start_after <= now() and name <> ${deadQueue}
    group by name order by age desc limit 500`)
  return rows
}
