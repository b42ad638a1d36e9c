import { once } from 'node:events'
import pg from 'pg'
import { from as copyFrom } from 'pg-copy-streams'

/** A COPY stream into one table on its own connection. */
export type Copy = {
  write(row: string): void
  isFull(): boolean
  waitForDrain(): Promise<void>
  end(): Promise<number>
}

const chunkSize = 256 * 1024
const timeout = 0

/** Skips foreign key checks; the data is consistent, and `stoa doctor` verifies it. */
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
  let buffer = ''
  let rows = 0
  let isFull = false
  const failure = once(stream, 'error').then(([error]) => {
    throw error as Error
  })
  // Avoids an unhandled rejection; it is awaited below.
  failure.catch(() => {})
  const flush = () => {
    isFull = !stream.write(buffer) || isFull
    buffer = ''
  }
  return {
    write(row) {
      rows++
      buffer += row
      if (buffer.length > chunkSize) flush()
    },
    isFull: () => isFull,
    async waitForDrain() {
      while (stream.writableNeedDrain) await Promise.race([once(stream, 'drain'), failure])
      isFull = false
    },
    async end() {
      if (buffer !== '') flush()
      stream.end()
      await Promise.race([once(stream, 'finish'), failure])
      await client.end()
      return rows
    },
  }
}
