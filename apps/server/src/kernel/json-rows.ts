import { type AnyColumn, type GetColumnData, is, Column, type SQL, sql } from 'drizzle-orm'

type Field = AnyColumn | SQL | SQL.Aliased
type Value<F> = F extends AnyColumn
  ? GetColumnData<F>
  : F extends SQL.Aliased<infer Type> | SQL<infer Type>
    ? Type
    : never
type Rows<Fields> = { [Name in keyof Fields]: Value<Fields[Name]> }[]

/**
 * A whole list as one column, with rows as the columns themselves would give them: what hangs on a row is read in
 * the statement that reads the row.
 */
export function jsonRows<Fields extends Record<string, Field>>(
  fields: Fields,
  { from, order }: { from: SQL; order: SQL },
): SQL<Rows<Fields>> {
  const pairs = Object.entries(fields).map(([name, field]) => sql`${name}::text, ${exact(field)}`)
  const row = sql`json_build_object(${sql.join(pairs, sql`, `)})`
  const columns = Object.entries(fields).filter(isColumn)
  return sql`(select coalesce(json_agg(${row} order by ${order}), '[]') from ${from})`.mapWith(
    (rows: Record<string, unknown>[]) => rows.map((found) => decoded(columns, found)),
  ) as SQL<Rows<Fields>>
}

/** A number of 64 bits would lose its last digits on the way through JSON. */
function exact(field: Field) {
  return is(field, Column) && field.getSQLType() === 'bigint' ? sql`${field}::text` : sql`${field}`
}

const isColumn = (entry: [string, Field]): entry is [string, AnyColumn] => is(entry[1], Column)

/** The row itself, which nobody else has, with what its columns make of their values. */
function decoded(columns: readonly [string, AnyColumn][], row: Record<string, unknown>) {
  for (const [name, column] of columns) {
    const value = row[name]
    if (value !== null && value !== undefined) row[name] = column.mapFromDriverValue(value)
  }
  return row
}
