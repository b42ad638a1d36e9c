import type {
  Health,
  MaintenanceKind,
  MaintenanceRun,
  RunningProcess,
} from '@stoa/contract/features/health'
import { desc, eq } from 'drizzle-orm'
import { toUnix } from '../../../kernel/clock.ts'
import type { Context } from '../../../kernel/context.ts'
import type { ReadDb } from '../../../kernel/database.ts'
import { maintenanceRuns } from '../../../schema/maintenance.ts'
import type { processes } from '../../../schema/processes.ts'
import { users } from '../../../schema/users.ts'
import { toUserBasic, userCardColumns } from '../../people/users/users.queries.ts'
import { createProbes, runHealthChecks } from './health.checks.ts'
import { isStalled } from './maintenance.rules.ts'
import { findSlowRoutes, sumRequests, toTimes } from './slow-routes.rules.ts'

export async function readHealth(ctx: Context, origin: string): Promise<Health> {
  const probes = createProbes(ctx, origin)
  const checks = await runHealthChecks(probes)
  const { processId } = ctx.diagnostics
  // Without a registry, `versions` and `workers` say why.
  const running = await probes.processes().catch(() => [])
  return {
    checked_at: toUnix(ctx.clock.now()),
    checks,
    processes: running.map((row) => toProcess(row, processId)),
  }
}

function toProcess(row: typeof processes.$inferSelect, processId: string): RunningProcess {
  return {
    id: row.id,
    role: row.role,
    host: row.host,
    pid: row.pid,
    version: row.version,
    node_version: row.nodeVersion,
    memory_bytes: row.memoryBytes,
    started_at: toUnix(row.startedAt),
    seen_at: toUnix(row.seenAt),
    is_current: row.id === processId,
  }
}

export async function readSlowRoutes({ diagnostics }: Context) {
  const requests = await diagnostics.listRequests()
  return {
    since: toUnix(diagnostics.startedAt),
    total: toTimes(sumRequests(requests)),
    routes: findSlowRoutes(requests),
  }
}

export async function findLastRun(
  db: ReadDb,
  kind: MaintenanceKind,
  now: Date,
): Promise<MaintenanceRun | null> {
  const [row] = await db
    .select({ run: maintenanceRuns, user: userCardColumns })
    .from(maintenanceRuns)
    .innerJoin(users, eq(users.id, maintenanceRuns.startedBy))
    .where(eq(maintenanceRuns.kind, kind))
    .orderBy(desc(maintenanceRuns.id))
    .limit(1)
  if (row === undefined) return null
  const { run, user } = row
  return {
    id: run.id,
    kind: run.kind,
    repairs: run.repairs,
    state: run.state,
    is_stalled: isStalled(run, now),
    started_at: toUnix(run.startedAt),
    ended_at: toUnix(run.endedAt),
    user_info: toUserBasic(user),
    step: run.step,
    done: run.done,
    total: run.total,
    findings: run.findings,
  }
}
