import { type AnyColumn, type GetColumnData, is, Column, type SQL, sql } from 'drizzle-orm'

type Field = AnyColumn | SQL | SQL.Aliased
type Value<F> = F extends AnyColumn
  ? GetColumnData<F>
  : F extends SQL.Aliased<infer Type> | SQL<infer Type>
    ? Type
    : never
type Rows<Fields> = { [Name in keyof Fields]: Value<Fields[Name]> }[]

/** Selects a list of related rows as one JSON column, with values decoded like ordinary columns. */
export function jsonRows<Fields extends Record<string, Field>>(
  fields: Fields,
  { from, order }: { from: SQL; order: SQL },
): SQL<Rows<Fields>> {
  const pairs = Object.entries(fields).map(
    ([name, field]) => sql`${name}::text, ${toJsonValue(field)}`,
  )
  const row = sql`json_build_object(${sql.join(pairs, sql`, `)})`
  const columns = Object.entries(fields).filter(isColumn)
  return sql`(select coalesce(json_agg(${row} order by ${order}), '[]') from ${from})`.mapWith(
    (rows: Record<string, unknown>[]) => rows.map((raw) => decodeRow(columns, raw)),
  ) as SQL<Rows<Fields>>
}

/** JSON numbers would lose digits of 64-bit integers. */
function toJsonValue(field: Field) {
  return is(field, Column) && field.getSQLType() === 'bigint' ? sql`${field}::text` : sql`${field}`
}

const isColumn = (entry: [string, Field]): entry is [string, AnyColumn] => is(entry[1], Column)

/** Decodes in place, because nobody else holds the row. */
function decodeRow(columns: readonly [string, AnyColumn][], row: Record<string, unknown>) {
  for (const [name, column] of columns) {
    const value = row[name]
    if (value !== null && value !== undefined) row[name] = column.mapFromDriverValue(value)
  }
  return row
}
