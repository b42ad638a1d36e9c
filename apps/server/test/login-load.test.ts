import { login } from '@stoa/contract/features/accounts'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { hashPassword } from '../src/kernel/passwords.ts'
import { aBareServer } from './bare-server.ts'
import { aProgram, type Program, type Running } from './program.ts'
import { aSite, type TestSite } from './site.ts'

const concurrency = 50
const logins = 300
const pass = 'columns of marble'

let site: TestSite
let hashMs: number
let program: Program
let running: Running
let bare: Awaited<ReturnType<typeof aBareServer>>

beforeAll(async () => {
  site = await aSite()
  const hashStarted = performance.now()
  const hash = await hashPassword(pass)
  hashMs = performance.now() - hashStarted
  await site.db.execute(sql`insert into users
    (username, display_name, email, password_hash, activated_at, created_at)
    select 'busy-' || n, 'Busy ' || n, 'busy-' || n || '@example.org', ${hash}, now(), now()
    from generate_series(1, ${logins}) n`)
  bare = await aBareServer()
  program = await aProgram()
  running = await program.start('serve', {
    STOA_DATABASE_URL: site.ctx.config.database_url ?? '',
    STOA_TRUST_PROXY: '127.0.0.1',
    STOA_LOG_LEVEL: 'info',
    STOA_REQUESTS_AT_ONCE: '1000',
    STOA_DATABASE_WAIT_MS: '60000',
  })
})

afterAll(async () => {
  bare.child.kill()
  await running.stop()
  program.remove()
  await site.close()
})

let next = 0

/** A different user and IP each time, to avoid rate limits. */
async function logIn() {
  const n = ++next
  const response = await fetch(running.origin + login.path, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      'x-forwarded-for': `10.1.${n >> 8}.${n & 255}`,
    },
    body: JSON.stringify({ e_mail: `busy-${n}@example.org`, pass }),
  })
  await response.arrayBuffer()
  return response.status
}

async function msOf(url: string) {
  const started = performance.now()
  const response = await fetch(url)
  await response.arrayBuffer()
  expect(response.status).toBe(200)
  return performance.now() - started
}

const percentile = (times: number[], share: number) =>
  times.toSorted((a, b) => a - b)[Math.floor(times.length * share)] ?? 0

it('password hashing does not block the event loop while fifty users log in', async () => {
  const health = `${running.origin}/healthz`
  for (let n = 0; n < 20; n++) await Promise.all([msOf(health), msOf(bare.origin)])
  const statuses: number[] = []
  const loops = Array.from({ length: concurrency }, async () => {
    while (next < logins) statuses.push(await logIn())
  })
  let isBusy = true
  const done = Promise.all(loops).then(() => (isBusy = false))
  const times: { health: number[]; bare: number[] } = { health: [], bare: [] }
  while (isBusy) {
    times.health.push(await msOf(health))
    times.bare.push(await msOf(bare.origin))
    await new Promise((resolve) => setTimeout(resolve, 5))
  }
  await done
  expect(new Set(statuses)).toEqual(new Set([200]))
  expect(times.health.length).toBeGreaterThan(20)
  // Hashing on the event loop would delay a request by all fifty hashes; off the event loop, at most by the load
  // of one core.
  const excessMs = percentile(times.health, 0.9) - 2 * percentile(times.bare, 0.9)
  expect(excessMs).toBeLessThan((concurrency / 5) * hashMs)
})
