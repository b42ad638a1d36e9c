import { sql, type SQL } from 'drizzle-orm'
import type { Logger } from 'pino'
import type { ReadDb } from '../../kernel/database.ts'
import { requireRow } from '../../kernel/transact.ts'

const tableIdentity = sql`(select oid from pg_database where datname = current_database()), 'page_changes'::regclass::oid`

/**
 * Identifies the database whose transaction ids a stored page refers to. Another server, a restored dump and a promoted
 * replica have another identity.
 */
export async function readDatabaseIdentity(db: ReadDb, log: Logger): Promise<string> {
  try {
    return await select(
      db,
      sql`(select system_identifier from pg_control_system()), left(pg_walfile_name(pg_current_wal_lsn()), 8), ${tableIdentity}`,
    )
  } catch (error) {
    // Providers may withhold these functions from ordinary roles.
    log.warn(
      { err: error },
      'database server cannot be identified; clear the page store after a failover',
    )
    return await select(db, tableIdentity)
  }
}

async function select(db: ReadDb, parts: SQL) {
  const { rows } = await db.execute<{ identity: string }>(
    sql`select concat_ws(' ', ${parts}) as identity`,
  )
  return requireRow(rows[0]).identity
}
