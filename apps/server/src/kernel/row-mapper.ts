import { Column, getTableName, is, SQL, type Subquery } from 'drizzle-orm'

type Field = Column | SQL | SQL.Aliased | Subquery
type Decoder = { mapFromDriverValue(value: unknown): unknown }
type Row = Record<string, unknown>
type Values = readonly unknown[]

type Prepared = {
  fields?: readonly { path: readonly string[]; field: Field }[]
  joinsNotNullableMap?: Readonly<Record<string, boolean>>
  customResultMapper?: (rows: readonly Values[]) => unknown
}

type Cell = { name: string; at: number; decoder: Decoder }
/** Columns of a joined table; null when the join found no row. */
type Group = { name: string; cells: Cell[]; nullIf: number | null }

/** Computes the row layout once. Drizzle does it for every value, which takes longer than receiving the row. */
export function precompileRowMapper<Statement>(statement: Statement): Statement {
  const internals = statement as Prepared
  const { fields } = internals
  if (fields === undefined || fields.some(({ path }) => path.length > 2)) return statement
  const { cells, groups } = computeLayout(fields, internals.joinsNotNullableMap ?? {})
  internals.customResultMapper = (rows) => rows.map((values) => toRow(values, cells, groups))
  return statement
}

function toRow(values: Values, cells: readonly Cell[], groups: readonly Group[]): Row {
  const row = fillRow({}, values, cells)
  for (const { name, cells: groupCells, nullIf } of groups)
    row[name] = nullIf !== null && values[nullIf] === null ? null : fillRow({}, values, groupCells)
  return row
}

function fillRow(row: Row, values: Values, cells: readonly Cell[]): Row {
  for (const { name, at, decoder } of cells) {
    const value = values[at]
    row[name] = value === null ? null : decoder.mapFromDriverValue(value)
  }
  return row
}

function computeLayout(
  fields: NonNullable<Prepared['fields']>,
  isNotNullable: Record<string, boolean>,
) {
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
  return { cells, groups: [...groups.values()].map((group) => toGroup(group, isNotNullable)) }
}

/** Like Drizzle: null if the first column is null and all columns are of one nullable table. */
function toGroup(
  { name, cells, nullIf, tables }: Group & { tables: ReadonlySet<string> },
  isNotNullable: Record<string, boolean>,
): Group {
  const [table = ''] = tables
  const mayBeNull = tables.size === 1 && isNotNullable[table] !== true
  return { name, cells, nullIf: mayBeNull ? nullIf : null }
}

function decoderOf(field: Field): Decoder {
  if (is(field, Column)) return field
  const value = is(field, SQL) ? field : 'sql' in field ? field.sql : field._.sql
  return (value as unknown as { decoder: Decoder }).decoder
}
