import { Redis } from 'ioredis'
import { pino } from 'pino'
import { afterAll, afterEach, describe, expect, it } from 'vitest'
import { servicePorts } from '../../test/databases.ts'
import { aProxy } from '../../test/proxy.ts'
import { type Cache, openCache } from './cache.ts'

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

/** A value that says how often it was made, and how long the answer took. */
function aSource(cache: Cache, key: string, tag = `${key}:tag`) {
  let made = 0
  return {
    made: () => made,
    forget: () => timed(() => cache.deleteByTag([tag])),
    read: () =>
      timed(() =>
        cache.getOrSet(key, { ttlSeconds: 60, tags: [tag] }, async () => `value ${++made}`),
      ),
  }
}

async function timed<T>(work: () => Promise<T>) {
  const started = performance.now()
  const value = await work()
  return { value, ms: performance.now() - started }
}

/** What must hold whatever state Redis is in. */
async function expectWorks(cache: Cache) {
  const source = aSource(cache, aKey())
  expect((await source.read()).value).toBe('value 1')
  expect((await source.read()).value).toBe('value 1')
  await source.forget()
  expect((await source.read()).value).toBe('value 2')
}

describe('the cache', () => {
  it('works without Redis', async () => {
    await expectWorks(aCache())
  })

  it('makes a value once for any number of readers who wait for it', async () => {
    const source = aSource(aCache(), aKey())
    const values = await Promise.all(Array.from({ length: 50 }, source.read))
    expect(new Set(values.map(({ value }) => value))).toEqual(new Set(['value 1']))
    expect(source.made()).toBe(1)
  })

  it('hands on the error of a value that cannot be made, and tries again next time', async () => {
    const cache = aCache()
    const key = aKey()
    const failing = cache.getOrSet(key, { ttlSeconds: 60 }, async () => {
      throw new Error('no such thing')
    })
    await expect(failing).rejects.toThrow()
    expect(await cache.getOrSet(key, { ttlSeconds: 60 }, async () => 'made')).toBe('made')
  })

  it('shares values between processes over Redis, and forgets in all of them', async () => {
    const { url } = servicePorts().redis
    const [here, there] = [aCache(url), aCache(url)]
    await hears(here, there)
    const key = aKey()
    const [mine, theirs] = [aSource(here, key), aSource(there, key)]
    expect((await mine.read()).value).toBe('value 1')
    expect((await theirs.read()).value).toBe('value 1')
    expect(theirs.made()).toBe(0)
    await mine.forget()
    const madeThere = async () => {
      await theirs.read()
      return theirs.made()
    }
    await expect.poll(madeThere, { timeout: 2_000 }).toBe(1)
  })

  it('works with a Redis that is flushed', async () => {
    const cache = aCache(servicePorts().redis.url)
    await connected()
    const source = aSource(cache, aKey())
    await source.read()
    await redis.flushall()
    expect((await source.read()).value).toBe('value 1')
    await expectWorks(cache)
  })

  it('works on a port where nothing listens', async () => {
    const cache = aCache('redis://127.0.0.1:1')
    await expectWorks(cache)
    await connected()
    await expectWorks(cache)
  })

  it('answers at once when Redis hangs, keeps away from it, and uses it again when it is back', async () => {
    const proxy = await aProxy(servicePorts().redis.port)
    const cache = aCache(`redis://127.0.0.1:${proxy.port}`)
    await connected()
    await expectWorks(cache)
    proxy.set('hang')
    const first = await aSource(cache, aKey()).read()
    expect(first.ms).toBeLessThan(400)
    const started = performance.now()
    for (let index = 0; index < 20; index++) {
      const source = aSource(cache, aKey())
      const calls = [await source.read(), await source.forget(), await source.read()]
      expect(calls[2]?.value).toBe('value 2')
    }
    // Sixty calls, none of which waited for Redis.
    expect(performance.now() - started).toBeLessThan(1_000)
    proxy.set('pass')
    const key = aKey()
    await expect
      .poll(
        async () => {
          await aSource(cache, `${key}:${performance.now()}`).read()
          return (await redis.keys(`stoa:${key}:*`)).length
        },
        { timeout: 10_000, interval: 200 },
      )
      .toBeGreaterThan(0)
    proxy.close()
  }, 30_000)

  it('closes at once, whatever state Redis is in', async () => {
    const proxy = await aProxy(servicePorts().redis.port)
    const cache = openCache(`redis://127.0.0.1:${proxy.port}`, log)
    await connected()
    proxy.set('hang')
    expect((await timed(() => cache.close())).ms).toBeLessThan(500)
    expect((await timed(() => openCache('redis://127.0.0.1:1', log).close())).ms).toBeLessThan(500)
    proxy.close()
  })
})

/** Connections are made in the background; nothing waits for them but these tests. */
function connected() {
  return new Promise((resolve) => setTimeout(resolve, 150))
}

/** Waits until one cache follows what the other forgets. */
async function hears(teller: Cache, listener: Cache) {
  const key = aKey()
  const [told, heard] = [aSource(teller, key), aSource(listener, key)]
  const hasHeard = async () => {
    await heard.read()
    const before = heard.made()
    await told.forget()
    await new Promise((resolve) => setTimeout(resolve, 50))
    await heard.read()
    return heard.made() > before
  }
  await expect.poll(hasHeard, { timeout: 10_000 }).toBe(true)
}
