import type pg from 'pg'
import type { Logger } from 'pino'
import { openPool } from './database.ts'
import type { Metrics } from './metrics.ts'
import type { Positions } from './positions.ts'
import { nameStatements } from './statement-names.ts'

/** A copy of the database that follows it. */
export type Replica = {
  name: string
  pool: pg.Pool
  /** Up to where it has replayed the primary's log; null while it may not be read. */
  reached: bigint | null
  close(): Promise<void>
}

export type ReplicaOptions = {
  max: number
  isNaming: boolean
  lagMs: number
  log: Logger
  metrics: Metrics
}

/** How often each server is asked how far it is. */
const everyMs = 200
/** A server that takes longer than this to say so is away. */
const patienceMs = 1_000

const whereAmI = `select system_identifier::text as cluster, pg_is_in_recovery() as "isCopy",
  case when pg_is_in_recovery() then pg_last_wal_replay_lsn() else pg_current_wal_flush_lsn() end - '0/0'
    as position from pg_control_system()`

type Whereabouts = { cluster: string; isCopy: boolean; position: string | null }

/** Follows where the primary stands. */
export function watchPrimary(url: string, positions: Positions, log: Logger) {
  return watch(url, log, (found) => {
    if (found !== null && found.position !== null && !found.isCopy)
      positions.see(found.cluster, BigInt(found.position), Date.now())
  })
}

/** Opens a replica and keeps an eye on it: it is left when it is away or too far behind, and taken back when it is well. */
export function openReplica(url: string, positions: Positions, options: ReplicaOptions): Replica {
  const { log, metrics, lagMs } = options
  const name = nameOf(url)
  const pool = openPool(url, { max: options.max, connectionTimeoutMillis: patienceMs }, log)
  nameStatements(pool, options.isNaming)
  const clients = new Set<pg.PoolClient>()
  pool.on('connect', (client) => void clients.add(client))
  pool.on('remove', (client) => void clients.delete(client))
  let trouble: string | null = 'not seen yet'

  const stop = watch(url, log, (found) => {
    if (positions.cluster === null) return
    const now = Date.now()
    const before = trouble
    trouble = troubleOf(found, positions, now - lagMs)
    replica.reached = trouble === null ? toPosition(found) : null
    metrics.replicaUsable.set({ replica: name }, trouble === null ? 1 : 0)
    const position = toPosition(found)
    if (position !== null)
      metrics.replicaLag.set({ replica: name }, positions.lagOf(position, now) / 1000)
    // Statements that wait for an answer would wait for long: without a connection they are asked of the primary.
    if (found === null) for (const client of clients) void client.end()
    if (trouble === before) return
    if (trouble === null) log.info({ replica: name }, 'replica is read')
    else log.warn({ replica: name, trouble }, 'replica is not read; the primary answers')
  })
  const replica: Replica = {
    name,
    pool,
    reached: null,
    async close() {
      await stop()
      await pool.end()
    },
  }
  return replica
}

/** Why a replica may not be read, if so. */
function troubleOf(found: Whereabouts | null, positions: Positions, notBefore: number) {
  if (found === null) return 'it does not answer'
  if (!found.isCopy || found.cluster !== positions.cluster) return 'it is not a copy of the primary'
  const position = toPosition(found)
  const required = positions.required(notBefore)
  const isNear = position !== null && required !== null && position >= required
  return isNear ? null : 'it is too far behind'
}

function toPosition(found: Whereabouts | null) {
  return found === null || found.position === null ? null : BigInt(found.position)
}

/** Asks a server where it is, again and again; null when it does not answer. */
function watch(url: string, log: Logger, tell: (found: Whereabouts | null) => void) {
  const options = { max: 1, connectionTimeoutMillis: patienceMs, query_timeout: patienceMs }
  const pool = openPool(url, { ...options, application_name: 'stoa watch' }, log)
  let timer: NodeJS.Timeout | undefined
  let isStopped = false
  async function look() {
    const found = await pool.query<Whereabouts>(whereAmI).then(
      ({ rows }) => rows[0] ?? null,
      (error: unknown) => {
        log.debug({ err: error }, 'a database server does not answer')
        return null
      },
    )
    if (isStopped) return
    tell(found)
    timer = setTimeout(() => void (looking = look()), everyMs).unref()
  }
  let looking = look()
  return async () => {
    isStopped = true
    clearTimeout(timer)
    await looking
    await pool.end()
  }
}

/** Without the name and password of whoever reads it. */
function nameOf(url: string) {
  const { host } = new URL(url)
  return host
}
