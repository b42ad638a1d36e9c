import { openCache } from './cache.ts'
import { Redis } from 'ioredis'
import { pino } from 'pino'
import { afterAll, afterEach, describe, expect, it } from 'vitest'
import { servicePorts } from '../../../test/databases.ts'
import { aProxy } from '../../../test/proxy.ts'
import type { CacheTag } from '../../kernel/invalidation.ts'
import type { Cache } from '../../kernel/services.ts'
import { commandTimeoutMs } from './redis.ts'

const log = pino({ level: 'silent' })
const redis = new Redis(servicePorts().redis.url)
const open: Cache[] = []

afterEach(async () => {
  for (const cache of open.splice(0)) await cache.close()
})
afterAll(() => redis.disconnect())

let keys = 0
const aKey = () => `test:${process.pid}:${Date.now()}:${++keys}`

function aCache(url?: string) {
  const cache = openCache(url, log)
  open.push(cache)
  return cache
}

/** A cached value that counts its loads. */
function aSource(cache: Cache, key: string, tag = `${key}:changed` as CacheTag) {
  let loads = 0
  return {
    countLoads: () => loads,
    invalidate: () => timed(() => cache.invalidate([tag])),
    read: () =>
      timed(() =>
        cache.getOrSet(
          key,
          { ttlSeconds: 60, invalidatedBy: [tag] },
          async () => `value ${++loads}`,
        ),
      ),
  }
}

async function timed<T>(work: () => Promise<T>) {
  const started = performance.now()
  const value = await work()
  return { value, ms: performance.now() - started }
}

async function expectWorks(cache: Cache) {
  const source = aSource(cache, aKey())
  expect((await source.read()).value).toBe('value 1')
  expect((await source.read()).value).toBe('value 1')
  await source.invalidate()
  expect((await source.read()).value).toBe('value 2')
}

describe('openCache', () => {
  it('works without Redis', async () => {
    await expectWorks(aCache())
  })

  it('loads a value once for concurrent reads', async () => {
    const source = aSource(aCache(), aKey())
    const values = await Promise.all(Array.from({ length: 50 }, source.read))
    expect(new Set(values.map(({ value }) => value))).toEqual(new Set(['value 1']))
    expect(source.countLoads()).toBe(1)
  })

  it('passes on the error of a failed load and loads again next time', async () => {
    const cache = aCache()
    const key = aKey()
    const failing = cache.getOrSet(key, { ttlSeconds: 60 }, async () => {
      throw new Error('no such thing')
    })
    await expect(failing).rejects.toThrow()
    expect(await cache.getOrSet(key, { ttlSeconds: 60 }, async () => 'loaded')).toBe('loaded')
  })

  it('shares values between processes over Redis and invalidates them in all', async () => {
    const { url } = servicePorts().redis
    const [firstCache, secondCache] = [aCache(url), aCache(url)]
    await untilSubscribed(firstCache, secondCache)
    const key = aKey()
    const [first, second] = [aSource(firstCache, key), aSource(secondCache, key)]
    expect((await first.read()).value).toBe('value 1')
    expect((await second.read()).value).toBe('value 1')
    expect(second.countLoads()).toBe(0)
    await first.invalidate()
    const countSecondLoads = async () => {
      await second.read()
      return second.countLoads()
    }
    await expect.poll(countSecondLoads).toBe(1)
  })

  it('works after Redis is flushed', async () => {
    const cache = aCache(servicePorts().redis.url)
    await untilConnected(cache)
    const source = aSource(cache, aKey())
    await source.read()
    await redis.flushall()
    expect((await source.read()).value).toBe('value 1')
    await expectWorks(cache)
  })

  it('works when Redis refuses connections', async () => {
    const cache = aCache('redis://127.0.0.1:1')
    await expectWorks(cache)
  })

  it('does not wait for a hanging Redis and uses it again when it recovers', async () => {
    const proxy = await aProxy(servicePorts().redis.port)
    const cache = aCache(`redis://127.0.0.1:${proxy.port}`)
    await untilConnected(cache)
    await expectWorks(cache)
    proxy.set('hang')
    await aSource(cache, aKey()).read()
    const withoutRedis = aCache()
    let [hangingMs, referenceMs] = [0, 0]
    for (let index = 0; index < 20; index++) {
      hangingMs += (await timed(() => expectWorks(cache))).ms
      referenceMs += (await timed(() => expectWorks(withoutRedis))).ms
    }
    // Each of the 80 calls would take commandTimeoutMs if it waited for Redis.
    expect(hangingMs).toBeLessThan(2 * referenceMs + (80 * commandTimeoutMs) / 2)
    proxy.set('pass')
    await untilConnected(cache)
    proxy.close()
  })

  it('closes even when Redis hangs', async () => {
    const proxy = await aProxy(servicePorts().redis.port)
    const cache = openCache(`redis://127.0.0.1:${proxy.port}`, log)
    await untilConnected(cache)
    proxy.set('hang')
    await expect(cache.close()).resolves.toBeUndefined()
    await expect(openCache('redis://127.0.0.1:1', log).close()).resolves.toBeUndefined()
    proxy.close()
  })
})

/** Connections are established in the background. */
async function untilConnected(cache: Cache) {
  const isShared = async () => {
    const key = aKey()
    await aSource(cache, key).read()
    return (await redis.keys(`stoa:${key}*`)).length > 0
  }
  await expect.poll(isShared).toBe(true)
}

/** Waits until one cache receives the invalidations of the other. */
async function untilSubscribed(publisherCache: Cache, listenerCache: Cache) {
  const key = aKey()
  const [publisher, listener] = [aSource(publisherCache, key), aSource(listenerCache, key)]
  const isSubscribed = async () => {
    await listener.read()
    const before = listener.countLoads()
    await publisher.invalidate()
    await new Promise((resolve) => setTimeout(resolve, 50))
    await listener.read()
    return listener.countLoads() > before
  }
  await expect.poll(isSubscribed).toBe(true)
}
