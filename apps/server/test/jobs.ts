import { sql } from 'drizzle-orm'
import type { Context } from '../src/kernel/context.ts'

/** Waits until no job is running or due. */
export async function waitForJobs(ctx: Context) {
  const due = sql`select 1 from pgboss.job where name <> 'dead'
    and (state = 'active' or (state in ('created', 'retry') and start_after <= now())) limit 1`
  while ((await ctx.primary.execute(due)).rows.length > 0)
    await new Promise((resolve) => setTimeout(resolve, 20))
}
