import { currentUser, login } from '@stoa/contract/features/accounts'
import { switchBookmark } from '@stoa/contract/features/bookmarks'
import { getQuestion, listQuestions } from '@stoa/contract/features/questions'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { aPerson } from '../src/features/accounts/accounts.factory.ts'
import { aQuestion } from '../src/features/questions/questions.factory.ts'
import { readLatest } from '../src/kernel/reads.ts'
import { withScope } from '../src/kernel/request-scope.ts'
import { servicePorts } from './databases.ts'
import { aProxy } from './proxy.ts'
import { aReplicatedDatabase } from './replicated.ts'
import { aSite, expectError, type TestSite } from './site.ts'

let database: Awaited<ReturnType<typeof aReplicatedDatabase>>
let proxy: Awaited<ReturnType<typeof aProxy>>
/** Two processes that read a replica which may be far behind, one that may not, one that has none. */
let here: TestSite
let there: TestSite
let strict: TestSite
let alone: TestSite

async function open(env: Record<string, string>, isInstalled = true) {
  return await aSite({ databaseUrl: database.url, env, isInstalled: !isInstalled })
}

beforeAll(async () => {
  database = await aReplicatedDatabase()
  proxy = await aProxy(database.replicaPort)
  const viaProxy = new URL(database.replicaUrl)
  viaProxy.port = String(proxy.port)
  const patient = { STOA_DATABASE_REPLICA_LAG_MS: '60000' }
  alone = await open({}, false)
  here = await open({ STOA_DATABASE_REPLICAS: database.replicaUrl, ...patient })
  there = await open({ STOA_DATABASE_REPLICAS: viaProxy.href, ...patient })
  strict = await open({
    STOA_DATABASE_REPLICAS: database.replicaUrl,
    STOA_DATABASE_REPLICA_LAG_MS: '400',
  })
})
afterAll(async () => {
  try {
    for (const site of [here, there, strict, alone]) await site.close()
  } finally {
    proxy.close()
    database.remove()
  }
})
beforeEach(async () => {
  for (const site of [here, there, strict]) await untilRead(site)
})

async function metricOf(site: TestSite, name: 'replicaUsable' | 'replicaLag') {
  return (await site.ctx.metrics[name].get()).values[0]?.value
}

async function untilRead(site: TestSite, usable = 1) {
  await expect.poll(() => metricOf(site, 'replicaUsable')).toBe(usable)
}

/** How many statements a replica has answered for a site. */
async function answeredFor(site: TestSite) {
  const { values } = await site.ctx.metrics.replicaReads.get()
  return values.find(({ labels }) => labels['result'] === 'answered')?.value ?? 0
}

function countOf(response: { headers: Record<string, unknown> }) {
  return response.headers['x-sql-count']
}

async function statusOf(site: TestSite, url: string) {
  return (await site.app.inject({ url })).statusCode
}

const titlesOf = async (site: TestSite) =>
  (await site.as().call(listQuestions, { order: 'newest' })).list.map(({ title }) => title)

