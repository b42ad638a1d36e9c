import type pg from 'pg'
import type { Logger } from 'pino'
import { openPool } from '../database/database.ts'
import type { Metrics } from '../process/metrics.ts'
import type { LsnTracker } from './lsn-tracker.ts'

export type Replica = {
  name: string
  pool: pg.Pool
  /** The WAL position that it has replayed; null while it must not be used. */
  replayedLsn: bigint | null
  close(): Promise<void>
}

export type ReplicaOptions = {
  max: number
  maxLagMs: number
  log: Logger
  metrics: Metrics
}

const pollIntervalMs = 200
/** A server that responds later counts as unreachable. */
const timeoutMs = 1_000

const statusSql = `select system_identifier::text as cluster, pg_is_in_recovery() as "isReplica",
  case when pg_is_in_recovery() then pg_last_wal_replay_lsn() else pg_current_wal_flush_lsn() end - '0/0'
    as lsn from pg_control_system()`

type ServerStatus = { cluster: string; isReplica: boolean; lsn: string | null }

/** Records the primary's LSN. */
export function watchPrimary(url: string, tracker: LsnTracker, log: Logger) {
  return pollStatus(url, log, (status) => {
    if (status !== null && status.lsn !== null && !status.isReplica)
      tracker.record(status.cluster, BigInt(status.lsn), Date.now())
  })
}

/** Polls the replica and stops using it while it is unreachable or lags too far behind. */
export function openReplica(url: string, tracker: LsnTracker, options: ReplicaOptions): Replica {
  const { log, metrics, maxLagMs } = options
  const name = nameOf(url)
  const pool = openPool(url, { max: options.max, connectionTimeoutMillis: timeoutMs }, log)
  const clients = new Set<pg.PoolClient>()
  pool.on('connect', (client) => void clients.add(client))
  pool.on('remove', (client) => void clients.delete(client))
  let problem: string | null = 'not checked yet'

  const stop = pollStatus(url, log, (status) => {
    if (tracker.cluster === null) return
    const now = Date.now()
    const previousProblem = problem
    problem = findProblem(status, tracker, now - maxLagMs)
    const lsn = lsnOf(status)
    replica.replayedLsn = problem === null ? lsn : null
    metrics.replicaUsable.set({ replica: name }, problem === null ? 1 : 0)
    if (lsn !== null) metrics.replicaLag.set({ replica: name }, tracker.lagOf(lsn, now) / 1000)
    // Running statements would hang; when their connection closes, they are retried on the primary.
    if (status === null) for (const client of clients) void client.end()
    if (problem === previousProblem) return
    if (problem === null) log.info({ replica: name }, 'replica is in use')
    else
      log.warn({ replica: name, trouble: problem }, 'replica is not used, reading from the primary')
  })
  const replica: Replica = {
    name,
    pool,
    replayedLsn: null,
    async close() {
      await stop()
      await pool.end()
    },
  }
  return replica
}

/** Why a replica must not be used, or null. */
function findProblem(status: ServerStatus | null, tracker: LsnTracker, notBefore: number) {
  if (status === null) return 'not reachable'
  if (!status.isReplica || status.cluster !== tracker.cluster) return 'not a replica of the primary'
  const lsn = lsnOf(status)
  const requiredLsn = tracker.requiredLsn(notBefore)
  const isCurrent = lsn !== null && requiredLsn !== null && lsn >= requiredLsn
  return isCurrent ? null : 'lags too far behind'
}

function lsnOf(status: ServerStatus | null) {
  return status === null || status.lsn === null ? null : BigInt(status.lsn)
}

/** Reports null when the server does not respond. */
function pollStatus(url: string, log: Logger, onStatus: (status: ServerStatus | null) => void) {
  const options = { max: 1, connectionTimeoutMillis: timeoutMs, query_timeout: timeoutMs }
  const pool = openPool(url, { ...options, application_name: 'stoa watch' }, log)
  let timer: NodeJS.Timeout | undefined
  let isStopped = false
  async function poll() {
    const status = await pool.query<ServerStatus>(statusSql).then(
      ({ rows }) => rows[0] ?? null,
      (error: unknown) => {
        log.debug({ err: error }, 'database server does not respond')
        return null
      },
    )
    if (isStopped) return
    onStatus(status)
    timer = setTimeout(() => void (polling = poll()), pollIntervalMs).unref()
  }
  let polling = poll()
  return async () => {
    isStopped = true
    clearTimeout(timer)
    await polling
    await pool.end()
  }
}

/** Without credentials. */
function nameOf(url: string) {
  const { host } = new URL(url)
  return host
}
