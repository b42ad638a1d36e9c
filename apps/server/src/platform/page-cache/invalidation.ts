import { randomUUID } from 'node:crypto'
import type { Logger } from 'pino'
import type { Bus } from '../../kernel/services.ts'
import { withScope } from '../../kernel/request-scope.ts'
import { createAcknowledgments, heartbeatMs } from './acknowledgments.ts'
import { allPagesKey } from '../../kernel/invalidation.ts'

const invalidateTopic = 'pages.drop'
const acknowledgeTopic = 'pages.dropped'
const heartbeatTopic = 'pages.here'

const batchMs = 50
/** PostgreSQL limits a notification to 8,000 bytes. */
const maxKeys = 200

/** As sent between processes, which may run different versions. */
type Message = { from: string; tags: readonly string[]; receipt?: string }
type Options = { bus: Bus; log: Logger; onInvalidate: (keys: readonly string[]) => void }

/** Broadcasts cache invalidations to the other processes and applies theirs. */
export function openInvalidation({ bus, log, onInvalidate }: Options) {
  const batch = new Set<string>()
  const acknowledgments = createAcknowledgments()
  let batchTimer: NodeJS.Timeout | undefined
  let heartbeatTimer: NodeJS.Timeout | undefined

  const { publish, subscribe } = createChannel(bus)
  const logFailure = (error: unknown) =>
    log.warn({ err: error }, 'cache invalidation broadcast failed')
  function takeBatch(urgent: readonly string[]) {
    const keys = [...urgent, ...batch]
    batch.clear()
    return keys.length > maxKeys ? [allPagesKey] : keys
  }
  async function flushBatch() {
    batchTimer = undefined
    if (batch.size > 0) await publish(invalidateTopic, { tags: takeBatch([]) }).catch(logFailure)
  }

  subscribe(invalidateTopic, ({ tags, receipt }) => {
    onInvalidate(tags)
    if (receipt !== undefined) publish(acknowledgeTopic, { receipt }).catch(logFailure)
  })
  subscribe(acknowledgeTopic, ({ from, receipt = '' }) =>
    acknowledgments.acknowledge(receipt, from),
  )
  subscribe(heartbeatTopic, ({ from }) => acknowledgments.recordHeartbeat(from))
  bus.onGap(() => onInvalidate([allPagesKey]))

  return {
    /** From now on, other processes wait for this one's acknowledgment. */
    startHeartbeat() {
      const beat = () => void publish(heartbeatTopic, {}).catch(logFailure)
      heartbeatTimer ??= setInterval(beat, heartbeatMs).unref()
      beat()
    },
    invalidateSoon(keys: Iterable<string>) {
      for (const key of keys) batch.add(key)
      if (batch.size > 0) batchTimer ??= setTimeout(() => void flushBatch(), batchMs)
    },
    /** Resolves when no process serves these pages any more. Flushes the batch with it. */
    async invalidateNow(urgent: readonly string[]) {
      const receipt = acknowledgments.hasPeers() ? randomUUID() : undefined
      const acknowledged = receipt === undefined ? [] : acknowledgments.waitForAll(receipt)
      await publish(invalidateTopic, { tags: takeBatch(urgent), receipt })
      const silent = await acknowledged
      if (silent.length > 0) log.warn({ silent }, 'cache invalidation was not acknowledged')
    },
    async close() {
      clearInterval(heartbeatTimer)
      clearTimeout(batchTimer)
      await flushBatch()
    },
  }
}

/** Ignores messages of this process. */
function createChannel(bus: Bus) {
  return {
    publish: (topic: string, message: object) =>
      withScope('pages', () => bus.publish(topic, JSON.stringify({ from: bus.id, ...message }))),
    subscribe: (topic: string, listener: (message: Message) => void) =>
      bus.subscribe(topic, (payload) => {
        const message = JSON.parse(payload) as Message
        if (message.from !== bus.id) listener(message)
      }),
  }
}
