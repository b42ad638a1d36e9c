import type pg from 'pg'

/** Most statements that are sent once are never sent again. */
const minUses = 3
/** Each prepared statement takes memory on every server connection. */
const maxNames = 150
const maxSeen = 2_000
/** Text searches and limited lists need a plan for their actual values, so they are not prepared. */
const needsCustomPlan = /@@|tsquery|\blimit \$/

/** Names frequent statements, so that PostgreSQL parses and plans them once per connection. */
export function createStatementNames() {
  const names = new Map<string, string>()
  const seen = new Map<string, number>()
  return (text: string): string | undefined => {
    const name = names.get(text)
    if (name !== undefined || names.size >= maxNames || needsCustomPlan.test(text)) return name
    const uses = (seen.get(text) ?? 0) + 1
    if (uses < minUses) {
      if (seen.size >= maxSeen) seen.clear()
      seen.set(text, uses)
      return undefined
    }
    seen.delete(text)
    const newName = `stoa_${names.size}`
    names.set(text, newName)
    return newName
  }
}

type Query = (statement: unknown, values?: unknown, callback?: unknown) => unknown

/**
 * Sends frequent statements of a pool as prepared statements, or removes all names if disabled. Names from prepared.ts are
 * kept. A query without values may contain several statements, which cannot be prepared.
 */
export function nameStatements(pool: pg.Pool, isEnabled: boolean) {
  const nameOf = createStatementNames()
  pool.on('connect', (client) => {
    const query = client.query.bind(client) as Query
    const namedQuery: Query = (statement, values, callback) => {
      if (!isConfig(statement)) return query(statement, values, callback)
      const hasValues = Array.isArray(values) && values.length > 0
      const name = isEnabled && hasValues ? (statement.name ?? nameOf(statement.text)) : undefined
      return query({ ...statement, name }, values, callback)
    }
    client.query = namedQuery as typeof client.query
  })
}

function isConfig(statement: unknown): statement is pg.QueryConfig {
  return typeof statement === 'object' && statement !== null && 'text' in statement
}