describe('with a replica', () => {
  it('reads go to it, calls cost what they cost without it', async () => {
    const { token } = await aPerson(alone.ctx)
    const { id } = await aQuestion(alone.as(token))
    const url = `${getQuestion.path}?id=${id}`
    await expect.poll(() => statusOf(here, url)).toBe(200)

    const headers = { authorization: `Bearer ${token}` }
    const reading = async (site: TestSite) => countOf(await site.app.inject({ url, headers }))
    const before = await answeredFor(here)
    expect(await reading(here)).toBe(await reading(alone))
    expect(await answeredFor(here)).toBeGreaterThan(before)
    const payload = { object_id: id, bookmark: true }
    const write = { method: 'POST', url: switchBookmark.path, headers, payload } as const
    expect(countOf(await here.app.inject(write))).toBe(countOf(await alone.app.inject(write)))
    const asked = await database.onReplica(
      `select 1 from pg_stat_activity where application_name = 'stoa' and query like '%"questions"%'`,
    )
    expect(asked.length).toBeGreaterThan(0)
  })

  it('everyone reads their own writes in every process, others may read what was', async () => {
    const people = []
    for (let index = 0; index < 10; index++)
      people.push(await aPerson(here.ctx, { role: 'moderator' }))
    const { count: before } = await here.as().call(listQuestions, { order: 'newest' })
    await database.pause()
    try {
      let seen = 0
      let hidden = 0
      async function writeAndRead(token: string) {
        for (let round = 0; round < 10; round++) {
          const [write, read] = round % 2 === 0 ? [here, there] : [there, here]
          const { id } = await aQuestion(write.as(token))
          if ((await read.as(token).call(getQuestion, { id })).id === id) seen++
          if ((await statusOf(read, `${getQuestion.path}?id=${id}`)) === 404) hidden++
        }
      }
      await Promise.all(people.map(({ token }) => writeAndRead(token)))
      expect({ seen, hidden }).toEqual({ seen: 100, hidden: 100 })
      // What is kept in a cache is never made of old rows.
      expect(await here.as().call(listQuestions, { order: 'newest' })).toMatchObject({
        count: before + 100,
        list: { length: before },
      })
    } finally {
      await database.resume()
    }
    await expect.poll(async () => (await titlesOf(here)).length).toBe(20)
    await expect.poll(async () => (await titlesOf(there)).length).toBe(20)
  })

  it('what follows a write in one request, or will be kept, is what is true now', async () => {
    await database.pause()
    try {
      const find = (id: string) =>
        here.ctx.replicas.read(null, async () => {
          const { rows } = await here.ctx.db.execute(sql`select id from users where id = ${id}`)
          return rows.length
        })
      const { id } = await withScope('a-request', async () => {
        const person = await aPerson(here.ctx)
        expect(await find(person.id)).toBe(1)
        return person
      })
      expect(await find(id)).toBe(0)
      expect(await readLatest(() => find(id))).toBe(1)
    } finally {
      await database.resume()
    }
  })

  it('who has just signed in reads what is theirs', async () => {
    await database.pause()
    try {
      const password = 'a porch with columns'
      const { email, id } = await aPerson(alone.ctx, { password })
      const { access_token: token } = await here.as().call(login, { e_mail: email, pass: password })
      expect(await there.as(token).call(currentUser, {})).toMatchObject({ id })
    } finally {
      await database.resume()
    }
  })

  it('is left while it is further behind than it may be, and taken back', async () => {
    await database.pause()
    try {
      const { id } = await aQuestion(alone.as((await aPerson(alone.ctx)).token))
      await expectError(here.as().call(getQuestion, { id }), 'question.not_found')
      await untilRead(strict, 0)
      expect((await strict.as().call(getQuestion, { id })).id).toBe(id)
      expect(await metricOf(strict, 'replicaLag')).toBeGreaterThanOrEqual(0.4)
    } finally {
      await database.resume()
    }
    await untilRead(strict)
    await expect.poll(() => metricOf(strict, 'replicaLag')).toBeLessThan(0.4)
  })
})

/** Reads without a pause until told to stop; every status there was. */
function startReading(site: TestSite) {
  const statuses = new Set<number>()
  let isOver = false
  let longest = 0
  async function reader() {
    while (!isOver) {
      const start = performance.now()
      statuses.add(await statusOf(site, `${listQuestions.path}?order=newest`))
      longest = Math.max(longest, performance.now() - start)
    }
  }
  const readers = [reader(), reader(), reader(), reader()]
  return async () => {
    isOver = true
    await Promise.all(readers)
    return { statuses: [...statuses], longest }
  }
}

describe('a replica that fails', () => {
  it('by being killed: no request fails, and it is read again when it is back', async () => {
    const start = await answeredFor(here)
    const stop = startReading(here)
    await expect.poll(() => answeredFor(here)).toBeGreaterThan(start + 20)
    database.kill()
    await untilRead(here, 0)
    expect(await statusOf(here, '/readyz')).toBe(200)
    await database.start()
    await untilRead(here)
    const before = await answeredFor(here)
    await expect.poll(() => answeredFor(here)).toBeGreaterThan(before)
    expect(await stop()).toMatchObject({ statuses: [200] })
  })

  it('by going silent: what waits for it is asked of the primary', async () => {
    const before = await answeredFor(there)
    const stop = startReading(there)
    await expect.poll(() => answeredFor(there)).toBeGreaterThan(before + 20)
    proxy.set('hang')
    await untilRead(there, 0)
    const { statuses, longest } = await stop()
    expect(statuses).toEqual([200])
    // Without the patience of a second, a request would wait for the statement's limit of 15.
    expect(longest).toBeLessThan(10_000)
    proxy.set('pass')
    await untilRead(there)
  })

  it('by being no copy of the primary: it is never read', async () => {
    const others = [database.url, servicePorts().postgres.url]
    const site = await open({ STOA_DATABASE_REPLICAS: others.join(', ') })
    const usable = async () =>
      (await site.ctx.metrics.replicaUsable.get()).values.map(({ value }) => value)
    await expect.poll(usable).toEqual([0, 0])
    expect(await statusOf(site, `${listQuestions.path}?order=newest`)).toBe(200)
    expect(await answeredFor(site)).toBe(0)
    await site.close()
  })
})

describe('without a replica', () => {
  it('nothing is noted and nothing is asked', async () => {
    const { id, token } = await aPerson(alone.ctx)
    await aQuestion(alone.as(token))
    const { rows } = await alone.ctx.primary.execute(
      sql`select 1 from write_marks where person = ${id}`,
    )
    expect(rows).toEqual([])
    expect(alone.ctx.db).toBe(alone.ctx.primary)
  })
})
