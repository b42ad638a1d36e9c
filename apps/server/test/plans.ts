import type { Endpoint } from '@stoa/contract/endpoint'
import { listMyBookmarks } from '@stoa/contract/features/bookmarks'
import { listComments, listCommentsOf } from '@stoa/contract/features/comments'
import { listFollowedTags } from '@stoa/contract/features/follows'
import { getUser } from '@stoa/contract/features/profiles'
import {
  listAnswersOfUser,
  listQuestionsOfUser,
  listTopPosts,
} from '@stoa/contract/features/user-posts'
import {
  listLinkingQuestions,
  listQuestions,
  questionOrders,
} from '@stoa/contract/features/questions'
import { readQuestion } from '@stoa/contract/features/question-page'
import { listRecommended } from '@stoa/contract/features/recommended'
import { listReputation } from '@stoa/contract/features/reputation'
import { search, suggestSearch } from '@stoa/contract/features/search'
import { listTags, suggestTags } from '@stoa/contract/features/tags'
import { listMyVotes } from '@stoa/contract/features/votes'
import { drizzle } from 'drizzle-orm/node-postgres'
import type pg from 'pg'
import { startSession } from '../src/features/people/auth/sessions.actions.ts'
import { createStatements } from '../src/kernel/prepared.ts'
import { transact } from '../src/kernel/transact.ts'
import { large } from './large-site.ts'
import type { TestSite } from './site.ts'

type Input = Record<string, string>

export type FrequentQuery = {
  name: string
  endpoint: Endpoint
  input: Input
  /** Requested by the most active member instead of a visitor. */
  isMember?: boolean
  /** Indexes that must be used. */
  uses: readonly string[]
}

const orderIndex = {
  newest: 'questions_newest',
  active: 'questions_active',
  hot: 'questions_hot',
  score: 'questions_score',
  unanswered: 'questions_unanswered',
  frequent: 'questions_frequent',
} as const

const { authorName: username, busyQuestion, usualQuestion } = large

