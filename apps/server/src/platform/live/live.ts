import type { LRUCache } from 'lru-cache'
import type { Logger } from 'pino'
import { allTopics, countsTopic } from '../../kernel/invalidation.ts'
import { withScope } from '../../kernel/request-scope.ts'
import type { Bus, Live } from '../../kernel/services.ts'
import { createRecentEntries } from '../cache/recent-entries.ts'

const busTopic = 'live'
/** Many writes share one message. */
const batchMs = 50
/** PostgreSQL limits a notification to 8,000 bytes. */
const maxTopics = 200

const remembered = { max: 50_000, ttlMs: 10 * 60_000 }

type Values = LRUCache<string, Promise<unknown>>

/** As sent between processes, which may run different versions. */
type Message = { from: string; topics: string[] }

export function openLive({ bus, log }: { bus: Bus; log: Logger }): Live {
  const listeners: ((topics: readonly string[]) => void)[] = []
  const values: Values = createRecentEntries(remembered.max, remembered.ttlMs)
  const batch = new Set<string>()
  let timer: NodeJS.Timeout | undefined

  function deliver(topics: readonly string[]) {
    forget(values, topics)
    for (const listener of listeners) listener(topics)
  }
  async function flush() {
    timer = undefined
    if (batch.size === 0) return
    const topics = batch.size > maxTopics ? [allTopics] : [...batch]
    batch.clear()
    const message: Message = { from: bus.id, topics }
    await withScope('live', () => bus.publish(busTopic, JSON.stringify(message))).catch(
      (error: unknown) => log.warn({ err: error }, 'changes were not sent to other processes'),
    )
  }
  bus.subscribe(busTopic, (payload) => {
    const { from, topics } = JSON.parse(payload) as Message
    if (from !== bus.id) deliver(topics)
  })
  bus.onGap(() => deliver([allTopics]))

  return {
    publish(topics) {
      if (topics.size === 0) return
      deliver([...topics])
      for (const topic of topics) batch.add(topic)
      timer ??= setTimeout(() => void flush(), batchMs)
    },
    subscribe(listener) {
      listeners.push(listener)
    },
    remember<T>(topic: string, load: () => Promise<T>) {
      const found = values.get(topic)
      if (found !== undefined) return found as Promise<T>
      const loading = load()
      // Removed if the topic is published meanwhile, so that nothing old is kept.
      values.set(topic, loading)
      loading.catch(() => values.get(topic) === loading && values.delete(topic))
      return loading
    },
    async close() {
      clearTimeout(timer)
      await flush()
    },
  }
}

function forget(values: Values, topics: readonly string[]) {
  for (const topic of topics) {
    if (topic === allTopics) values.clear()
    else if (topic === countsTopic('*')) forgetCounts(values)
    else values.delete(topic)
  }
}

function forgetCounts(values: Values) {
  const found = [...values.keys()].filter((key) => key.startsWith(countsTopic('')))
  for (const key of found) values.delete(key)
}
