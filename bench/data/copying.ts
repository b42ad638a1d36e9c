import { once } from 'node:events'
import pg from 'pg'
import { from as copyFrom } from 'pg-copy-streams'

/** Rows on their way into one table, over a connection of its own. */
export type Copy = {
  write(row: string): void
  isFull(): boolean
  drained(): Promise<void>
  end(): Promise<number>
}

const chunk = 256 * 1024
const timeout = 0

/** A connection on which nothing is checked for each row: what is written fits together, and doctor looks at it after. */
export async function connectLoader(url: string): Promise<pg.Client> {
  const client = new pg.Client({
    connectionString: url,
    statement_timeout: timeout,
    application_name: 'stoa-bench-load',
    options:
      '-c session_replication_role=replica -c synchronous_commit=off -c maintenance_work_mem=1GB -c jit=off',
  })
  await client.connect()
  return client
}

export async function openCopy(url: string, table: string, columns: string): Promise<Copy> {
  const client = await connectLoader(url)
  const stream = client.query(copyFrom(`copy ${table} (${columns}) from stdin`))
  let waiting = ''
  let rows = 0
  let isFull = false
  const failed = once(stream, 'error').then(([error]) => {
    throw error as Error
  })
  // Heard again wherever it is waited for.
  failed.catch(() => {})
  const push = () => {
    isFull = !stream.write(waiting) || isFull
    waiting = ''
  }
  return {
    write(row) {
      rows++
      waiting += row
      if (waiting.length > chunk) push()
    },
    isFull: () => isFull,
    async drained() {
      while (stream.writableNeedDrain) await Promise.race([once(stream, 'drain'), failed])
      isFull = false
    },
    async end() {
      if (waiting !== '') push()
      stream.end()
      await Promise.race([once(stream, 'finish'), failed])
      await client.end()
      return rows
    },
  }
}
