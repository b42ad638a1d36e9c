import type { HealthCheck, HealthCheckName } from '@stoa/contract/features/health'
import { generalSettings } from '@stoa/contract/settings/site'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Context } from '../../../kernel/context.ts'
import { version } from '../../../kernel/release.ts'
import type { Backlog } from '../../../kernel/services.ts'
import { findNewestRelease } from '../dashboard/newest-release.queries.ts'
import {
  type Finding,
  judgeCertificate,
  judgeClock,
  judgeDatabase,
  judgeDisk,
  judgeEmail,
  judgeFailedJobs,
  judgeJobs,
  judgeMemory,
  judgeMigrations,
  judgePlugins,
  judgeRedis,
  judgeReplicas,
  judgeSearch,
  judgeSiteUrl,
  judgeTransactions,
  judgeUpdate,
  judgeUploads,
  judgeVersions,
  judgeWebhooks,
  judgeWorkers,
  judgeWraparound,
  problem,
  warning,
} from './health.rules.ts'
import { measureDisk, measureMemory, tryWriting } from './machine.probes.ts'
import {
  countMails,
  countWebhooks,
  listPluginStates,
  listProcesses,
  measureCertificate,
  measureClock,
  measureDatabase,
  measureSearch,
  measureUploads,
} from './probes.queries.ts'

/** Of one check. All run at once, so the page waits no longer than this. */
const timeoutMs = 1_500
/** The connection gives up first, so that the check says that it failed. */
const certificateTimeoutMs = 1_200

type Probes = {
  ctx: Context
  origin: string
  database: () => ReturnType<typeof measureDatabase>
  processes: () => ReturnType<typeof listProcesses>
  backlog: () => Promise<Backlog[]>
}

type Check = (probes: Probes) => Promise<Finding>

/** A check measures something, and a rule judges it. */
const check =
  <Measured>(
    measure: (probes: Probes) => Promise<Measured> | Measured,
    judge: (measured: Measured) => Finding,
  ): Check =>
  async (probes) =>
    judge(await measure(probes))

export const healthChecks: Record<HealthCheckName, Check> = {
  site_url: check(
    ({ ctx, origin }) => ({ url: ctx.settings.get(generalSettings).site_url, origin }),
    judgeSiteUrl,
  ),
  certificate: check(
    ({ ctx }) => measureCertificate(ctx, certificateTimeoutMs),
    (certificate) => judgeCertificate(certificate, Math.floor(Date.now() / 1000)),
  ),
  database: check(({ database }) => database(), judgeDatabase),
  transactions: check(({ database }) => database(), judgeTransactions),
  wraparound: check(({ database }) => database(), judgeWraparound),
  replicas: check(({ ctx }) => ctx.diagnostics.listReplicas(), judgeReplicas),
  migrations: check(({ ctx }) => ctx.diagnostics.compareSchema(), judgeMigrations),
  redis: check(
    ({ ctx }) => ctx.diagnostics.measureRedis().catch(() => 'unreachable' as const),
    judgeRedis,
  ),
  workers: check(({ processes }) => processes(), judgeWorkers),
  jobs: check(async ({ backlog }) => sumBacklog(await backlog()), judgeJobs),
  failed_jobs: check(async ({ ctx }) => {
    const failed = await ctx.jobs.listFailed()
    return failed.reduce((sum, { count }) => sum + count, 0)
  }, judgeFailedJobs),
  email: check(
    async ({ ctx }) => ({
      isConfigured: ctx.mailer.isConfigured(),
      ...(await countMails(ctx.primary, ctx.clock.now())),
    }),
    judgeEmail,
  ),
  search: check(async ({ ctx, backlog }) => {
    const waiting = (await backlog()).filter(({ queue }) => queue.endsWith('/index'))
    return { ...sumBacklog(waiting), ...(await measureSearch(ctx.primary, ctx.clock.now())) }
  }, judgeSearch),
  uploads: check(
    async ({ ctx }) => ({
      isOnDisk: ctx.files.current() === null,
      error: await tryWriting(ctx.files),
      ...(await measureUploads(ctx)),
    }),
    judgeUploads,
  ),
  disk: check(({ ctx }) => measureDisk(ctx.config), judgeDisk),
  memory: check(measureMemory, judgeMemory),
  clock: check(({ ctx }) => measureClock(ctx.primary), judgeClock),
  versions: check(
    ({ processes }) => processes(),
    (running) => judgeVersions(running, version),
  ),
  update: check(
    async ({ ctx }) => ({
      isOn: ctx.settings.get(generalSettings).check_update,
      hasSource: ctx.config.update_url !== undefined,
      own: version,
      newest: await findNewestRelease(ctx),
    }),
    judgeUpdate,
  ),
  webhooks: check(({ ctx }) => countWebhooks(ctx.primary), judgeWebhooks),
  plugins: check(({ ctx }) => listPluginStates(ctx), judgePlugins),
}

function sumBacklog(backlog: readonly Backlog[]) {
  return {
    waiting: backlog.reduce((sum, { waiting }) => sum + waiting, 0),
    age: Math.max(0, ...backlog.map(({ age }) => age)),
  }
}

/** Several checks use the same measurement. */
export function createProbes(ctx: Context, origin: string): Probes {
  return {
    ctx,
    origin,
    database: once(() => measureDatabase(ctx.primary)),
    processes: once(() => listProcesses(ctx.primary)),
    backlog: once(() => ctx.jobs.listBacklog()),
  }
}

function once<Result>(measure: () => Promise<Result>) {
  let result: Promise<Result> | null = null
  return () => (result ??= measure())
}

/** Side by side. A check that hangs or fails says so, and does not keep the others. */
export async function runHealthChecks(
  probes: Probes,
  checks: Record<HealthCheckName, Check> = healthChecks,
): Promise<HealthCheck[]> {
  const names = Object.keys(checks) as HealthCheckName[]
  return await Promise.all(
    names.map(async (name) => ({ name, ...(await settle(probes, checks[name])) })),
  )
}

async function settle(probes: Probes, run: Check): Promise<Finding> {
  const ended = new AbortController()
  const late = sleep(timeoutMs, problem('check.timeout'), { signal: ended.signal, ref: false })
  late.catch(() => {})
  try {
    return await Promise.race([run(probes), late])
  } catch (error) {
    probes.ctx.log.warn({ err: error }, 'health check failed')
    return warning('check.failed', { error: describe(error) })
  } finally {
    ended.abort()
  }
}

/** Of a failed statement, the cause: the message would contain the SQL. */
function describe(error: unknown) {
  if (!(error instanceof Error)) return String(error)
  const { message } = error.cause instanceof Error ? error.cause : error
  return message.slice(0, 200)
}
