import type { NodePgQueryResultHKT } from 'drizzle-orm/node-postgres'
import type { PgDatabase } from 'drizzle-orm/pg-core'
import type { Statements } from './prepared.ts'

/** For reads. Writes take a `Tx` (context.ts), which is also a `Db`. */
export type Db = PgDatabase<NodePgQueryResultHKT> & { statements: Statements }

export type Transaction = <T>(work: (db: Db) => Promise<T>) => Promise<T>
