import type { Jobs } from '../../kernel/services.ts'
import type { Metrics } from '../process/metrics.ts'
import { sql } from 'drizzle-orm'
import { fromDrizzle, fromPglite, type JobWithMetadata, PgBoss } from 'pg-boss'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Logger } from 'pino'
import type { Context, AfterListener, ListenerIndex, Scheduled } from '../../kernel/context.ts'
import type { Database } from '../database/database.ts'
import { describeError } from '../process/error-output.ts'
import { listBacklog } from './backlog.ts'
import { deadQueue, discardDead, groupDead, retryDead } from './dead-letters.ts'
import { withScope } from '../../kernel/request-scope.ts'
import { sqlState } from '../../kernel/transact.ts'

/** A dead letter: a job that failed permanently. */
export type DeadJob = {
  id: string
  queue: string
  payload: unknown
  failedAt: Date
  error: unknown
}

export type JobQueue = Jobs & {
  /** Starts the workers of this process. */
  work(ctx: Context): Promise<void>
  listDead(): Promise<DeadJob[]>
  counts(): Promise<{ waiting: number; dead: number }>
  /** Waits for running jobs up to the timeout. */
  stop(timeoutMs: number): Promise<void>
}

const queueOptions = {
  notify: true,
  // About a day in total, because the usual cause is an unavailable mail server.
  retryLimit: 30,
  retryDelay: 2,
  retryBackoff: true,
  retryDelayMax: 3600,
  deadLetter: deadQueue,
  // Jobs of a worker without heartbeat go to another worker.
  heartbeatSeconds: 10,
}
/** A job that runs longer is started again beside the first, even if its worker lives. */
const expireInSeconds = 15 * 60
/** The most that pg-boss allows. */
const longExpireInSeconds = 24 * 3600
/** Fewer than for other failures, because each stall blocks the whole process. */
const maxStallRetries = 4
const schema = 'pgboss'

/** A process that only serves requests needs it to enqueue jobs. */
export async function openJobs(
  database: Database,
  listeners: ListenerIndex,
  options: { isWorker: boolean; log: Logger; metrics: Metrics },
): Promise<JobQueue> {
  const boss = createBoss(database, options.isWorker)
  boss.on('error', (error) => options.log.error({ err: error }, 'job queue failed'))
  await boss.start()
  await ensureQueues(boss, listeners.jobs)

  const stops: (() => Promise<void>)[] = []
  return {
    async insert(tx, jobs) {
      const db = fromDrizzle(tx, sql)
      for (const [queue, list] of Map.groupBy(jobs, (job) => job.queue)) {
        const data = list.map(({ payload }) => ({ data: payload }))
        await boss.insert(queue, data, { db })
      }
    },
    async work(ctx) {
      for (const job of listeners.jobs) {
        await startWorker(boss, (item) => runJob(ctx, options.metrics, job, item), job)
        if (job.kind === 'every') await boss.schedule(job.queue, job.cron)
      }
      stops.push(...listeners.runners.map((runner) => runner.start(ctx)))
    },
    listDead: () => listDead(boss),
    async counts() {
      const queues = await boss.getQueues()
      const dead = queues.find(({ name }) => name === deadQueue)
      const waiting = queues.reduce(
        (sum, queue) => sum + (queue === dead ? 0 : queue.queuedCount),
        0,
      )
      return { waiting, dead: dead?.queuedCount ?? 0 }
    },
    listQueues: () => listQueues(boss, listeners),
    listBacklog: () => listBacklog(database.db),
    listFailed: () => groupDead(database.db),
    retryFailed: (queue) => retryDead(boss, queue),
    discardFailed: (queue) => discardDead(boss, database.db, queue),
    async stop(timeoutMs) {
      const stopped = Promise.all(stops.map((stop) => stop()))
      await Promise.race([stopped, sleep(timeoutMs, undefined, { ref: false })])
      await boss.stop({ graceful: true, timeout: timeoutMs, close: true })
    },
  }
}

/** Creates or upgrades the queue tables. */
export async function migrateJobs(database: Database, listeners: ListenerIndex) {
  const boss = createBoss(database, false, true)
  await boss.start()
  await ensureQueues(boss, listeners.jobs)
  await boss.stop({ graceful: false, close: true })
}

