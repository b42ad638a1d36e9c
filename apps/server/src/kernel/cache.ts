import { BentoCache, bentostore } from 'bentocache'
import { memoryDriver } from 'bentocache/drivers/memory'
import { redisDriver } from 'bentocache/drivers/redis'
import type { Logger } from 'pino'
import type { Bus } from './bus.ts'
import { cacheBus } from './cache-bus.ts'
import type { Context } from './context.ts'
import { readLatest } from './reads.ts'
import { openRedis } from './redis.ts'
import type { Tx } from './transact.ts'

/** A cache in process memory, and in Redis when there is one. It is never the truth. */
export type Cache = {
  /** The cached value, or that of `make`; one `make` for any number of waiting readers. */
  getOrSet<T>(key: string, options: CacheOptions, make: () => Promise<T>): Promise<T>
  deleteByTag(tags: string[]): Promise<void>
  close(): Promise<void>
}

type CacheOptions = { ttlSeconds: number; tags?: string[] }

/** How long the cache keeps away from a Redis that failed. */
const breakerSeconds = 5

const purgeTopic = 'cache.purge'

/** Drops what is cached under these tags when the write commits: here at once, in the other processes a moment later. */
export async function purge(tx: Tx, ctx: Context, tags: string[]) {
  await tx.publish(purgeTopic, JSON.stringify({ from: ctx.bus.id, tags }))
  tx.afterCommit(() => ctx.cache.deleteByTag(tags))
}

/** Follows the purges of other processes; one that is missed is made up for by the time to live. */
export function followPurges(bus: Bus, cache: Cache, log: Logger) {
  bus.subscribe(purgeTopic, (payload) => {
    const { from, tags } = JSON.parse(payload) as { from: string; tags: string[] }
    if (from === bus.id) return
    cache
      .deleteByTag(tags)
      .catch((error: unknown) => log.warn({ err: error }, 'cache purge failed'))
  })
}

export function openCache(redisUrl: string | undefined, log: Logger): Cache {
  const memory = memoryDriver({ maxSize: '64mb', maxItems: 20_000 })
  const redis = redisUrl === undefined ? undefined : openRedis(redisUrl, log, 'cache')
  const store = bentostore().useL1Layer(memory)
  const full =
    redisUrl === undefined || redis === undefined
      ? store
      : store
          .useL2Layer(redisDriver({ connection: redis, prefix: 'stoa' }))
          .useBus(cacheBus(redisUrl, log))
  const bento = new BentoCache({
    default: 'main',
    stores: { main: full },
    l2CircuitBreakerDuration: `${breakerSeconds}s`,
    suppressL2Errors: true,
  })
  return {
    async getOrSet(key, { ttlSeconds, tags }, make) {
      return await bento.getOrSet({
        key,
        ttl: `${ttlSeconds}s`,
        // What is kept outlives the moment: it is made of what is true now.
        factory: () => readLatest(make),
        ...(tags === undefined ? {} : { tags }),
      })
    },
    async deleteByTag(tags) {
      await bento.deleteByTag({ tags })
    },
    async close() {
      await bento
        .disconnectAll()
        .catch((error: unknown) => log.debug({ err: error }, 'cache close'))
      redis?.disconnect()
    },
  }
}
