import { sql } from 'drizzle-orm'
import { drizzle } from 'drizzle-orm/node-postgres'
import { migrate as migratePostgres } from 'drizzle-orm/node-postgres/migrator'
import { migrate as migratePglite } from 'drizzle-orm/pglite/migrator'
import { existsSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { Database } from './database.ts'
import type { ListenerIndex } from './events.ts'
import { migrateJobs } from './jobs.ts'

/** One number for all Stoa processes, so that two of them never migrate at once. */
const migrationLock = 7_305_210

/** Brings the tables up to date; does nothing when they are. */
export async function migrate(database: Database, listeners: ListenerIndex) {
  const migrationsFolder = findMigrations()
  if (database.engine.kind === 'pglite') {
    await migratePglite(database.db as never, { migrationsFolder })
    return await migrateJobs(database, listeners)
  }
  const client = await database.engine.pool.connect()
  try {
    // A migration may take long, but a lock that cannot be had soon is better reported than waited for:
    // readers queue behind a waiting migration.
    await client.query('set statement_timeout = 0')
    await client.query(`select pg_advisory_lock(${migrationLock})`)
    await client.query("set lock_timeout = '5s'")
    await migratePostgres(drizzle(client), { migrationsFolder })
    await migrateJobs(database, listeners)
  } finally {
    // Closes the connection: the lock and the timeouts end with it.
    client.release(true)
  }
}

/** Whether the tables are there at all. */
export async function isMigrated(database: Database) {
  const result = await database.db.execute<{ found: boolean }>(
    sql`select to_regclass('public.settings') is not null and to_regclass('pgboss.job') is not null as found`,
  )
  return result.rows[0]?.found === true
}

/** The SQL files stand beside the source and, in a bundle, beside the folder of the bundle. */
function findMigrations() {
  for (let folder = import.meta.dirname; folder !== dirname(folder); folder = dirname(folder)) {
    const candidate = join(folder, 'drizzle')
    if (existsSync(join(candidate, 'meta/_journal.json'))) return candidate
  }
  throw new Error('the folder with the migrations is missing from this installation')
}
