import { BentoCache, bentostore } from 'bentocache'
import { memoryDriver } from 'bentocache/drivers/memory'
import { redisDriver } from 'bentocache/drivers/redis'
import type { Logger } from 'pino'
import type { Bus } from './bus.ts'
import { createCacheBus } from './cache-bus.ts'
import type { Context } from './context.ts'
import { readLatest } from './read-routing.ts'
import { openRedis } from './redis.ts'
import type { Tx } from './transact.ts'

/** In process memory, and in Redis when it is configured. */
export type Cache = {
  /** Concurrent calls for a key share one `load` (single-flight). */
  getOrSet<T>(key: string, options: CacheOptions, load: () => Promise<T>): Promise<T>
  invalidate(keys: string[]): Promise<void>
  close(): Promise<void>
}

type CacheOptions = { ttlSeconds: number; invalidatedBy?: string[] }

const circuitBreakerSeconds = 5

const invalidateTopic = 'cache.purge'

/** When the transaction commits: here at once, in other processes a moment later. */
export async function invalidateCache(tx: Tx, ctx: Context, keys: string[]) {
  await tx.publish(invalidateTopic, JSON.stringify({ from: ctx.bus.id, tags: keys }))
  tx.afterCommit(() => ctx.cache.invalidate(keys))
}

/** A missed invalidation is limited by the time to live of the entry. */
export function subscribeToInvalidation(bus: Bus, cache: Cache, log: Logger) {
  bus.subscribe(invalidateTopic, (payload) => {
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
