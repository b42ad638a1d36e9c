import { type AnyColumn, type SQL, sql } from 'drizzle-orm'
import type pg from 'pg'
import type { Logger } from 'pino'
import type { Config } from './config.ts'
import { type Database, type Db, toDb } from './database.ts'
import type { Metrics } from './metrics.ts'
import { makePositions } from './positions.ts'
import { currentReads, readFrom } from './reads.ts'
import { openReplica, type Replica, watchPrimary } from './replica.ts'
import { currentScope } from './request-scope.ts'
import type { Actor } from './rules.ts'
import { writeMarks } from './write-marks.table.ts'

/** Copies of the database for reading. Without any, all of this does nothing and costs nothing. */
export type Replicas = {
  /** Reads from where the current call reads, else from the primary. */
  db: Db
  /** Runs the reads of a call on a replica that has everything this person wrote, if there is one. */
  read<T>(who: Actor | null, work: () => Promise<T>): Promise<T>
  /** Notes, after a commit, how far a replica must be for this person to read it. */
  noteWrite(personId: string): Promise<void>
  /** What was noted for the person of this column; for `identify`, which always asks the primary. */
  lastWriteOf(personId: AnyColumn): SQL<string | null>
  close(): Promise<void>
}

export function withoutReplicas(db: Db): Replicas {
  return {
    db,
    read: (_who, work) => work(),
    noteWrite: async () => {},
    lastWriteOf: () => sql<null>`null`,
    close: async () => {},
  }
}

type Options = { log: Logger; metrics: Metrics }

export function openReplicas(config: Config, database: Database, options: Options): Replicas {
  const { engine } = database
  const urls = config.database_replicas
  if (urls.length === 0 || engine.kind !== 'postgres') return withoutReplicas(database.db)
  const { log, metrics } = options
  const lagMs = config.database_replica_lag_ms
  const positions = makePositions(lagMs)
  const stopWatching = watchPrimary(engine.url, positions, log)
  const { database_pool: max, database_named_statements: isNaming } = config
  const given = { max, isNaming, lagMs, log, metrics }
  const replicas = urls.map((url) => openReplica(url, positions, given))
  let turn = 0
  return {
    db: routed(database, engine.pool, metrics),
    async read(who, work) {
      // What follows a write in the same request must see it; and where it is decided already, that stands.
      if (currentScope()?.hasWritten === true || currentReads() !== undefined) return await work()
      const wroteAt = BigInt(who?.wroteAt ?? 0)
      const usable = replicas.filter(({ reached }) => reached !== null && reached >= wroteAt)
      const replica = usable[turn++ % usable.length]
      return replica === undefined ? await work() : await readFrom(replica, work)
    },
    async noteWrite(personId) {
      await engine.pool.query(note, [personId])
    },
    // No replica that is read is as far behind as this, and a mark from before a move to another server says nothing.
    lastWriteOf: (personId) => sql`(select ${writeMarks.position}::text from ${writeMarks}
      where ${writeMarks.person} = ${personId}::text
      and ${writeMarks.writtenAt} > now() - interval '2 minutes')`,
    async close() {
      await Promise.all([stopWatching(), ...replicas.map((replica) => replica.close())])
    },
  }
}

// After the commit: only then does the log hold it, and whoever has replayed up to here has it too. Of two writes at
// once the second takes its position when it has the row, so that a mark never goes back.
const note = `insert into write_marks (person, position, written_at)
  values ($1, pg_current_wal_insert_lsn() - '0/0', now())
  on conflict (person) do update set position = pg_current_wal_insert_lsn() - '0/0', written_at = now()`

/** Statements go where the call reads. One that a replica cannot answer, for whatever reason, the primary does. */
function routed({ db }: Database, primary: pg.Pool, metrics: Metrics): Db {
  async function query(statement: pg.QueryConfig, values: unknown[]) {
    const reads = currentReads()
    // Once with the primary, a call stays there: it must not see less than it has seen.
    if (reads !== undefined && !mayStillRead(reads.replica)) reads.replica = null
    const replica = reads?.replica ?? null
    if (reads === undefined || replica === null) return await primary.query(statement, values)
    try {
      const result = await replica.pool.query(statement, values)
      metrics.replicaReads.inc({ replica: replica.name, result: 'answered' })
      return result
    } catch {
      metrics.replicaReads.inc({ replica: replica.name, result: 'failed' })
      reads.replica = null
      return await primary.query(statement, values)
    }
  }
  const read = toDb({ query } as unknown as pg.Pool)
  return Object.assign(read, { transaction: db.transaction.bind(db) })
}

function mayStillRead(replica: Replica | null) {
  return replica !== null && replica.reached !== null && currentScope()?.hasWritten !== true
}
