import type { PgSelect } from 'drizzle-orm/pg-core'
import { type SQL, sql } from 'drizzle-orm'
import type { Db } from './database.ts'

type Paging = { page: number; page_size: number }

/** So many from where a page begins are counted in a list that may be long. */
export const countAhead = 500

/** A page of what a query finds, and how much that is in all: two statements. */
export async function readPage<Query extends PgSelect>(
  db: Db,
  find: () => Query,
  order: readonly SQL[],
  paging: Paging,
) {
  const count = await countFound(db, find())
  return { count, rows: await readRows(find(), order, paging) }
}

/**
 * The same of what one person may have done a hundred thousand times. Counting stops some pages further on, all of
 * which are there, and from the last of them goes on. It follows an order that an index has, so that it can stop.
 */
export async function readPageOfMany<Query extends PgSelect>(
  db: Db,
  find: () => Query,
  order: readonly SQL[],
  paging: Paging & { countedBy?: readonly SQL[] },
) {
  const most = (paging.page - 1) * paging.page_size + countAhead
  const count = await countFound(
    db,
    find()
      .orderBy(...(paging.countedBy ?? order))
      .limit(most),
  )
  return { count, rows: await readRows(find(), order, paging) }
}

async function countFound(db: Db, found: { getSQL(): SQL }) {
  const [counted] = await db
    .select({ count: sql<number>`count(*)::int` })
    .from(sql`(${found.getSQL()}) as found`)
  return counted?.count ?? 0
}

function readRows<Query extends PgSelect>(
  found: Query,
  order: readonly SQL[],
  { page, page_size }: Paging,
) {
  return found
    .orderBy(...order)
    .limit(page_size)
    .offset((page - 1) * page_size)
}
