import { type SQL, sql } from 'drizzle-orm'

/** One parameter for any number of ids, in a form that both PostgreSQL and PGlite accept. */
export function idArray(ids: readonly string[]): SQL {
  return sql`string_to_array(${ids.join(',')}, ',')::bigint[]`
}
