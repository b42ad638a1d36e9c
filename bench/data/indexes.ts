import type pg from 'pg'

/** How to take something away, to make it anew, and to make it the key it was. */
type Part = { table: string; drop: string; make: string; finish: string | null; isSlow: boolean }

/** What can be taken away during a load: indexes and keys that no foreign key relies on. */
const removable = `
  select c.relname as table_name, i.relname as name, pg_get_indexdef(x.indexrelid) as definition,
    con.conname as constraint_name, pg_get_constraintdef(con.oid) as constraint_definition, am.amname = 'gin' as is_slow
  from pg_index x
  join pg_class i on i.oid = x.indexrelid
  join pg_class c on c.oid = x.indrelid
  join pg_am am on am.oid = i.relam
  join pg_namespace n on n.oid = c.relnamespace
  left join pg_constraint con on con.conindid = x.indexrelid and con.contype in ('p', 'u')
  where n.nspname = 'public' and c.relname = any($1)
    and not exists (select 1 from pg_constraint f where f.contype = 'f' and f.conindid = x.indexrelid)
  order by i.relname`

type Found = {
  table_name: string
  name: string
  definition: string
  constraint_name: string | null
  constraint_definition: string | null
  is_slow: boolean
}

export async function dropIndexes(client: pg.Client, tables: readonly string[]): Promise<Part[]> {
  const { rows } = await client.query<Found>(removable, [tables])
  const parts = rows.map(toPart)
  for (const { drop } of parts) await client.query(drop)
  return parts
}

function toPart(found: Found): Part {
  const { table_name: table, constraint_name: key, definition: make } = found
  const isSlow = found.is_slow
  if (key === null)
    return { table, isSlow, drop: `drop index ${quote(found.name)}`, make, finish: null }
  const alter = `alter table ${quote(table)}`
  const kind =
    found.constraint_definition?.startsWith('PRIMARY') === true ? 'primary key' : 'unique'
  return {
    table,
    isSlow,
    drop: `${alter} drop constraint ${quote(key)}`,
    make,
    finish: `${alter} add constraint ${quote(key)} ${kind} using index ${quote(found.name)}`,
  }
}

const quote = (name: string) => `"${name}"`

/** Builds the indexes on all connections, what takes long first. */
export async function makeIndexes(
  clients: readonly pg.Client[],
  parts: readonly Part[],
  sizes: ReadonlyMap<string, number>,
) {
  const sizeOf = ({ table, isSlow }: Part) => (isSlow ? 100 : 1) * (sizes.get(table) ?? 0)
  const waiting = parts.toSorted((one, other) => sizeOf(other) - sizeOf(one))
  await Promise.all(
    clients.map(async (client) => {
      for (let next = waiting.shift(); next !== undefined; next = waiting.shift())
        await client.query(next.make)
    }),
  )
  for (const { finish } of parts) if (finish !== null) await clients[0]?.query(finish)
}
