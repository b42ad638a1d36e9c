import { is, SQL, sql } from 'drizzle-orm'
import { PgDialect } from 'drizzle-orm/pg-core'
import { createHash } from 'node:crypto'
import type { Db } from './database.ts'
import { mapRowsQuickly } from './row-mapper.ts'
import type { Someone } from './rules.ts'

type Values = Record<string, unknown>
type Statement<Rows> = { execute(values: Values): Promise<Rows> }
type Query<Rows> = { toSQL(): { sql: string }; prepare(name: string): Statement<Rows> }
type Built<Rows> = Query<Rows> | SQL<Rows>

/**
 * A statement that is put together once for each role and then only given its values: putting it together takes several
 * times as long as all else that is done here to send it. `build` gets stand-ins, so it may put values into the
 * statement but never look at them; what else decides about the statement goes into `shape`.
 */
export function prepared<Given extends Values, Shape extends string, Rows>(
  build: (db: Db, given: Given, who: Someone | null, shape: Shape) => Built<Rows>,
) {
  const made = new WeakMap<object, Map<string, Statement<Rows>>>()
  return async (db: Db, given: Given, who: Someone | null, shape: Shape): Promise<Rows> => {
    const home = homeOf(db)
    const known = made.get(home) ?? new Map<string, Statement<Rows>>()
    made.set(home, known)
    const key = `${who?.roleId ?? 'visitor'} ${shape}`
    const statement = known.get(key) ?? make(build, { db, given, who, shape })
    known.set(key, statement)
    return await statement.execute({ ...given, [reader]: who?.id })
  }
}

const reader = 'reader id'

/** What carries statements out: the same for all transactions of a connection. */
function homeOf(db: Db): object {
  return '$client' in db ? (db.$client as object) : db
}

function make<Given extends Values, Shape extends string, Rows>(
  build: (db: Db, given: Given, who: Someone | null, shape: Shape) => Built<Rows>,
  { db, given, who, shape }: { db: Db; given: Given; who: Someone | null; shape: Shape },
) {
  const names = Object.keys(given)
  const standIns = Object.fromEntries(names.map((name) => [name, sql.placeholder(name)])) as Given
  const standIn = who === null ? null : { roleId: who.roleId, id: sql.placeholder(reader) }
  const built = build(db, standIns, standIn as unknown as Someone | null, shape)
  if (!is(built, SQL)) return mapRowsQuickly(built.prepare(nameOf(built.toSQL().sql)))
  const query = dialect.sqlToQuery(built)
  const statement = db._.session.prepareQuery(query, undefined, nameOf(query.sql), false)
  return statement as unknown as Statement<Rows>
}

const dialect = new PgDialect()

/** By its text: the same on every connection, of which each puts it together for itself. */
function nameOf(text: string) {
  return `kept_${createHash('sha1').update(text).digest('hex')}`
}
