import type pg from 'pg'
import { connectLoader } from './copy-stream.ts'
import { createIndexes, dropIndexes } from './indexes.ts'
import { siteCreatedAt } from './scale.ts'
import { firstUserId } from './site-state.ts'
import { writeUsers } from './many-users.ts'
import { writeWork } from './work-rows.ts'

export type EnlargeOptions = { url: string; copies: number; users: number }
type Log = (text: string) => void

/** Ids of the copies are those of the originals plus this, once per copy. */
const idStep = 1_000_000

type CopiedTable = {
  name: string
  /** Its rows, and when their question was asked. */
  rows: string
  /** Columns that are not copied as they are. */
  mapped: Record<string, string>
}

const question = (column: string) => `${column} + copy * ${idStep}`
/** Time since the question was asked stays the same. */
const time = (column: string) =>
  `case when ${column} is not null then least(now(), asked + (${column} - base_asked)) end`
const userOf = (column: string) =>
  `case when ${column} < ${firstUserId} then ${column}
    else ${firstUserId} + (${column} - ${firstUserId}) * spread + (base_number + copy * 13) % spread end`

const postColumns = {
  id: question('id'),
  user_id: userOf('user_id'),
  created_at: time('created_at'),
  edited_at: time('edited_at'),
  deleted_at: time('deleted_at'),
  deleted_by: userOf('deleted_by'),
  edited_by: userOf('edited_by'),
}

const copiedTables: readonly CopiedTable[] = [
  {
    name: 'questions',
    rows: 'select *, created_at as base_asked, id as base_number from questions',
    mapped: {
      ...postColumns,
      accepted_answer_id: question('accepted_answer_id'),
      last_answer_id: question('last_answer_id'),
      hot_scored_at: time('hot_scored_at'),
      active_at: time('active_at'),
      active_by: userOf('active_by'),
    },
  },
  {
    name: 'answers',
    rows: `select answers.*, questions.created_at as base_asked, answers.id as base_number
      from answers join questions on questions.id = answers.question_id`,
    mapped: { ...postColumns, question_id: question('question_id') },
  },
  {
    name: 'question_tags',
    rows: 'select *, asked_at as base_asked, question_id as base_number from question_tags',
    mapped: { question_id: question('question_id'), asked_at: time('asked_at') },
  },
  {
    name: 'tag_sets',
    rows: 'select *, asked_at as base_asked, question_id as base_number from tag_sets',
    mapped: { question_id: question('question_id'), asked_at: time('asked_at') },
  },
  {
    name: 'activities',
    rows: `select activities.*, questions.created_at as base_asked, activities.id as base_number
      from activities join answers on answers.id = object_id join questions on questions.id = answers.question_id
      where kind = 'accept'`,
    mapped: {
      id: `nextval('activities_id_seq')`,
      object_id: question('object_id'),
      user_id: userOf('user_id'),
      created_at: time('created_at'),
    },
  },
]

/**
 * Copies the questions and answers of a filled site over the years, and spreads them over many users. Votes, comments,
 * revisions and search documents are only those of the originals.
 */
export async function enlargeSite({ url, copies, users }: EnlargeOptions, log: Log = () => {}) {
  const started = performance.now()
  const logTime: Log = (text) =>
    log(`${((performance.now() - started) / 1_000).toFixed(1).padStart(7)} s  ${text}`)
  const clients = [await connectLoader(url), await connectLoader(url)]
  const [client = await connectLoader(url)] = clients
  const names = [...copiedTables.map(({ name }) => name), 'users']
  const dropped = await dropIndexes(client, names)
  const spread = Math.ceil(users / (await countRows(client, 'users')))
  for (const table of copiedTables) {
    await copyTable(client, table, { copies, spread })
    logTime(table.name)
  }
  await client.query('update tags set question_count = question_count * $1', [copies + 1])
  await writeUsers(client, { users, spread })
  logTime('users')
  await client.query(`select setval('object_id_seq', $1)`, [(copies + 1) * idStep])
  const sizes = new Map<string, number>()
  for (const name of names) sizes.set(name, await countRows(client, name))
  await createIndexes(clients, dropped, sizes)
  logTime('indexes')
  await writeWork(client)
  logTime('work of staff')
  await client.query('vacuum (analyze)')
  await Promise.all(clients.map((one) => one.end()))
  logTime('done')
  return sizes
}

type Copying = { copies: number; spread: number }

/** Copy after copy, so that newer rows have higher ids, as on a real site. */
async function copyTable(client: pg.Client, table: CopiedTable, { copies, spread }: Copying) {
  const { name, rows, mapped } = table
  const columns = await listColumns(client, name)
  const base = `bench_base_${name}`
  await client.query(`create unlogged table ${base} as ${rows} order by base_asked, base_number`)
  await client.query(`analyze ${base}`)
  const values = columns.map((column) => mapped[column] ?? column)
  for (let copy = 1; copy <= copies; copy++)
    await client.query(`insert into ${name} (${columns.join(', ')})
      select ${values.join(', ')} from (
        select *, ${copy} as copy, ${spread} as spread,
          start + (base_asked - start + ${copy - 1} * (now() - start)) / ${copies} as asked
        from ${base}, (select to_timestamp(${siteCreatedAt}) as start) site) as base`)
  await client.query(`drop table ${base}`)
}

async function listColumns(client: pg.Client, table: string) {
  const { rows } = await client.query<{ name: string }>(
    `select attname as name from pg_attribute
     where attrelid = $1::regclass and attnum > 0 and not attisdropped and attgenerated = '' order by attnum`,
    [table],
  )
  return rows.map(({ name }) => name)
}

async function countRows(client: pg.Client, table: string) {
  const { rows } = await client.query<{ count: number }>(
    `select count(*)::int as count from ${table}`,
  )
  return rows[0]?.count ?? 0
}
