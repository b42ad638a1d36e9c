import { sql } from 'drizzle-orm'
import { createHash } from 'node:crypto'
import type { ReadDb, Statement, Statements } from './database.ts'
import type { Viewer } from './rules.ts'

type Values = Record<string, unknown>
type Query<Rows> = { toSQL(): { sql: string }; prepare(name: string): Statement<Rows> }
type Build<Params, Shape, Rows, Handle> = (
  db: Handle,
  values: Params,
  viewer: Viewer | null,
  shape: Shape,
) => Query<Rows>

export function createStatements(areNamed: boolean): Statements {
  return { areNamed, built: new Map() }
}

/**
 * A prepared statement, built once per `Db` and role, because building is the slowest part of sending it. `build` gets
 * placeholders, so it must not branch on values; what the SQL depends on goes into `shape`. A write declares its `db` as a
 * `Tx` or a `WriteDb`, which it then requires.
 */
export function prepared<Params extends Values, Shape extends string, Rows, Handle extends ReadDb>(
  build: Build<Params, Shape, Rows, Handle>,
) {
  return async (db: Handle, values: Params, viewer: Viewer | null, shape: Shape): Promise<Rows> => {
    const { built } = db.statements
    const statements = built.get(build) ?? new Map<string, Statement<unknown>>()
    built.set(build, statements)
    const key = `${viewer?.roleId ?? 'visitor'} ${shape}`
    const statement = statements.get(key) ?? prepare(build, { db, values, viewer, shape })
    statements.set(key, statement)
    return (await statement.execute({ ...values, [viewerId]: viewer?.id })) as Rows
  }
}

const viewerId = 'viewer id'

type Target<Params, Shape, Handle> = {
  db: Handle
  values: Params
  viewer: Viewer | null
  shape: Shape
}

function prepare<Params extends Values, Shape extends string, Rows, Handle extends ReadDb>(
  build: Build<Params, Shape, Rows, Handle>,
  { db, values, viewer, shape }: Target<Params, Shape, Handle>,
) {
  const names = Object.keys(values)
  const placeholders = Object.fromEntries(
    names.map((name) => [name, sql.placeholder(name)]),
  ) as Params
  const viewerPlaceholder =
    viewer === null ? null : { roleId: viewer.roleId, id: sql.placeholder(viewerId) }
  const query = build(db, placeholders, viewerPlaceholder as unknown as Viewer | null, shape)
  return query.prepare(db.statements.areNamed ? nameOf(query.toSQL().sql) : unnamed)
}

/** In the protocol, the statement without a name is replaced by the next one. */
const unnamed = ''

/** The same on every connection. */
function nameOf(text: string) {
  return `prepared_${createHash('sha1').update(text).digest('hex')}`
}
