import type { redisBusDriver } from 'bentocache/drivers/redis'
import { Redis } from 'ioredis'
import type { Logger } from 'pino'
import { openRedis } from './redis.ts'

type BusDriver = ReturnType<typeof redisBusDriver>
type Transport = ReturnType<BusDriver['factory']>
type Handler = Parameters<Transport['subscribe']>[1]

/**
 * Invalidates cache entries in the memory of other processes. Does not wait for Redis, unlike the library's own Redis bus,
 * which would block every read while Redis is down.
 */
export function createCacheBus(redisUrl: string, log: Logger): BusDriver {
  return {
    options: { retryQueue: { enabled: false } },
    factory: () => createTransport(redisUrl, log),
  }
}

function createTransport(redisUrl: string, log: Logger): Transport {
  const publisher = openRedis(redisUrl, log, 'cache messages')
  const subscriber = openSubscriber(redisUrl, log)
  const handlers = new Map<string, Handler>()
  let ownId = ''
  subscriber.on('message', (channel, text) => {
    const { sender, payload } = JSON.parse(text) as { sender: string; payload: never }
    if (sender !== ownId) void handlers.get(channel)?.(payload)
  })
  const logFailure = (error: unknown) =>
    log.debug({ err: error }, 'cache invalidation broadcast failed')
  const transport: Transport = {
    setId(id) {
      ownId = id
      return transport
    },
    onReconnect(callback) {
      subscriber.on('reconnecting', callback)
    },
    async publish(channel, payload) {
      void publisher.publish(channel, JSON.stringify({ sender: ownId, payload })).catch(logFailure)
    },
    async subscribe(channel, handler) {
      handlers.set(channel, handler as Handler)
      void subscriber.subscribe(channel).catch(logFailure)
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

/** Retries forever and resubscribes after every reconnect. */
function openSubscriber(redisUrl: string, log: Logger) {
  const redis = new Redis(redisUrl, {
    connectTimeout: 1_000,
    maxRetriesPerRequest: null,
    retryStrategy: (attempt) => Math.min(attempt * 200, 2_000),
  })
  redis.on('error', (error) => log.debug({ err: error }, 'cache bus connection failed'))
  return redis
}
