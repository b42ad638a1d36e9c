import type pg from 'pg'

/** Statements to drop an index, create it again and restore its constraint. */
type DroppedIndex = {
  table: string
  drop: string
  create: string
  finish: string | null
  isSlow: boolean
}

/** Indexes and keys without dependent foreign keys. */
const removableQuery = `
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

type IndexRow = {
  table_name: string
  name: string
  definition: string
  constraint_name: string | null
  constraint_definition: string | null
  is_slow: boolean
}

export async function dropIndexes(
  client: pg.Client,
  tables: readonly string[],
): Promise<DroppedIndex[]> {
  const { rows } = await client.query<IndexRow>(removableQuery, [tables])
  const indexes = rows.map(toDroppedIndex)
  for (const { drop } of indexes) await client.query(drop)
  return indexes
}

function toDroppedIndex(row: IndexRow): DroppedIndex {
  const { table_name: table, constraint_name: constraint, definition: create } = row
  const isSlow = row.is_slow
  if (constraint === null)
    return { table, isSlow, drop: `drop index ${quote(row.name)}`, create, finish: null }
  const alter = `alter table ${quote(table)}`
  const kind = row.constraint_definition?.startsWith('PRIMARY') === true ? 'primary key' : 'unique'
  return {
    table,
    isSlow,
    drop: `${alter} drop constraint ${quote(constraint)}`,
    create,
    finish: `${alter} add constraint ${quote(constraint)} ${kind} using index ${quote(row.name)}`,
  }
}

const quote = (name: string) => `"${name}"`

/** Slow indexes first, in parallel on all connections. */
export async function createIndexes(
  clients: readonly pg.Client[],
  indexes: readonly DroppedIndex[],
  sizes: ReadonlyMap<string, number>,
) {
  const estimateCost = ({ table, isSlow }: DroppedIndex) =>
    (isSlow ? 100 : 1) * (sizes.get(table) ?? 0)
  const queue = indexes.toSorted((a, b) => estimateCost(b) - estimateCost(a))
  await Promise.all(
    clients.map(async (client) => {
      for (let next = queue.shift(); next !== undefined; next = queue.shift())
        await client.query(next.create)
    }),
  )
  for (const { finish } of indexes) if (finish !== null) await clients[0]?.query(finish)
}
