import { asc, type SQL, sql } from 'drizzle-orm'
import type { AnyPgColumn } from 'drizzle-orm/pg-core'
import type { Db } from '../../kernel/database.ts'

/** Whose data it is. `email` is null until the account has shown that the address is its own. */
export type Owner = { id: string; email: string | null }

/** A row of an export and the key that the next batch starts after. */
type Entry = { key: string; row: object }

type Page = {
  db: Db
  owner: Owner
  /** Restricts a query to one batch by the key it is ordered by (keyset pagination). */
  after(key: AnyPgColumn | SQL): SQL | undefined
  order(key: AnyPgColumn | SQL): SQL
  limit: number
}

/** One list of an export: reads a batch of it with one statement. */
export type ExportList = { limit: number; read(page: Page): PromiseLike<Entry[]> }

/** Rows with texts of up to 64 KB. */
export function ofTexts(read: ExportList['read']): ExportList {
  return { limit: 40, read }
}

export function ofSmallRows(read: ExportList['read']): ExportList {
  return { limit: 500, read }
}

/** The key of rows that only two columns tell apart. */
export function pairKey(one: AnyPgColumn, other: AnyPgColumn) {
  return sql<string>`${one}::text || ' ' || ${other}::text`
}

/** A list as JSON, one piece for each batch. */
export async function* streamList(db: Db, owner: Owner, { limit, read }: ExportList) {
  let separator = '['
  let last: string | null = null
  let isFull = true
  while (isFull) {
    const from: string | null = last
    const entries: Entry[] = await read({
      db,
      owner,
      limit,
      after: (key) => (from === null ? undefined : sql`${key} > ${from}`),
      order: (key) => asc(key),
    })
    if (entries.length > 0) {
      yield separator + entries.map(({ row }) => JSON.stringify(row)).join(',\n')
      separator = ',\n'
    }
    last = entries.at(-1)?.key ?? null
    isFull = entries.length === limit
  }
  yield separator === '[' ? '[]' : ']'
}
