import type { PgSelect } from 'drizzle-orm/pg-core'
import { type SQL, sql } from 'drizzle-orm'
import type { Db } from './database.ts'

type Paging = { page: number; page_size: number }

/** A page of what a query finds, and how much that is in all: two statements. */
export async function readPage<Query extends PgSelect>(
  db: Db,
  find: () => Query,
  order: readonly SQL[],
  { page, page_size }: Paging,
) {
  const [counted] = await db
    .select({ count: sql<number>`count(*)::int` })
    .from(sql`(${find().getSQL()}) as found`)
  const rows = await find()
    .orderBy(...order)
    .limit(page_size)
    .offset((page - 1) * page_size)
  return { count: counted?.count ?? 0, rows }
}
