import type { PgSelect } from 'drizzle-orm/pg-core'
import { type SQL, sql } from 'drizzle-orm'
import type { ReadDb } from './database.ts'

type Paging = { page: number; page_size: number }

/** How many rows beyond the start of the page are counted in long lists. */
export const countLookahead = 500

export async function readPage<Query extends PgSelect>(
  db: ReadDb,
  find: () => Query,
  order: readonly SQL[],
  paging: Paging,
) {
  const count = await countRows(db, find())
  return { count, rows: await readRows(find(), order, paging) }
}

/** For lists with many rows: counts only some pages ahead, in an order that an index provides. */
export async function readPageWithCappedCount<Query extends PgSelect>(
  db: ReadDb,
  find: () => Query,
  order: readonly SQL[],
  paging: Paging & { countOrder?: readonly SQL[]; lookahead?: number },
) {
  const { page, page_size, lookahead = countLookahead } = paging
  const maxCount = (page - 1) * page_size + lookahead
  const count = await countRows(
    db,
    find()
      .orderBy(...(paging.countOrder ?? order))
      .limit(maxCount),
  )
  return { count, rows: await readRows(find(), order, paging) }
}

async function countRows(db: ReadDb, query: { getSQL(): SQL }) {
  const [counted] = await db
    .select({ count: sql<number>`count(*)::int` })
    .from(sql`(${query.getSQL()}) as found`)
  return counted?.count ?? 0
}

function readRows<Query extends PgSelect>(
  query: Query,
  order: readonly SQL[],
  { page, page_size }: Paging,
) {
  return query
    .orderBy(...order)
    .limit(page_size)
    .offset((page - 1) * page_size)
}
