import pg from 'pg'
import { benchUrl, fillDatabase } from './command.ts'

const size = { questions: 2_000, seed: 7 }

/** A small filled database, made when it is not there yet. */
export async function shortDatabase(): Promise<string> {
  const url = benchUrl('bench_short')
  if (!(await isFilled(url))) await fillDatabase({ ...size, url })
  return url
}

async function isFilled(url: string) {
  const client = new pg.Client({ connectionString: url })
  try {
    await client.connect()
    const { rowCount } = await client.query('select 1 from questions offset $1 limit 1', [
      size.questions - 1,
    ])
    return rowCount === 1
  } catch {
    return false
  } finally {
    await client.end().catch(() => {})
  }
}
