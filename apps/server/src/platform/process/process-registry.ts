import { sql } from 'drizzle-orm'
import { hostname } from 'node:os'
import { version } from '../../kernel/release.ts'
import { processes } from '../../schema/processes.ts'
import type { PlatformContext } from '../context.ts'

const refreshMs = 20_000

type Role = typeof processes.$inferSelect.role

/** Keeps a row for this process, so that admins see which processes run. Returns how to remove it. */
export async function registerProcess(ctx: PlatformContext, role: Role) {
  const refresh = () =>
    refreshProcess(ctx, role).catch((error: unknown) =>
      ctx.log.debug({ err: error }, 'refreshing the process registry failed'),
    )
  await refresh()
  let refreshing = Promise.resolve()
  const timer = setInterval(() => {
    refreshing = refresh()
  }, refreshMs).unref()
  return async () => {
    clearInterval(timer)
    await refreshing
    await removeProcess(ctx)
  }
}

/** One statement. Also deletes the rows of processes that ended without doing so. */
async function refreshProcess(ctx: PlatformContext, role: Role) {
  const { processId, startedAt } = ctx.diagnostics
  const memory = process.memoryUsage.rss()
  await ctx.autocommit.execute(sql`
    with ended as (delete from ${processes} where seen_at < now() - interval '1 minute' and id <> ${processId})
    insert into ${processes} (id, role, host, pid, version, node_version, memory_bytes, started_at, seen_at)
    values (${processId}, ${role}, ${hostname()}, ${process.pid}, ${version}, ${process.version}, ${memory},
      ${startedAt.toISOString()}::timestamptz, now())
    on conflict (id) do update set memory_bytes = excluded.memory_bytes, seen_at = excluded.seen_at`)
}

async function removeProcess(ctx: PlatformContext) {
  await ctx.autocommit
    .execute(sql`delete from ${processes} where id = ${ctx.diagnostics.processId}`)
    .catch((error: unknown) => ctx.log.debug({ err: error }, 'removing the process row failed'))
}
