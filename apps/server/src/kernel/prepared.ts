import { sql } from 'drizzle-orm'
import { createHash } from 'node:crypto'
import type { Db } from './database.ts'
import { mapRowsQuickly } from './row-mapper.ts'
import type { Someone } from './rules.ts'

type Values = Record<string, unknown>
type Statement<Rows> = { execute(values: Values): Promise<Rows> }
type Built<Rows> = { toSQL(): { sql: string }; prepare(name: string): Statement<Rows> }

/**
 * A read that is put together once for each role and then only given its values: putting it together takes several
 * times as long as all else that is done here to send it. `build` gets stand-ins, so it may put values into the
 * statement but never look at them; what else decides about the statement goes into `shape`.
 */
export function prepared<Given extends Values, Shape extends string, Rows>(
  build: (db: Db, given: Given, who: Someone | null, shape: Shape) => Built<Rows>,
) {
  const made = new WeakMap<Db, Map<string, Statement<Rows>>>()
  return async (db: Db, given: Given, who: Someone | null, shape: Shape): Promise<Rows> => {
    const known = made.get(db) ?? new Map<string, Statement<Rows>>()
    made.set(db, known)
    const key = `${who?.roleId ?? 'visitor'} ${shape}`
    const statement = known.get(key) ?? make(build, { db, given, who, shape })
    known.set(key, statement)
    return await statement.execute({ ...given, [reader]: who?.id })
  }
}

const reader = 'reader id'

function make<Given extends Values, Shape extends string, Rows>(
  build: (db: Db, given: Given, who: Someone | null, shape: Shape) => Built<Rows>,
  { db, given, who, shape }: { db: Db; given: Given; who: Someone | null; shape: Shape },
) {
  const names = Object.keys(given)
  const standIns = Object.fromEntries(names.map((name) => [name, sql.placeholder(name)])) as Given
  const standIn = who === null ? null : { roleId: who.roleId, id: sql.placeholder(reader) }
  const built = build(db, standIns, standIn as unknown as Someone | null, shape)
  // By its text: the same in every transaction, of which each puts it together for itself.
  const name = `kept_${createHash('sha1').update(built.toSQL().sql).digest('hex')}`
  return mapRowsQuickly(built.prepare(name))
}
