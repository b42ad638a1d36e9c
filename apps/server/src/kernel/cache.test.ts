import { Redis } from 'ioredis'
import { pino } from 'pino'
import { afterAll, afterEach, describe, expect, it } from 'vitest'
import { servicePorts } from '../../test/databases.ts'
import { aProxy } from '../../test/proxy.ts'
import { type Cache, openCache } from './cache.ts'
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
    await expect.poll(madeThere).toBe(1)
  })

  it('works with a Redis that is flushed', async () => {
    const cache = aCache(servicePorts().redis.url)
    await connected(cache)
    const source = aSource(cache, aKey())
    await source.read()
    await redis.flushall()
    expect((await source.read()).value).toBe('value 1')
    await expectWorks(cache)
  })

  it('works on a port where nothing listens', async () => {
    const cache = aCache('redis://127.0.0.1:1')
    await expectWorks(cache)
  })

  it('does not wait when Redis hangs, keeps away from it, and uses it again when it is back', async () => {
    const proxy = await aProxy(servicePorts().redis.port)
    const cache = aCache(`redis://127.0.0.1:${proxy.port}`)
    await connected(cache)
    await expectWorks(cache)
    proxy.set('hang')
    await aSource(cache, aKey()).read()
    const twin = aCache()
    let [waited, bare] = [0, 0]
    for (let index = 0; index < 20; index++) {
      waited += (await timed(() => expectWorks(cache))).ms
      bare += (await timed(() => expectWorks(twin))).ms
    }
    // Eighty calls; each would wait for commandTimeoutMs if it asked Redis.
    expect(waited).toBeLessThan(2 * bare + (80 * commandTimeoutMs) / 2)
    proxy.set('pass')
    await connected(cache)
    proxy.close()
  })

  it('closes, whatever state Redis is in', async () => {
    const proxy = await aProxy(servicePorts().redis.port)
    const cache = openCache(`redis://127.0.0.1:${proxy.port}`, log)
    await connected(cache)
    proxy.set('hang')
    // Whoever waited for a Redis that hangs would never end.
    await expect(cache.close()).resolves.toBeUndefined()
    await expect(openCache('redis://127.0.0.1:1', log).close()).resolves.toBeUndefined()
    proxy.close()
  })
})

/** Connections are made in the background; waits until what this cache holds is in Redis. */
async function connected(cache: Cache) {
  const isShared = async () => {
    const key = aKey()
    await aSource(cache, key).read()
    return (await redis.keys(`stoa:${key}*`)).length > 0
  }
  await expect.poll(isShared).toBe(true)
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
  await expect.poll(hasHeard).toBe(true)
}
