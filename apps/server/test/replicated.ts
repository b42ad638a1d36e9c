import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { pino } from 'pino'
import { copyPostgres, startPostgres, stopPostgres } from '../../../scripts/services/postgres.ts'
import { listeners } from '../src/features.ts'
import { readConfig } from '../src/platform/process/read-config.ts'
import { openDatabase } from '../src/platform/database/database.ts'
import { migrate } from '../src/platform/database/migrate.ts'

/** A separate PostgreSQL server with a migrated database and a streaming replica. */
export async function aReplicatedDatabase() {
  const folder = mkdtempSync(join(tmpdir(), 'stoa-replica-'))
  // The servers may run as another user.
  chmodSync(folder, 0o755)
  const primary = await startPostgres(undefined, join(folder, 'primary'))
  await migrateDatabase(primary.url)
  copyPostgres(primary, join(folder, 'replica'))
  let replica = await startPostgres(undefined, join(folder, 'replica'))
  let isRunning = true
  return {
    url: primary.url,
    replicaUrl: replica.url,
    replicaPort: replica.port,
    onReplica: (statement: string) => query(replica.url, statement),
    /** WAL is received but not replayed. */
    pause: () => query(replica.url, 'select pg_wal_replay_pause()'),
    resume: () => query(replica.url, 'select pg_wal_replay_resume()'),
    /** Stops the replica without a clean shutdown. */
    kill() {
      stopPostgres(replica, 'immediate')
      isRunning = false
    },
    async start() {
      replica = await startPostgres(replica.port, replica.dir)
      isRunning = true
    },
    remove() {
      if (isRunning) stopPostgres(replica, 'immediate')
      stopPostgres(primary, 'immediate')
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

async function migrateDatabase(url: string) {
  const config = readConfig({ STOA_DATABASE_URL: url, STOA_LOG_LEVEL: 'silent' })
  const database = await openDatabase(config, pino({ level: 'silent' }))
  await migrate(database, listeners)
  await database.close()
}

async function query(url: string, statement: string) {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    return (await client.query<Record<string, unknown>>(statement)).rows
  } finally {
    await client.end()
  }
}