function createBoss(database: Database, isWorker: boolean, migrate = false) {
  const { engine } = database
  return new PgBoss({
    ...(engine.kind === 'postgres'
      ? { connectionString: engine.url, max: isWorker ? 5 : 2, application_name: 'stoa jobs' }
      : { db: fromPglite(engine.client), backend: 'pglite' }),
    schema,
    migrate,
    createSchema: migrate,
    supervise: isWorker,
    schedule: isWorker,
    useListenNotify: isWorker,
    superviseIntervalSeconds: 5,
    monitorIntervalSeconds: 5,
  })
}

async function ensureQueues(boss: PgBoss, jobs: ListenerIndex['jobs']) {
  const existing = new Map((await boss.getQueues()).map((queue) => [queue.name, queue]))
  if (!existing.has(deadQueue)) await boss.createQueue(deadQueue, { retentionSeconds: 90 * 86_400 })
  for (const job of jobs) {
    const isLong = job.kind === 'after' && job.isLong
    const expiration = { expireInSeconds: isLong ? longExpireInSeconds : expireInSeconds }
    const queue = existing.get(job.queue)
    if (queue === undefined) await boss.createQueue(job.queue, { ...queueOptions, ...expiration })
    else if (queue.expireInSeconds !== expiration.expireInSeconds)
      await boss.updateQueue(job.queue, expiration)
  }
}

// Notifications wake the workers; polling is a fallback. `burstWhenBatchFull` drains a backlog quickly.
const workOptions = {
  batchSize: 20,
  burstWhenBatchFull: true,
  pollingIntervalSeconds: 2,
  notifyPollingIntervalSeconds: 5,
  perJobResults: true,
  includeMetadata: true,
} as const

async function startWorker(boss: PgBoss, run: RunJob, { queue }: AfterListener | Scheduled) {
  await boss.work<object, unknown, typeof workOptions>(
    queue,
    workOptions,
    async (batch) => await Promise.all(batch.map(run)),
  )
}

type RunJob = (job: JobWithMetadata<object>) => ReturnType<typeof runJob>

async function runJob(
  ctx: Context,
  metrics: Metrics,
  listener: AfterListener | Scheduled,
  job: JobWithMetadata<object>,
) {
  const startedAt = performance.now()
  return await withScope(job.id, async () => {
    try {
      if (job.retryCount > maxStallRetries && isStallOutput(job.output))
        throw new JobStalledError('job stalled its process too often')
      await (listener.kind === 'every' ? listener.run(ctx) : listener.run(ctx, job.data as never))
      metrics.jobs.inc({ queue: listener.queue, result: 'done' })
      ctx.log.debug(
        { jobId: job.id, queue: listener.queue, ms: performance.now() - startedAt },
        'job done',
      )
      return { id: job.id, status: 'completed' as const }
    } catch (error) {
      metrics.jobs.inc({ queue: listener.queue, result: 'failed' })
      ctx.log.error({ err: error, jobId: job.id, queue: listener.queue }, 'job failed')
      const isLastStallRetry = job.retryCount >= maxStallRetries && isStall(error)
      const status = isLastStallRetry ? ('deadletter' as const) : ('failed' as const)
      return { id: job.id, status, output: { message: describeError(error) } }
    }
  })
}

class JobStalledError extends Error {}

/** SQLSTATE of `idle_in_transaction_session_timeout`. */
const idleInTransaction = '25P03'

function isStall(error: unknown) {
  return error instanceof JobStalledError || sqlState(error) === idleInTransaction
}

/** Messages that pg-boss stores for jobs without heartbeat and for timeouts. */
function isStallOutput(output: unknown) {
  return /"job (heartbeat timeout|timed out)"/.test(JSON.stringify(output ?? null))
}

/** Without those that pg-boss has for itself. */
async function listQueues(boss: PgBoss, listeners: ListenerIndex) {
  const names = new Set(listeners.jobs.map(({ queue }) => queue))
  return (await boss.getQueues())
    .filter(({ name }) => names.has(name))
    .map(({ name, queuedCount, activeCount }) => ({
      name,
      waiting: queuedCount,
      active: activeCount,
    }))
}

async function listDead(boss: PgBoss): Promise<DeadJob[]> {
  const jobs = await boss.findJobs<object>(deadQueue)
  return jobs.map((job) => ({
    id: job.id,
    queue: job.sourceName ?? job.name,
    payload: job.data,
    failedAt: job.createdOn,
    error: job.sourceOutput,
  }))
}
