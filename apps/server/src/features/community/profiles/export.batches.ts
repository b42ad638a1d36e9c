import { asc, sql } from 'drizzle-orm'
import type { ReadDb } from '../../../kernel/database.ts'
import type { ExportEntry, ExportList, Owner } from '../../../kernel/export.ts'

/** Yields a JSON array, one chunk per batch. */
export async function* streamList(db: ReadDb, owner: Owner, { limit, read }: ExportList) {
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
