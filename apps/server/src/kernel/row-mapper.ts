import { Column, getTableName, is, SQL, type Subquery } from 'drizzle-orm'

type Field = Column | SQL | SQL.Aliased | Subquery
type Decoder = { mapFromDriverValue(value: unknown): unknown }
type Row = Record<string, unknown>
type Values = readonly unknown[]

/** What Drizzle knows of a statement it has prepared. */
type Prepared = {
  fields?: readonly { path: readonly string[]; field: Field }[]
  joinsNotNullableMap?: Readonly<Record<string, boolean>>
  customResultMapper?: (rows: readonly Values[]) => unknown
}

/** A value of a row: where it comes from, and what makes of it what it is. */
type Cell = { name: string; at: number; decoder: Decoder }
/** The cells of a table that was joined under a name of its own; without a row there it is null as a whole. */
type Group = { name: string; cells: Cell[]; nullIf: number | null }

/**
 * Lets a statement that is sent often map its rows in a way that is found out once. Drizzle asks for each value of each
 * row what it is and where it belongs, which takes longer than reading the row off the wire.
 */
export function mapRowsQuickly<Statement>(statement: Statement): Statement {
  const known = statement as Prepared
  const { fields } = known
  if (fields === undefined || fields.some(({ path }) => path.length > 2)) return statement
  const { cells, groups } = layOut(fields, known.joinsNotNullableMap ?? {})
  known.customResultMapper = (rows) => rows.map((values) => toRow(values, cells, groups))
  return statement
}

function toRow(values: Values, cells: readonly Cell[], groups: readonly Group[]): Row {
  const row = fill({}, values, cells)
  for (const { name, cells: inside, nullIf } of groups)
    row[name] = nullIf !== null && values[nullIf] === null ? null : fill({}, values, inside)
  return row
}

function fill(row: Row, values: Values, cells: readonly Cell[]): Row {
  for (const { name, at, decoder } of cells) {
    const value = values[at]
    row[name] = value === null ? null : decoder.mapFromDriverValue(value)
  }
  return row
}

function layOut(fields: NonNullable<Prepared['fields']>, isNeverNull: Record<string, boolean>) {
  const cells: Cell[] = []
  const groups = new Map<string, Group & { tables: Set<string> }>()
  for (const [at, { path, field }] of fields.entries()) {
    const [name = '', inner] = path
    const decoder = decoderOf(field)
    if (inner === undefined) {
      cells.push({ name, at, decoder })
      continue
    }
    const group = groups.get(name) ?? { name, cells: [], nullIf: null, tables: new Set() }
    groups.set(name, group)
    group.cells.push({ name: inner, at, decoder })
    if (!is(field, Column)) continue
    if (group.tables.size === 0) group.nullIf = at
    group.tables.add(getTableName(field.table))
  }
  return { cells, groups: [...groups.values()].map((group) => settle(group, isNeverNull)) }
}

/** By the first of its columns, as Drizzle does, if all are of one table that may have no row. */
function settle(
  { name, cells, nullIf, tables }: Group & { tables: ReadonlySet<string> },
  isNeverNull: Record<string, boolean>,
): Group {
  const [table = ''] = tables
  const mayBeNull = tables.size === 1 && isNeverNull[table] !== true
  return { name, cells, nullIf: mayBeNull ? nullIf : null }
}

function decoderOf(field: Field): Decoder {
  if (is(field, Column)) return field
  const value = is(field, SQL) ? field : 'sql' in field ? field.sql : field._.sql
  return (value as unknown as { decoder: Decoder }).decoder
}
