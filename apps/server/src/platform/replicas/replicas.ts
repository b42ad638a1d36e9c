import type { Replicas } from '../../kernel/services.ts'
import type { ReadDb } from '../../kernel/database.ts'
import { createStatements } from '../../kernel/prepared.ts'
import type pg from 'pg'
import type { Logger } from 'pino'
import type { Config } from '../../kernel/config.ts'
import { type Database, toDb } from '../database/database.ts'
import { toReadDb } from '../database/read-db.ts'
import type { Metrics } from '../process/metrics.ts'
import { createLsnTracker } from './lsn-tracker.ts'
import { currentReadTarget, readFromReplica } from './read-routing.ts'
import { openReplica, type Replica, watchPrimary } from './replica.ts'
import { currentScope } from '../../kernel/request-scope.ts'

export function withoutReplicas(db: ReadDb): Replicas {
  return {
    isEnabled: false,
    db,
    read: (_actor, work) => work(),
    recordWrite: async () => {},
    close: async () => {},
  }
}

type Options = { log: Logger; metrics: Metrics }

export function openReplicas(config: Config, database: Database, options: Options): Replicas {
  const { engine } = database
  const urls = config.database_replicas
  if (urls.length === 0 || engine.kind !== 'postgres') return withoutReplicas(toReadDb(database.db))
  const { log, metrics } = options
  const maxLagMs = config.database_replica_lag_ms
  const tracker = createLsnTracker(maxLagMs)
  const stopWatching = watchPrimary(engine.url, tracker, log)
  const replicaOptions = { max: config.database_pool, maxLagMs, log, metrics }
  const replicas = urls.map((url) => openReplica(url, tracker, replicaOptions))
  let nextIndex = 0
  return {
    isEnabled: true,
    db: createRoutedDb(engine.pool, config.database_named_statements, metrics),
    async read(actor, work) {
      // Reads after a write in the same request use the primary; nested calls keep their target.
      if (currentScope()?.hasWritten === true || currentReadTarget() !== undefined)
        return await work()
      const lastWriteLsn = BigInt(actor?.lastWriteLsn ?? 0)
      const usable = replicas.filter(
        ({ replayedLsn }) => replayedLsn !== null && replayedLsn >= lastWriteLsn,
      )
      const replica = usable[nextIndex++ % usable.length]
      return replica === undefined ? await work() : await readFromReplica(replica, work)
    },
    async recordWrite(userId) {
      await engine.pool.query(recordWriteSql, [userId])
    },
    async close() {
      await Promise.all([stopWatching(), ...replicas.map((replica) => replica.close())])
    },
  }
}

// After the commit, when the WAL contains the write. The update reads the LSN while it holds the row lock, so that the
// stored LSN never decreases.
const recordWriteSql = `insert into write_marks (person, position, written_at)
  values ($1, pg_current_wal_insert_lsn() - '0/0', now())
  on conflict (person) do update set position = pg_current_wal_insert_lsn() - '0/0', written_at = now()`

/** Statements that fail on a replica are retried on the primary. */
function createRoutedDb(primary: pg.Pool, areNamed: boolean, metrics: Metrics): ReadDb {
  async function query(statement: pg.QueryConfig, values: unknown[]) {
    const target = currentReadTarget()
    // A call that switched to the primary stays there, so that it never sees older data.
    if (target !== undefined && !canStillRead(target.replica)) target.replica = null
    const replica = target?.replica ?? null
    if (target === undefined || replica === null) return await primary.query(statement, values)
    try {
      const result = await replica.pool.query(statement, values)
      metrics.replicaReads.inc({ replica: replica.name, result: 'answered' })
      return result
    } catch {
      metrics.replicaReads.inc({ replica: replica.name, result: 'failed' })
      target.replica = null
      return await primary.query(statement, values)
    }
  }
  return toReadDb(toDb({ query } as unknown as pg.Pool, createStatements(areNamed)))
}

function canStillRead(replica: Replica | null) {
  return replica !== null && replica.replayedLsn !== null && currentScope()?.hasWritten !== true
}
