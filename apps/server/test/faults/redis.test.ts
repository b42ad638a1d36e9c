import { askQuestion, getQuestion, listQuestions } from '@stoa/contract/features/questions'
import { createClient, fetchTransport } from '@stoa/contract/client'
import { Redis } from 'ioredis'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Service } from '../../../../scripts/services/ports.ts'
import { terminate } from '../../../../scripts/services/processes.ts'
import { startRedis } from '../../../../scripts/services/redis.ts'
import { createTestDatabase } from '../databases.ts'
import { aProgram, type Program, type Running } from '../program.ts'
import { aProxy } from '../proxy.ts'
import { installWithUsers, openSite } from './ask-under-kills.ts'

const redisDir = mkdtempSync(join(tmpdir(), 'stoa-redis-'))
let program: Program
let database: Awaited<ReturnType<typeof createTestDatabase>>
let redis: Service
let proxy: Awaited<ReturnType<typeof aProxy>>
let running: Running
let tokens: string[]
let questionId: string

beforeAll(async () => {
  program = await aProgram()
  database = await createTestDatabase()
  redis = await startRedis(undefined, redisDir)
  proxy = await aProxy(redis.port)
  const env = { STOA_DATABASE_URL: database.url }
  tokens = await openSite(env, (ctx) => installWithUsers(ctx, 20))
  running = await program.start('all', {
    ...env,
    STOA_REDIS_URL: `redis://127.0.0.1:${proxy.port}`,
  })
  questionId = await ask(tokens[0] ?? '')
})
afterAll(async () => {
  await running.stop()
  proxy.close()
  await terminate(redis)
  await database.drop()
  program.remove()
  rmSync(redisDir, { recursive: true, force: true })
  rmSync(`${redisDir}.log`, { force: true })
})

let questionCount = 0
async function ask(token: string) {
  const headers = { authorization: `Bearer ${token}` }
  const input = {
    title: `Question ${++questionCount}`,
    content: 'Words.',
    tags: [{ slug_name: 'bread' }],
  }
  return (await createClient(fetchTransport(running.origin, headers)).call(askQuestion, input)).id
}

/** Requests without Redis, a baseline for the machine's speed. */
const control = 'control'

type Sample = { at: number; ms: number; status: number; name: string }

/** Sends steady reads and writes until stopped, and records every request. */
function startLoad() {
  const samples: Sample[] = []
  let isStopped = false
  const timed = async (name: string, work: () => Promise<number>) => {
    const at = performance.now()
    const status = await work().catch((error: { envelope?: { status: number } }) => {
      return error.envelope?.status ?? 599
    })
    samples.push({ at, ms: performance.now() - at, status, name })
  }
  const get = (path: string) => async () => {
    const response = await fetch(`${running.origin}${path}`)
    await response.arrayBuffer()
    return response.status
  }
  async function reader() {
    while (!isStopped) {
      await timed('list', get(`${listQuestions.path}?order=newest`))
      await timed('question', get(`${getQuestion.path}?id=${questionId}`))
      await timed(control, get('/healthz'))
      await sleep(15)
    }
  }
  async function writer() {
    for (let index = 0; !isStopped; index++) {
      await timed('ask', async () => {
        await ask(tokens[index % tokens.length] ?? '')
        return 200
      })
      await sleep(80)
    }
  }
  const loops = [reader(), reader(), reader(), writer()]
  return {
    samples,
    async stop() {
      isStopped = true
      await Promise.all(loops)
    },
  }
}

const maxSamples = 60

/** Null until there are enough samples. */
function medians(samples: readonly Sample[], since: number) {
  const medianOf = (isControl: boolean) => {
    const newer = samples.filter(({ at, name }) => at >= since && (name === control) === isControl)
    const times = newer.slice(-maxSamples).map(({ ms }) => ms)
    return times.length < maxSamples / 2
      ? null
      : times.toSorted((a, b) => a - b)[times.length >> 1]!
  }
  const [work, baseline] = [medianOf(false), medianOf(true)]
  return work === null || baseline === null ? null : { work, control: baseline }
}

/** Injects a fault under steady load, and waits for normal speed after the fault and after the recovery. */
async function runUnderLoad(
  fault: () => void | Promise<void>,
  recover: () => void | Promise<void>,
) {
  const load = startLoad()
  const steady = async () => medians(load.samples, 0)
  await expect.poll(steady, { timeout: 60_000 }).not.toBeNull()
  const before = medians(load.samples, 0)!
  const waitUntilNormal = async () => {
    const since = performance.now()
    // Waiting for Redis would cost every request 80 ms or more; a busy machine slows the control too.
    const isNormal = () => {
      const now = medians(load.samples, since)
      if (now === null) return false
      return now.work < before.work * Math.max(2, (2 * now.control) / before.control) + 30
    }
    await expect.poll(isNormal, { timeout: 60_000 }).toBe(true)
  }
  await fault()
  await waitUntilNormal()
  await recover()
  await waitUntilNormal()
  await load.stop()
  return load.samples
}

describe('Redis faults under load', () => {
  it.each([
    [
      'Redis restarts',
      async () => {
        proxy.set('down')
        await terminate(redis)
      },
      async () => {
        redis = await startRedis(redis.port, redisDir)
        proxy.set('pass')
      },
    ],
    [
      'Redis accepts connections and never responds',
      () => proxy.set('hang'),
      () => proxy.set('pass'),
    ],
    ['Redis is flushed', flush, flush],
  ])('%s: no request fails, and requests return to normal speed', async (_name, fault, recover) => {
    const samples = await runUnderLoad(fault, recover)
    expect(samples.filter(({ status }) => status !== 200)).toEqual([])
  })
})

async function flush() {
  const client = new Redis(redis.url)
  await client.flushall()
  client.disconnect()
}
