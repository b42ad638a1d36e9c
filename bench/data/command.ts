import { parseArgs } from 'node:util'
import pg from 'pg'
import { readPorts } from '../../scripts/services/ports.ts'
import { run } from '../program.ts'
import { fillSite, siteUrl, type Wish } from './fill.ts'

/** `pnpm bench data --questions 10000 [--seed 7] [--database <url>]` */
export async function data(args: string[]) {
  const { values } = parseArgs({
    args,
    options: {
      questions: { type: 'string', default: '10000' },
      seed: { type: 'string', default: '7' },
      database: { type: 'string' },
    },
  })
  const questions = Number(values.questions)
  const seed = Number(values.seed)
  if (!Number.isSafeInteger(questions) || questions < 100)
    throw new Error('--questions: at least 100')
  if (!Number.isSafeInteger(seed)) throw new Error('--seed: a whole number')
  const url = values.database ?? benchUrl(`bench_${sizeName(questions)}`)
  await fillDatabase({ url, questions, seed })
  console.log(url)
}

/** Makes a site in the database and fills it. */
export async function fillDatabase(wish: Wish) {
  await makeDatabase(wish.url)
  await run(installation, { STOA_DATABASE_URL: wish.url, STOA_LOG_LEVEL: 'warn' })
  await fillSite(wish, (text) => console.log(text))
}

const installation = [
  'install',
  '--site-name=Bench',
  `--site-url=${siteUrl}`,
  '--admin-name=Rut',
  '--admin-email=rut@example.org',
  '--admin-password=a porch with columns',
]

/** 10000 is 10k, 1000000 is 1m. */
function sizeName(questions: number) {
  if (questions % 1_000_000 === 0) return `${questions / 1_000_000}m`
  return questions % 1_000 === 0 ? `${questions / 1_000}k` : String(questions)
}

/** A database on the server that `pnpm services start` runs. */
export function benchUrl(name: string) {
  const { postgres } = readPorts()
  if (postgres === undefined) throw new Error('no PostgreSQL here: run `pnpm services start`')
  const url = new URL(postgres.url)
  url.pathname = `/${name}`
  return url.href
}

/** Makes the database anew when it is one of ours; any other must be there and empty. */
export async function makeDatabase(url: string) {
  const name = new URL(url).pathname.slice(1)
  if (!/^bench_\w+$/.test(name)) return
  const server = new URL(url)
  server.pathname = '/postgres'
  const client = new pg.Client({ connectionString: server.href })
  await client.connect()
  try {
    await client.query(`drop database if exists ${name} with (force)`)
    await client.query(`create database ${name}`)
  } finally {
    await client.end()
  }
}
