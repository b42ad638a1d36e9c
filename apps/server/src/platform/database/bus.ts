import { sql } from 'drizzle-orm'
import { randomUUID } from 'node:crypto'
import pg from 'pg'
import type { Logger } from 'pino'
import type { Bus } from '../../kernel/services.ts'
import type { Db } from '../../kernel/database.ts'
import type { Database } from './database.ts'

/** All topics share one PostgreSQL notification channel. */
const busChannel = 'stoa'

export async function openBus(database: Database, log: Logger): Promise<Bus> {
  const listeners = new Map<string, ((payload: string) => void)[]>()
  const gapListeners: (() => void)[] = []
  const deliver = (text: string) => {
    const { topic, payload } = JSON.parse(text) as { topic: string; payload: string }
    for (const listener of listeners.get(topic) ?? []) listener(payload)
  }
  const close =
    database.engine.kind === 'pglite'
      ? await database.engine.client.listen(busChannel, deliver)
      : await listenWithReconnect(
          database.engine.url,
          deliver,
          () => gapListeners.forEach((run) => run()),
          log,
        )
  return {
    id: randomUUID(),
    subscribe(topic, listener) {
      listeners.set(topic, [...(listeners.get(topic) ?? []), listener])
    },
    async publish(topic, payload) {
      await publishIn(database.db, topic, payload)
    },
    publishIn,
    onGap(listener) {
      gapListeners.push(listener)
    },
    close: async () => await close(),
  }
}

async function publishIn(db: Db, topic: string, payload: string) {
  await db.execute(sql`select pg_notify(${busChannel}, ${JSON.stringify({ topic, payload })})`)
}

const retryMs = 1_000

async function listenWithReconnect(
  url: string,
  deliver: (text: string) => void,
  onGap: () => void,
  log: Logger,
) {
  let client: pg.Client | undefined
  let timer: NodeJS.Timeout | undefined
  let isClosed = false

  async function connect() {
    const next = new pg.Client({
      connectionString: url,
      keepAlive: true,
      application_name: 'stoa bus',
    })
    next.on('notification', ({ payload }) => deliver(payload ?? ''))
    next.on('error', (error) => handleLoss(next, error))
    next.once('end', () => handleLoss(next, new Error('connection ended')))
    await next.connect()
    await next.query(`listen ${busChannel}`)
    client = next
  }

  function handleLoss(lostClient: pg.Client, error: Error) {
    if (isClosed || timer !== undefined || (client !== undefined && client !== lostClient)) return
    log.warn({ err: error }, 'message bus connection lost, reconnecting')
    timer = setTimeout(() => void reconnect(), retryMs)
  }

  async function reconnect() {
    timer = undefined
    client = undefined
    try {
      await connect()
      onGap()
    } catch (error) {
      if (timer === undefined && !isClosed) {
        log.warn({ err: error }, 'message bus reconnect failed')
        timer = setTimeout(() => void reconnect(), retryMs)
      }
    }
  }

  await connect()
  return async () => {
    isClosed = true
    clearTimeout(timer)
    await client?.end()
  }
}
