import { currentUser, login } from '@stoa/contract/features/accounts'
import { switchBookmark } from '@stoa/contract/features/bookmarks'
import { getQuestion, listQuestions } from '@stoa/contract/features/questions'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { aUser } from '../src/features/people/auth/accounts.factory.ts'
import { aQuestion } from '../src/features/content/questions/questions.factory.ts'
import { readLatest } from '../src/platform/replicas/read-routing.ts'
import { withScope } from '../src/kernel/request-scope.ts'
import { servicePorts } from './databases.ts'
import { aProxy } from './proxy.ts'
import { aReplicatedDatabase } from './replicated.ts'
import { aSite, expectError, type TestSite } from './site.ts'

let database: Awaited<ReturnType<typeof aReplicatedDatabase>>
let proxy: Awaited<ReturnType<typeof aProxy>>
/** Two processes that accept a high replication lag, one with a low limit, one without a replica. */
let siteA: TestSite
let siteB: TestSite
let lowLagSite: TestSite
let noReplicaSite: TestSite

async function open(env: Record<string, string>, isInstalled = true) {
  return await aSite({ databaseUrl: database.url, env, isInstalled: !isInstalled })
}

beforeAll(async () => {
  database = await aReplicatedDatabase()
  proxy = await aProxy(database.replicaPort)
  const viaProxy = new URL(database.replicaUrl)
  viaProxy.port = String(proxy.port)
  const highLag = { STOA_DATABASE_REPLICA_LAG_MS: '60000' }
  noReplicaSite = await open({}, false)
  siteA = await open({ STOA_DATABASE_REPLICAS: database.replicaUrl, ...highLag })
  siteB = await open({ STOA_DATABASE_REPLICAS: viaProxy.href, ...highLag })
  lowLagSite = await open({
    STOA_DATABASE_REPLICAS: database.replicaUrl,
    STOA_DATABASE_REPLICA_LAG_MS: '400',
  })
})
afterAll(async () => {
  try {
    for (const site of [siteA, siteB, lowLagSite, noReplicaSite]) await site.close()
  } finally {
    proxy.close()
    database.remove()
  }
})
beforeEach(async () => {
  for (const site of [siteA, siteB, lowLagSite]) await waitUntilUsable(site)
})

async function metricOf(site: TestSite, name: 'replicaUsable' | 'replicaLag') {
  return (await site.ctx.metrics[name].get()).values[0]?.value
}

async function waitUntilUsable(site: TestSite, usable = 1) {
  await expect.poll(() => metricOf(site, 'replicaUsable')).toBe(usable)
}

async function countReplicaReads(site: TestSite) {
  const { values } = await site.ctx.metrics.replicaReads.get()
  const answered = values.find(({ labels }) => 'result' in labels && labels.result === 'answered')
  return answered?.value ?? 0
}

function sqlCountOf(response: { headers: Record<string, unknown> }) {
  return response.headers['x-sql-count']
}

async function statusOf(site: TestSite, url: string) {
  return (await site.app.inject({ url })).statusCode
}

const titlesOf = async (site: TestSite) =>
  (await site.as().call(listQuestions, { order: 'newest' })).list.map(({ title }) => title)

