import { BentoCache, bentostore } from 'bentocache'
import { memoryDriver } from 'bentocache/drivers/memory'
import { redisDriver } from 'bentocache/drivers/redis'
import type { Logger } from 'pino'
import { createCacheBus } from './cache-bus.ts'
import { cacheTopic } from '../../kernel/invalidation.ts'
import type { Bus, Cache } from '../../kernel/services.ts'
import { readLatest } from '../replicas/read-routing.ts'
import { openRedis } from './redis.ts'

const circuitBreakerSeconds = 5

/** A missed invalidation is limited by the time to live of the entry. */
export function subscribeToInvalidation(bus: Bus, cache: Cache, log: Logger) {
  bus.subscribe(cacheTopic, (payload) => {
    const { from, tags } = JSON.parse(payload) as { from: string; tags: string[] }
    if (from === bus.id) return
    cache
      .invalidate(tags)
      .catch((error: unknown) => log.warn({ err: error }, 'cache invalidation failed'))
  })
}

export function openCache(redisUrl: string | undefined, log: Logger): Cache {
  const memory = memoryDriver({ maxSize: '64mb', maxItems: 20_000 })
  const redis = redisUrl === undefined ? undefined : openRedis(redisUrl, log, 'cache')
  const store = bentostore().useL1Layer(memory)
  const configuredStore =
    redisUrl === undefined || redis === undefined
      ? store
      : store
          .useL2Layer(redisDriver({ connection: redis, prefix: 'stoa' }))
          .useBus(createCacheBus(redisUrl, log))
  const bento = new BentoCache({
    default: 'main',
    stores: { main: configuredStore },
    l2CircuitBreakerDuration: `${circuitBreakerSeconds}s`,
    suppressL2Errors: true,
  })
  return {
    async getOrSet(key, { ttlSeconds, invalidatedBy }, load) {
      return await bento.getOrSet({
        key,
        ttl: `${ttlSeconds}s`,
        // From the primary: a lagging replica's data would stay in the cache.
        factory: () => readLatest(load),
        ...(invalidatedBy === undefined ? {} : { tags: invalidatedBy }),
      })
    },
    async invalidate(keys) {
      await bento.deleteByTag({ tags: keys })
    },
    async close() {
      await bento
        .disconnectAll()
        .catch((error: unknown) => log.debug({ err: error }, 'cache disconnect failed'))
      redis?.disconnect()
    },
  }
}
