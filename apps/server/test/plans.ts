import { getReviewContext } from '@stoa/contract/features/review'
import { drizzle } from 'drizzle-orm/node-postgres'
import type pg from 'pg'
import { startSession } from '../src/features/people/auth/sessions.actions.ts'
import type { ReadDb } from '../src/kernel/database.ts'
import { createStatements } from '../src/kernel/prepared.ts'
import { transact } from '../src/kernel/transact.ts'
import { large } from './large-site.ts'
import type { FrequentQuery } from './read-inputs.ts'
import { aUser } from '../src/features/people/auth/accounts.factory.ts'
import type { TestSite } from './site.ts'

type Node = {
  'Node Type': string
  'Relation Name'?: string
  'Index Name'?: string
  'Actual Rows': number
  'Actual Loops': number
  'Rows Removed by Filter'?: number
  Plans?: Node[]
}

export type PlanSummary = {
  indexes: string[]
  scans: string[]
  /** Maximum rows a plan node has sorted, and read from a large table. */
  sorted: number
  read: number
  milliseconds: number
  statements: number
  /** The slowest statement. */
  slowest: { query: string; plan: Node; milliseconds: number }
}

/** Tables that may be scanned. Every other one may become large. */
const smallTables = new Set(['settings', 'tags', 'users'])

type Statement = { query: string; params: unknown[] }

const isReadStatement = ({ query }: Statement) =>
  /^\s*(select|with)/i.test(query) && !isCounting.test(query)

/** Sends a request, captures its statements and explains each. */
export async function createPlanReader(site: TestSite) {
  const caller = {
    token: null,
    deviceToken: null,
    locale: 'en_US',
    ip: '127.0.0.1',
    userAgent: '',
    requestId: 'plans',
  } as const
  const memberToken = await transact(site.ctx, (tx) =>
    startSession(tx, large.reader, caller, 'password'),
  )
  const staff = await aUser(site.ctx, { role: 'moderator' })
  const { engine } = site.ctx.database
  if (engine.kind !== 'postgres') throw new Error('query plans require a PostgreSQL server')
  let loggedStatements: Statement[] = []
  const logger = {
    logQuery: (query: string, params: unknown[]) => loggedStatements.push({ query, params }),
  }
  const statements = createStatements(true)
  const db = Object.assign(drizzle(engine.pool, { logger }), { statements })
  Object.assign(site.ctx, { db, primary: db })
  return async (call: FrequentQuery): Promise<PlanSummary> => {
    const { endpoint, input, isMember = false, isStaff = false } = call
    loggedStatements = []
    const isForStaff = isStaff || endpoint.access === 'moderator' || endpoint === getReviewContext
    const token = isForStaff ? staff.token : memberToken
    const headers = isMember || isStaff ? { authorization: `Bearer ${token}` } : {}
    // Counts are cached for a minute.
    site.advance(61_000)
    const response = await site.app.inject({ url: endpoint.path, query: input, headers })
    if (response.statusCode !== 200) throw new Error(response.body)
    const plans: PlanSummary['slowest'][] = []
    for (const statement of loggedStatements.filter(isReadStatement))
      plans.push(await explain(engine.pool, statement))
    return summarize(plans)
  }
}

/** Explains the statements of a query. `small` are the tables that it may scan. */
export async function explainQuery(
  site: TestSite,
  read: (db: ReadDb) => Promise<unknown>,
  small = smallTables,
): Promise<PlanSummary> {
  const { engine } = site.ctx.database
  if (engine.kind !== 'postgres') throw new Error('query plans require a PostgreSQL server')
  const logged: Statement[] = []
  const logger = { logQuery: (query: string, params: unknown[]) => logged.push({ query, params }) }
  await read(
    Object.assign(drizzle(engine.pool, { logger }), { statements: createStatements(true) }),
  )
  const plans: PlanSummary['slowest'][] = []
  for (const statement of logged) plans.push(await explain(engine.pool, statement))
  return summarize(plans, small)
}

/** Counts stop at a limit and are cached for a minute, so a sequential scan is acceptable. */
const isCounting =
  /^(select count\(\*\)::int from \(select 1 as "one"|\s*select is_pinned as "isPinned")/

/** Sequential scans are disabled: they may be faster at this size, but never on a large site. */
async function explain(
  pool: pg.Pool,
  { query, params }: Statement,
): Promise<PlanSummary['slowest']> {
  const client = await pool.connect()
  try {
    await client.query('begin; set local enable_seqscan = off')
    const { rows } = await client.query<{
      'QUERY PLAN': [{ Plan: Node; 'Execution Time': number; 'Planning Time': number }]
    }>(`explain (analyze, timing off, format json) ${query}`, params)
    const [result] = rows[0]!['QUERY PLAN']
    const milliseconds = result['Execution Time'] + result['Planning Time']
    return { query, plan: result.Plan, milliseconds }
  } finally {
    await client.query('rollback')
    client.release()
  }
}

function summarize(plans: PlanSummary['slowest'][], small = smallTables): PlanSummary {
  const nodes = plans.flatMap(({ plan }) => flattenPlan(plan))
  const rowsOf = (node: Node) => node['Actual Rows'] * node['Actual Loops']
  const rowsExamined = (node: Node) =>
    rowsOf(node) + (node['Rows Removed by Filter'] ?? 0) * node['Actual Loops']
  const sorts = nodes.filter((node) => node['Node Type'].endsWith('Sort'))
  return {
    indexes: [...new Set(nodes.flatMap((node) => node['Index Name'] ?? []))],
    scans: nodes
      .filter((node) => node['Node Type'] === 'Seq Scan')
      .flatMap((node) => node['Relation Name'] ?? [])
      .filter((table) => !small.has(table)),
    sorted: Math.max(0, ...sorts.flatMap((node) => (node.Plans ?? []).map(rowsOf))),
    read: Math.max(
      0,
      ...nodes.filter((node) => !small.has(node['Relation Name'] ?? 'users')).map(rowsExamined),
    ),
    milliseconds: plans.reduce((sum, { milliseconds }) => sum + milliseconds, 0),
    statements: plans.length,
    slowest: plans.toSorted((one, other) => other.milliseconds - one.milliseconds)[0]!,
  }
}

/** Only executed nodes: a plan may contain alternatives. */
function flattenPlan(node: Node): Node[] {
  return node['Actual Loops'] === 0 ? [] : [node, ...(node.Plans ?? []).flatMap(flattenPlan)]
}
