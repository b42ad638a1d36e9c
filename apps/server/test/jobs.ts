import { sql } from 'drizzle-orm'
import { expect } from 'vitest'
import type { Context } from '../src/kernel/context.ts'

/** Waits until every job that is due has run. */
export async function waitForJobs({ db }: Context) {
  const due = sql`select 1 from pgboss.job
    where name <> 'dead' and (state = 'active' or (state in ('created', 'retry') and start_after <= now()))`
  await expect.poll(async () => (await db.execute(due)).rows.length).toBe(0)
}
