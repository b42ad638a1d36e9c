import type { redisBusDriver } from 'bentocache/drivers/redis'
import { Redis } from 'ioredis'
import type { Logger } from 'pino'
import { openRedis } from './redis.ts'

type BusDriver = ReturnType<typeof redisBusDriver>
type Transport = ReturnType<BusDriver['factory']>
type Handler = Parameters<Transport['subscribe']>[1]

/**
 * Tells the other processes which entries of their memory are old. The library's own Redis bus waits for
 * its connection, so that a dead Redis would hold up every reader; this one says it and goes on.
 */
export function cacheBus(redisUrl: string, log: Logger): BusDriver {
  return {
    options: { retryQueue: { enabled: false } },
    factory: () => makeTransport(redisUrl, log),
  }
}

function makeTransport(redisUrl: string, log: Logger): Transport {
  const publisher = openRedis(redisUrl, log, 'cache messages')
  const subscriber = openSubscriber(redisUrl, log)
  const handlers = new Map<string, Handler>()
  let ownId = ''
  subscriber.on('message', (channel, text) => {
    const { sender, payload } = JSON.parse(text) as { sender: string; payload: never }
    if (sender !== ownId) void handlers.get(channel)?.(payload)
  })
  const missed = (error: unknown) => log.debug({ err: error }, 'cache message not sent')
  const transport: Transport = {
    setId(id) {
      ownId = id
      return transport
    },
    onReconnect(callback) {
      subscriber.on('reconnecting', callback)
    },
    async publish(channel, payload) {
      void publisher.publish(channel, JSON.stringify({ sender: ownId, payload })).catch(missed)
    },
    async subscribe(channel, handler) {
      handlers.set(channel, handler as Handler)
      void subscriber.subscribe(channel).catch(missed)
    },
    async unsubscribe(channel) {
      handlers.delete(channel)
    },
    async disconnect() {
      publisher.disconnect()
      subscriber.disconnect()
    },
  }
  return transport
}

/** Waits for Redis as long as it takes, and takes its subscriptions along to every new connection. */
function openSubscriber(redisUrl: string, log: Logger) {
  const redis = new Redis(redisUrl, {
    connectTimeout: 1_000,
    maxRetriesPerRequest: null,
    retryStrategy: (attempt) => Math.min(attempt * 200, 2_000),
  })
  redis.on('error', (error) => log.debug({ err: error }, 'cache messages'))
  return redis
}
