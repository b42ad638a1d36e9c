import pg from 'pg'
import { benchUrl } from '../data/command.ts'

/** As in production: a commit that waits for the disk is a part of what a transaction costs. Tests leave it off. */
export async function turnOnFsync(): Promise<AsyncDisposable> {
  await reload('alter system set fsync = on')
  return { [Symbol.asyncDispose]: () => reload('alter system reset fsync') }
}

async function reload(change: string) {
  const client = new pg.Client({ connectionString: benchUrl('postgres') })
  await client.connect()
  try {
    await client.query(change)
    await client.query('select pg_reload_conf()')
  } finally {
    await client.end()
  }
}
