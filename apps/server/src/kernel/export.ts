import { type SQL, sql } from 'drizzle-orm'
import type { AnyPgColumn } from 'drizzle-orm/pg-core'
import type { ReadDb } from './database.ts'

/** `email` is null until it is confirmed. */
export type Owner = { id: string; email: string | null }

/** `key` is the cursor of keyset pagination. */
export type ExportEntry = { key: string; row: object }

type BatchRequest = {
  db: ReadDb
  owner: Owner
  /** The keyset condition: rows after the previous batch. */
  after(key: AnyPgColumn | SQL): SQL | undefined
  order(key: AnyPgColumn | SQL): SQL
  limit: number
}

/** A part of the data export. `read` loads one batch with one statement. */
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
