import { parseArgs } from 'node:util'
import pg from 'pg'
import { readPorts } from '../../scripts/services/ports.ts'
import { run } from '../program.ts'
import { enlargeSite } from './enlarge.ts'
import { fillSite, siteUrl, type FillOptions } from './fill.ts'

/** `pnpm bench data --questions 10000 [--seed 7] [--copies 0] [--database <url>]` */
export async function data(args: string[]) {
  const { values } = parseArgs({
    args,
    options: {
      questions: { type: 'string', default: '10000' },
      seed: { type: 'string', default: '7' },
      copies: { type: 'string', default: '0' },
      users: { type: 'string', default: '1000000' },
      database: { type: 'string' },
    },
  })
  const questions = Number(values.questions)
  const copies = Number(values.copies)
  const seed = Number(values.seed)
  if (!Number.isSafeInteger(questions) || questions < 100)
    throw new Error('--questions must be at least 100')
  if (!Number.isSafeInteger(seed)) throw new Error('--seed must be an integer')
  const url = values.database ?? benchUrl(`bench_${formatSize(questions * (copies + 1))}`)
  await fillDatabase({ url, questions, seed })
  if (copies > 0)
    await enlargeSite({ url, copies, users: Number(values.users) }, (text) => console.log(text))
  console.log(url)
}

/** Recreates the database, installs a site and fills it. */
export async function fillDatabase(options: FillOptions) {
  await recreateDatabase(options.url)
  await run(installArgs, { STOA_DATABASE_URL: options.url, STOA_LOG_LEVEL: 'warn' })
  await fillSite(options, (text) => console.log(text))
}

const installArgs = [
  'install',
  '--site-name=Bench',
  `--site-url=${siteUrl}`,
  '--admin-name=Rut',
  '--admin-email=rut@example.org',
  '--admin-password=a porch with columns',
]

/** 10000 becomes 10k, 1000000 becomes 1m. */
function formatSize(questions: number) {
  if (questions % 1_000_000 === 0) return `${questions / 1_000_000}m`
  return questions % 1_000 === 0 ? `${questions / 1_000}k` : String(questions)
}

/** A database on the server of `pnpm services start`. */
export function benchUrl(name: string) {
  const { postgres } = readPorts()
  if (postgres === undefined)
    throw new Error('PostgreSQL is not running: run `pnpm services start`')
  const url = new URL(postgres.url)
  url.pathname = `/${name}`
  return url.href
}

/** Only recreates `bench_` databases; any other must exist and be empty. */
export async function recreateDatabase(url: string) {
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