describe('read replicas', () => {
  it('serve reads without extra statements', async () => {
    const { token } = await aUser(noReplicaSite.ctx)
    const { id } = await aQuestion(noReplicaSite.as(token))
    const url = `${getQuestion.path}?id=${id}`
    await expect.poll(() => statusOf(siteA, url)).toBe(200)

    const headers = { authorization: `Bearer ${token}` }
    const countStatements = async (site: TestSite) =>
      sqlCountOf(await site.app.inject({ url, headers }))
    const before = await countReplicaReads(siteA)
    expect(await countStatements(siteA)).toBe(await countStatements(noReplicaSite))
    expect(await countReplicaReads(siteA)).toBeGreaterThan(before)
    const payload = { object_id: id, bookmark: true }
    const write = { method: 'POST', url: switchBookmark.path, headers, payload } as const
    expect(sqlCountOf(await siteA.app.inject(write))).toBe(
      sqlCountOf(await noReplicaSite.app.inject(write)),
    )
    const replicaQueries = await database.onReplica(
      `select 1 from pg_stat_activity where application_name = 'stoa' and query like '%from "%'`,
    )
    expect(replicaQueries.length).toBeGreaterThan(0)
  })

  it('users read their own writes in every process, others may read older data', async () => {
    const users = []
    for (let index = 0; index < 10; index++)
      users.push(await aUser(siteA.ctx, { role: 'moderator' }))
    const { count: before } = await siteA.as().call(listQuestions, { order: 'newest' })
    await database.pause()
    try {
      let seen = 0
      let hidden = 0
      async function writeAndRead(token: string) {
        for (let round = 0; round < 10; round++) {
          const [write, read] = round % 2 === 0 ? [siteA, siteB] : [siteB, siteA]
          const { id } = await aQuestion(write.as(token))
          if ((await read.as(token).call(getQuestion, { id })).id === id) seen++
          if ((await statusOf(read, `${getQuestion.path}?id=${id}`)) === 404) hidden++
        }
      }
      await Promise.all(users.map(({ token }) => writeAndRead(token)))
      expect({ seen, hidden }).toEqual({ seen: 100, hidden: 100 })
      // Cached values are never computed from a lagging replica.
      expect(await siteA.as().call(listQuestions, { order: 'newest' })).toMatchObject({
        count: before + 100,
        list: { length: before },
      })
    } finally {
      await database.resume()
    }
    await expect.poll(async () => (await titlesOf(siteA)).length).toBe(20)
    await expect.poll(async () => (await titlesOf(siteB)).length).toBe(20)
  })

  it('reads after a write in one request, and reads for caches, use the primary', async () => {
    await database.pause()
    try {
      const find = (id: string) =>
        siteA.ctx.replicas.read(null, async () => {
          const { rows } = await siteA.ctx.db.execute(sql`select id from users where id = ${id}`)
          return rows.length
        })
      const { id } = await withScope('a-request', async () => {
        const user = await aUser(siteA.ctx)
        expect(await find(user.id)).toBe(1)
        return user
      })
      expect(await find(id)).toBe(0)
      expect(await readLatest(() => find(id))).toBe(1)
    } finally {
      await database.resume()
    }
  })

  it('a new session reads its own data', async () => {
    await database.pause()
    try {
      const password = 'a porch with columns'
      const { email, id } = await aUser(noReplicaSite.ctx, { password })
      const { access_token: token } = await siteA
        .as()
        .call(login, { e_mail: email, pass: password })
      expect(await siteB.as(token).call(currentUser, {})).toMatchObject({ id })
    } finally {
      await database.resume()
    }
  })

  it('are skipped while their lag exceeds the limit', async () => {
    await database.pause()
    try {
      const { id } = await aQuestion(noReplicaSite.as((await aUser(noReplicaSite.ctx)).token))
      await expectError(siteA.as().call(getQuestion, { id }), 'question.not_found')
      await waitUntilUsable(lowLagSite, 0)
      expect((await lowLagSite.as().call(getQuestion, { id })).id).toBe(id)
      expect(await metricOf(lowLagSite, 'replicaLag')).toBeGreaterThanOrEqual(0.4)
    } finally {
      await database.resume()
    }
    await waitUntilUsable(lowLagSite)
    await expect.poll(() => metricOf(lowLagSite, 'replicaLag')).toBeLessThan(0.4)
  })
})

/** Reads continuously until stopped. */
function startReading(site: TestSite) {
  const statuses = new Set<number>()
  let isStopped = false
  let maxMs = 0
  async function reader() {
    while (!isStopped) {
      const start = performance.now()
      statuses.add(await statusOf(site, `${listQuestions.path}?order=newest`))
      maxMs = Math.max(maxMs, performance.now() - start)
    }
  }
  const readers = [reader(), reader(), reader(), reader()]
  return async () => {
    isStopped = true
    await Promise.all(readers)
    return { statuses: [...statuses], maxMs }
  }
}

describe('replica failure', () => {
  it('killed: no request fails, and the replica is used again after its restart', async () => {
    const start = await countReplicaReads(siteA)
    const stop = startReading(siteA)
    await expect.poll(() => countReplicaReads(siteA)).toBeGreaterThan(start + 20)
    database.kill()
    await waitUntilUsable(siteA, 0)
    expect(await statusOf(siteA, '/readyz')).toBe(200)
    await database.start()
    await waitUntilUsable(siteA)
    const before = await countReplicaReads(siteA)
    await expect.poll(() => countReplicaReads(siteA)).toBeGreaterThan(before)
    expect(await stop()).toMatchObject({ statuses: [200] })
  })

  it('hanging: waiting reads are sent to the primary', async () => {
    const before = await countReplicaReads(siteB)
    const stop = startReading(siteB)
    await expect.poll(() => countReplicaReads(siteB)).toBeGreaterThan(before + 20)
    proxy.set('hang')
    await waitUntilUsable(siteB, 0)
    const { statuses, maxMs } = await stop()
    expect(statuses).toEqual([200])
    // Without the timeout of a second, a request would wait for the statement timeout of 15.
    expect(maxMs).toBeLessThan(10_000)
    proxy.set('pass')
    await waitUntilUsable(siteB)
  })

  it('not a copy of the primary: it is never used', async () => {
    const others = [database.url, servicePorts().postgres.url]
    const site = await open({ STOA_DATABASE_REPLICAS: others.join(', ') })
    const usable = async () =>
      (await site.ctx.metrics.replicaUsable.get()).values.map(({ value }) => value)
    await expect.poll(usable).toEqual([0, 0])
    expect(await statusOf(site, `${listQuestions.path}?order=newest`)).toBe(200)
    expect(await countReplicaReads(site)).toBe(0)
    await site.close()
  })
})

describe('without a replica', () => {
  it('no LSN is stored and no replica is queried', async () => {
    const { id, token } = await aUser(noReplicaSite.ctx)
    await aQuestion(noReplicaSite.as(token))
    const { rows } = await noReplicaSite.ctx.primary.execute(
      sql`select 1 from write_marks where person = ${id}`,
    )
    expect(rows).toEqual([])
    expect(noReplicaSite.ctx.replicas.isEnabled).toBe(false)
  })
})
