import type pg from 'pg'
import type { PlatformContext } from '../src/platform/context.ts'

/** The text of all statements that the work sends to PostgreSQL. */
export async function recordStatements(
  site: { ctx: PlatformContext },
  work: () => Promise<unknown>,
) {
  const { engine } = site.ctx.database
  if (engine.kind !== 'postgres') throw new Error('requires a PostgreSQL server')
  const statements: string[] = []
  const recorded = new Map<pg.PoolClient, pg.PoolClient['query']>()
  const record = (client: pg.PoolClient) => {
    if (recorded.has(client)) return
    const query = client.query.bind(client) as (...args: unknown[]) => unknown
    recorded.set(client, client.query)
    const queryRecorded = (...args: unknown[]) => {
      const [first] = args as [string | { text?: string }]
      statements.push(typeof first === 'string' ? first : (first.text ?? ''))
      return query(...args)
    }
    client.query = queryRecorded as typeof client.query
  }
  engine.pool.on('acquire', record)
  await work()
  engine.pool.off('acquire', record)
  for (const [client, query] of recorded) client.query = query
  return statements
}
