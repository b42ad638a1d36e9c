import { is, SQL, sql } from 'drizzle-orm'
import { PgDialect } from 'drizzle-orm/pg-core'
import { createHash } from 'node:crypto'
import type { Db } from './database.ts'
import type { Viewer } from './rules.ts'

type Values = Record<string, unknown>
type Statement<Rows> = { execute(values: Values): Promise<Rows> }
type Query<Rows> = { toSQL(): { sql: string }; prepare(name: string): Statement<Rows> }
type Built<Rows> = Query<Rows> | SQL<Rows>

/**
 * A prepared statement, built once per role and connection, because building is the slowest part of sending it. `build`
 * gets placeholders, so it must not branch on values; what the SQL depends on goes into `shape`.
 */
export function prepared<Params extends Values, Shape extends string, Rows>(
  build: (db: Db, values: Params, viewer: Viewer | null, shape: Shape) => Built<Rows>,
) {
  const statements = new WeakMap<object, Map<string, Statement<Rows>>>()
  return async (db: Db, values: Params, viewer: Viewer | null, shape: Shape): Promise<Rows> => {
    const client = clientOf(db)
    const ofClient = statements.get(client) ?? new Map<string, Statement<Rows>>()
    statements.set(client, ofClient)
    const key = `${viewer?.roleId ?? 'visitor'} ${shape}`
    const statement = ofClient.get(key) ?? prepare(build, { db, values, viewer, shape })
    ofClient.set(key, statement)
    return await statement.execute({ ...values, [viewerId]: viewer?.id })
  }
}

const viewerId = 'viewer id'

/** Shared by all transactions of a connection. */
function clientOf(db: Db): object {
  return '$client' in db ? (db.$client as object) : db
}

function prepare<Params extends Values, Shape extends string, Rows>(
  build: (db: Db, values: Params, viewer: Viewer | null, shape: Shape) => Built<Rows>,
  { db, values, viewer, shape }: { db: Db; values: Params; viewer: Viewer | null; shape: Shape },
) {
  const names = Object.keys(values)
  const placeholders = Object.fromEntries(
    names.map((name) => [name, sql.placeholder(name)]),
  ) as Params
  const viewerPlaceholder =
    viewer === null ? null : { roleId: viewer.roleId, id: sql.placeholder(viewerId) }
  const built = build(db, placeholders, viewerPlaceholder as unknown as Viewer | null, shape)
  if (!is(built, SQL)) return built.prepare(nameOf(built.toSQL().sql))
  const query = dialect.sqlToQuery(built)
  const statement = db._.session.prepareQuery(query, undefined, nameOf(query.sql), false)
  return statement as unknown as Statement<Rows>
}

const dialect = new PgDialect()

/** The same on every connection. */
function nameOf(text: string) {
  return `prepared_${createHash('sha1').update(text).digest('hex')}`
}
