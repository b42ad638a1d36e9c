import type { NodePgQueryResultHKT } from 'drizzle-orm/node-postgres'
import type { PgDatabase } from 'drizzle-orm/pg-core'

export type Statement<Rows> = { execute(values: Record<string, unknown>): Promise<Rows> }

/** The prepared statements of a `Db` (prepared.ts). */
export type Statements = {
  /** Whether PostgreSQL plans them once per connection, which some poolers do not support. */
  areNamed: boolean
  /** By builder, then by role and shape. */
  built: Map<unknown, Map<string, Statement<unknown>>>
}

/** Everything a connection can do. Only the platform has one. */
export type Db = PgDatabase<NodePgQueryResultHKT> & { statements: Statements }

type Select = 'select' | 'selectDistinct' | 'selectDistinctOn'

/** For reads. Types cannot check raw SQL, so `execute` rejects writes when it runs (platform/database/read-db.ts). */
export type ReadDb = Pick<Db, Select | '$with' | '$count' | 'execute' | 'statements'> & {
  with(...queries: Parameters<Db['with']>): Pick<ReturnType<Db['with']>, Select>
}

/** For writes, which take a `Tx` (context.ts) or, for single statements, `ctx.autocommit`. */
export type WriteDb = Omit<Db, 'transaction'>

export type Transaction = <T>(work: (db: Db) => Promise<T>) => Promise<T>
