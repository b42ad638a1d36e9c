import { asc, type SQL, sql } from 'drizzle-orm'
import type { AnyPgColumn } from 'drizzle-orm/pg-core'
import type { Db } from '../../../kernel/database.ts'

/** `email` is null until it is confirmed. */
export type Owner = { id: string; email: string | null }

/** `key` is the cursor of keyset pagination. */
type ExportEntry = { key: string; row: object }

type BatchRequest = {
  db: Db
  owner: Owner
  /** The keyset condition: rows after the previous batch. */
  after(key: AnyPgColumn | SQL): SQL | undefined
  order(key: AnyPgColumn | SQL): SQL
  limit: number
}

/** `read` loads one batch with one statement. */
export type ExportList = { limit: number; read(request: BatchRequest): PromiseLike<ExportEntry[]> }

/** For rows with texts of up to 64 KB. */
export function defineTextList(read: ExportList['read']): ExportList {
  return { limit: 40, read }
}

export function defineSmallList(read: ExportList['read']): ExportList {
  return { limit: 500, read }
}

export function compositeKey(first: AnyPgColumn, second: AnyPgColumn) {
  return sql<string>`${first}::text || ' ' || ${second}::text`
}

/** Yields a JSON array, one chunk per batch. */
export async function* streamList(db: Db, owner: Owner, { limit, read }: ExportList) {
  let separator = '['
  let last: string | null = null
  let isFull = true
  while (isFull) {
    const lastKey: string | null = last
    const entries: ExportEntry[] = await read({
      db,
      owner,
      limit,
      after: (key) => (lastKey === null ? undefined : sql`${key} > ${lastKey}`),
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
