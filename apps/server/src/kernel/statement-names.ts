import type pg from 'pg'

/** A statement that was sent so often is worth remembering; most that are sent once are never sent again. */
const namedFrom = 3
/** A connection keeps the plan of every name it has seen, which takes memory of the server. */
const mostNames = 150
const mostSeen = 2_000
/**
 * How a word is best looked for depends on how often it occurs, and how far one must look for the first twenty of a list
 * on how many there are: these are planned for their values each time.
 */
const isPlannedEachTime = /@@|tsquery|\blimit \$/

/**
 * Gives names to statements that come again and again, so that the server reads and plans them once for each
 * connection and not each time.
 */
export function makeStatementNames() {
  const names = new Map<string, string>()
  const seen = new Map<string, number>()
  return (text: string): string | undefined => {
    const name = names.get(text)
    if (name !== undefined || names.size >= mostNames || isPlannedEachTime.test(text)) return name
    const times = (seen.get(text) ?? 0) + 1
    if (times < namedFrom) {
      if (seen.size >= mostSeen) seen.clear()
      seen.set(text, times)
      return undefined
    }
    seen.delete(text)
    const given = `stoa_${names.size}`
    names.set(text, given)
    return given
  }
}

type Query = (statement: unknown, values?: unknown, then?: unknown) => unknown

/**
 * Lets the connections of a pool send statements by name, or takes names away where that cannot be. Those that have one
 * keep it (prepared.ts); one without values may be several statements in one text.
 */
export function nameStatements(pool: pg.Pool, isNaming: boolean) {
  const nameOf = makeStatementNames()
  pool.on('connect', (client) => {
    const query = client.query.bind(client) as Query
    const named: Query = (statement, values, then) => {
      if (!isConfig(statement)) return query(statement, values, then)
      const hasValues = Array.isArray(values) && values.length > 0
      const name = isNaming && hasValues ? (statement.name ?? nameOf(statement.text)) : undefined
      return query({ ...statement, name }, values, then)
    }
    client.query = named as typeof client.query
  })
}

function isConfig(statement: unknown): statement is pg.QueryConfig {
  return typeof statement === 'object' && statement !== null && 'text' in statement
}