/** Frequent requests, and the indexes they must use on a large site. */
export const frequentQueries: readonly FrequentQuery[] = [
  ...questionOrders.flatMap((order): FrequentQuery[] => [
    {
      name: `list, ${order}`,
      endpoint: listQuestions,
      input: { order },
      uses: [orderIndex[order]],
    },
    {
      name: `list, ${order}, page 500`,
      endpoint: listQuestions,
      input: { order, page: '500' },
      uses: [orderIndex[order]],
    },
  ]),
  ...[large.commonTag, large.usualTag, large.rareTag].flatMap((tag) =>
    (['newest', 'active', 'score'] as const).map((order) => ({
      name: `list of ${tag}, ${order}`,
      endpoint: listQuestions,
      input: { tag, order },
      uses: ['question_tags_'],
    })),
  ),
  {
    name: 'reading a usual question',
    endpoint: readQuestion,
    input: { id: usualQuestion },
    uses: ['answers_', 'comments_post', 'question_tags_tag'],
  },
  {
    name: 'reading a usual question, as a member',
    endpoint: readQuestion,
    input: { id: usualQuestion },
    isMember: true,
    uses: ['votes_'],
  },
  {
    name: 'reading a busy question',
    endpoint: readQuestion,
    input: { id: busyQuestion },
    uses: ['answers_', 'comments_post', 'question_links_to'],
  },
  {
    name: 'reading a busy question around an answer',
    endpoint: readQuestion,
    input: { id: busyQuestion, answer_id: large.busyAnswer, comments_of: large.busyAnswer },
    isMember: true,
    uses: ['answers_', 'comments_post'],
  },
  {
    name: 'questions that link to a busy one',
    endpoint: listLinkingQuestions,
    input: { question_id: busyQuestion },
    uses: ['question_links_'],
  },
  {
    name: 'questions that link to a usual one',
    endpoint: listLinkingQuestions,
    input: { question_id: usualQuestion },
    uses: ['question_links_to'],
  },
  {
    name: 'comments',
    endpoint: listComments,
    input: { object_id: busyQuestion },
    uses: ['comments_post'],
  },
  ...(['newest', 'active', 'score'] as const).map((order) => ({
    name: `questions of a user, ${order}`,
    endpoint: listQuestionsOfUser,
    input: { username, order },
    uses: ['questions_user_'],
  })),
  {
    name: 'best answers of a busy user',
    endpoint: listAnswersOfUser,
    input: { username: large.busyName, order: 'score' },
    uses: ['answers_user_best'],
  },
  {
    name: 'newest answers of a busy user',
    endpoint: listAnswersOfUser,
    input: { username: large.busyName, order: 'newest' },
    uses: ['answers_user_id'],
  },
  {
    name: 'comments of a busy user',
    endpoint: listCommentsOf,
    input: { username: large.busyName },
    uses: ['comments_'],
  },
  {
    name: 'reputation of a busy user',
    endpoint: listReputation,
    input: { username: large.busyName },
    uses: ['reputation_entries_'],
  },
  {
    name: 'best posts of a busy user',
    endpoint: listTopPosts,
    input: { username: large.busyName },
    uses: ['questions_user_best', 'answers_user_best'],
  },
  { name: 'profile of a user', endpoint: getUser, input: { username }, uses: ['users_username'] },
  { name: 'my votes', endpoint: listMyVotes, input: {}, isMember: true, uses: ['votes_'] },
  {
    name: 'my bookmarks',
    endpoint: listMyBookmarks,
    input: {},
    isMember: true,
    uses: ['bookmarks_'],
  },
  { name: 'my tags', endpoint: listFollowedTags, input: {}, isMember: true, uses: ['follows_'] },
  { name: 'recommended', endpoint: listRecommended, input: {}, isMember: true, uses: ['follows_'] },
  ...[
    ['a common word', 'common'],
    ['a rare word', 'seldom'],
    ['a phrase', '"word17 common"'],
    ['two tags', `[${large.usualTag}] [${large.commonTagBeside}]`],
    ['one tag and not another', `[${large.usualTag}] -[${large.commonTag}]`],
    ['a tag and a word', `[${large.usualTag}] often`],
    ['a mistyped word', 'serldom'],
  ].map(([name, q]) => ({
    name: `search for ${name}`,
    endpoint: search,
    input: { q: q! },
    uses: ['search_documents_', ...(name === 'two tags' ? ['tag_sets_tags'] : [])],
  })),
  {
    name: 'search suggestions',
    endpoint: suggestSearch,
    input: { q: 'word1717' },
    uses: [],
  },
  { name: 'tag suggestions', endpoint: suggestTags, input: { tag: 'tag1' }, uses: [] },
  ...(['popular', 'name', 'newest'] as const).map((query_cond) => ({
    name: `tags, ${query_cond}`,
    endpoint: listTags,
    input: { query_cond },
    uses: [],
  })),
]

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

const bigTables = new Set([
  'questions',
  'question_tags',
  'answers',
  'comments',
  'votes',
  'follows',
  'bookmarks',
  'question_links',
  'reactions',
  'reputation_entries',
  'search_documents',
  'search_words',
  'tag_sets',
])

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
  const { engine } = site.ctx.database
  if (engine.kind !== 'postgres') throw new Error('query plans require a PostgreSQL server')
  let loggedStatements: Statement[] = []
  const logger = {
    logQuery: (query: string, params: unknown[]) => loggedStatements.push({ query, params }),
  }
  const statements = createStatements(true)
  site.ctx.db = Object.assign(drizzle(engine.pool, { logger }), { statements })
  return async ({ endpoint, input, isMember = false }: FrequentQuery): Promise<PlanSummary> => {
    loggedStatements = []
    const headers = isMember ? { authorization: `Bearer ${memberToken}` } : {}
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

function summarize(plans: PlanSummary['slowest'][]): PlanSummary {
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
      .filter((table) => bigTables.has(table)),
    sorted: Math.max(0, ...sorts.flatMap((node) => (node.Plans ?? []).map(rowsOf))),
    read: Math.max(
      0,
      ...nodes.filter((node) => bigTables.has(node['Relation Name'] ?? '')).map(rowsExamined),
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
