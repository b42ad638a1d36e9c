import { createHash, randomBytes } from 'node:crypto'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import { pino } from 'pino'
import { listeners } from '../src/features.ts'
import { readConfig } from '../src/platform/process/read-config.ts'
import { openDatabase } from '../src/platform/database/database.ts'
import { migrate } from '../src/platform/database/migrate.ts'

const migrations = join(import.meta.dirname, '../drizzle')

/** Ports of the services started by `pnpm services start`. */
export function servicePorts() {
  const file = join(import.meta.dirname, '../../../.services/ports.json')
  return JSON.parse(readFileSync(file, 'utf8')) as {
    postgres: { url: string; port: number }
    redis: { url: string; port: number }
    smtp: { url: string; inboxDir: string }
  }
}

/** Cloned from a migrated template, which takes about 100 ms. Copying its files costs half as much as logging them. */
export async function createTestDatabase() {
  return await createDatabase(`template ${await ensureTemplate()} strategy file_copy`)
}

/** For tests that migrate it themselves. */
export async function createEmptyDatabase() {
  return await createDatabase('')
}

async function createDatabase(from: string) {
  const name = `stoa_test_${randomBytes(6).toString('hex')}`
  const run = (statement: string) => withClient((client) => client.query(statement))
  await run(`create database ${name} ${from}`)
  return {
    url: urlOf(name),
    drop: () => run(`drop database if exists ${name} with (force)`),
    /** Closes every connection, like a server restart. */
    endConnections: () =>
      run(`select pg_terminate_backend(pid) from pg_stat_activity where datname = '${name}'`),
  }
}

/** Created once per state of migrations and queues; other test processes wait for the lock. */
async function ensureTemplate() {
  const name = `stoa_template_${fingerprint()}`
  await withClient(async (client) => {
    await client.query('select pg_advisory_lock(41)')
    const existing = await client.query('select 1 from pg_database where datname = $1', [name])
    if (existing.rows.length > 0) return
    await dropOrphans(client)
    const building = `${name}_new`
    await client.query(`drop database if exists ${building} with (force)`)
    await client.query(`create database ${building}`)
    const config = readConfig({ STOA_DATABASE_URL: urlOf(building), STOA_LOG_LEVEL: 'silent' })
    const database = await openDatabase(config, pino({ level: 'silent' }))
    try {
      await migrate(database, listeners)
    } finally {
      await database.close()
    }
    await client.query(`comment on database ${building} is '${migrations}'`)
    await client.query(`alter database ${building} rename to ${name}`)
  })
  return name
}

/** Templates are labeled with their worktree, which may be gone. */
async function dropOrphans(client: pg.Client) {
  const { rows } = await client.query<{ name: string; owner: string }>(
    `select datname as name, shobj_description(oid, 'pg_database') as owner from pg_database
     where datname like 'stoa_template_%' and shobj_description(oid, 'pg_database') is not null`,
  )
  for (const { name, owner } of rows) {
    if (!existsSync(owner)) await client.query(`drop database ${name}`)
  }
}

/** Includes the journal: the same statements at another time are another migration. */
function fingerprint() {
  const hash = createHash('sha256')
  hash.update(readFileSync(join(migrations, 'meta/_journal.json')))
  for (const file of readdirSync(migrations).filter((one) => one.endsWith('.sql'))) {
    hash.update(readFileSync(join(migrations, file)))
  }
  hash.update(JSON.stringify(listeners.jobs.map(({ queue }) => queue)))
  return hash.digest('hex').slice(0, 12)
}

function urlOf(name: string) {
  const url = new URL(servicePorts().postgres.url)
  url.pathname = `/${name}`
  return url.href
}

/** A lock across test processes. */
export async function withServerLock<T>(work: () => Promise<T>) {
  return await withClient(async (client) => {
    await client.query('select pg_advisory_lock(42)')
    return await work()
  })
}

async function withClient<T>(work: (client: pg.Client) => Promise<T>) {
  const client = new pg.Client({ connectionString: servicePorts().postgres.url })
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}
