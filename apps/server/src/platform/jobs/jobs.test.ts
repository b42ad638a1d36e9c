import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { aCluster } from '../../../test/context.ts'
import { questionsListeners } from '../../features/content/questions/questions.jobs.ts'
import type { PlatformContext } from '../context.ts'
import { after } from '../../kernel/events.ts'
import { transact } from '../../kernel/transact.ts'

let cluster: Awaited<ReturnType<typeof aCluster>>
let server: PlatformContext
let worker: PlatformContext
const completed: string[] = []
const attempts = new Map<string, number>()
const finish = Promise.withResolvers<void>()
const runUntilFinish = async (name: string) => {
  attempts.set(name, (attempts.get(name) ?? 0) + 1)
  await finish.promise
}

const listeners = [
  after('bulk_action.started', 'long', () => runUntilFinish('long'), { isLong: true }),
  after('bulk_action.started', 'short', () => runUntilFinish('short')),
  after(
    'maintenance.started',
    'long',
    async (_ctx, { runId }) => {
      completed.push(runId)
    },
    { isLong: true },
  ),
  after('question.asked', 'note', async (_ctx, { questionId }) => {
    completed.push(questionId)
  }),
  after('account.activated', 'poison', async (_ctx, { userId }) => {
    attempts.set(userId, (attempts.get(userId) ?? 0) + 1)
    if (userId.startsWith('poison')) throw new Error('cannot be done')
  }),
  after('account.left', 'stall', async (ctx, { userId }) => {
    attempts.set(userId, (attempts.get(userId) ?? 0) + 1)
    await transact(ctx, async (tx) => {
      await tx.execute(sql`set local idle_in_transaction_session_timeout = 50`)
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 400)
      await tx.execute(sql`select 1`)
    })
  }),
  after('account.registered', 'lost', async (_ctx, { userId }) => {
    attempts.set(userId, (attempts.get(userId) ?? 0) + 1)
  }),
]

beforeAll(async () => {
  cluster = await aCluster()
  server = await cluster.open({ listeners })
  worker = await cluster.open({ listeners, works: true })
  // No backoff in this test.
  await server.autocommit.execute(
    sql`update pgboss.queue set retry_limit = 2, retry_delay = 0, retry_backoff = false`,
  )
})
afterAll(() => cluster.close())

describe('jobs', () => {
  it('run on a worker soon after another process has committed them', async () => {
    const started = performance.now()
    for (let count = 1; count <= 10; count++) {
      await transact(server, (tx) =>
        tx.emit('question.asked', {
          questionId: `${count}`,
          userId: '9',
          revisionId: '1',
          mentioned: [],
        }),
      )
      await expect.poll(() => completed.length).toBe(count)
    }
    // With polling instead of notifications, each of the ten would take five seconds.
    expect(performance.now() - started).toBeLessThan(25_000)
  })

  it('run a long backlog quickly', async () => {
    const ids = Array.from({ length: 120 }, (_, index) => `backlog-${index}`)
    await transact(server, async (tx) => {
      for (const questionId of ids)
        await tx.emit('question.asked', { questionId, userId: '9', revisionId: '1', mentioned: [] })
    })
    await expect.poll(() => completed.length, { timeout: 60_000 }).toBe(10 + ids.length)
    expect(new Set(completed).size).toBe(10 + ids.length)
  })

  it('are retried and then become dead letters, while others continue', async () => {
    await transact(server, async (tx) => {
      await tx.emit('account.activated', { userId: 'poison-1' })
      await tx.emit('account.activated', { userId: 'fine' })
    })
    await expect
      .poll(() => server.jobs.listDead(), { timeout: 60_000 })
      .toMatchObject([
        {
          queue: 'account.activated/poison',
          payload: { userId: 'poison-1' },
          error: { message: 'Error: cannot be done' },
        },
      ])
    expect(attempts.get('poison-1')).toBe(3)
    expect(attempts.get('fine')).toBe(1)
    await expect.poll(async () => (await worker.jobs.counts()).dead, { timeout: 60_000 }).toBe(1)
    const metrics = await worker.metrics.registry.metrics()
    expect(metrics).toContain('stoa_jobs_total{queue="account.activated/poison",result="failed"} 3')
  })

  it('are retried only four times when they stall their process', async () => {
    await server.autocommit.execute(sql`update pgboss.queue set retry_limit = 30
      where name in ('account.left/stall', 'account.registered/lost')`)
    await transact(server, async (tx) => {
      await tx.emit('account.left', { userId: 'stalls', content: 'keep' })
      const queue = 'account.registered/lost'
      await server.jobs.insert(tx, [{ queue, payload: { userId: 'lost' } }])
      // As if five workers had lost their heartbeat.
      await tx.execute(sql`update pgboss.job set retry_count = 5,
        output = '{"value": {"message": "job heartbeat timeout"}}' where name = ${queue}`)
    })
    await expect
      .poll(async () => (await server.jobs.listDead()).map(({ queue }) => queue).toSorted(), {
        timeout: 60_000,
      })
      .toEqual(['account.activated/poison', 'account.left/stall', 'account.registered/lost'])
    expect(attempts.get('stalls')).toBe(5)
    expect(attempts.get('lost')).toBeUndefined()
  }, 120_000)

  it('are started again when they expire, but not long ones while their worker lives', async () => {
    await server.autocommit.execute(sql`update pgboss.queue set expire_seconds = 2
      where expire_seconds <= 900`)
    await transact(server, (tx) => tx.emit('bulk_action.started', { bulkActionId: '1' }))
    await expect.poll(() => attempts.get('short'), { timeout: 60_000 }).toBe(3)
    expect(attempts.get('long')).toBe(1)
    finish.resolve()
  }, 120_000)

  it('are taken over soon when their worker dies, even long ones', async () => {
    await transact(server, async (tx) => {
      const queue = 'maintenance.started/long'
      await server.jobs.insert(tx, [{ queue, payload: { runId: 'orphaned' } }])
      await tx.execute(sql`update pgboss.job set state = 'active', started_on = now(),
        heartbeat_on = now() - interval '11 seconds' where name = ${queue}`)
    })
    await expect.poll(() => completed.includes('orphaned'), { timeout: 60_000 }).toBe(true)
  }, 120_000)

  it('of queues that an earlier version created are long too', async () => {
    await server.autocommit.execute(sql`update pgboss.queue set expire_seconds = 900`)
    await cluster.open({ listeners })
    const { rows } = await server.db.execute(sql`select name from pgboss.queue
      where expire_seconds = 86400 order by name`)
    expect(rows.map(({ name }) => name)).toEqual([
      'bulk_action.started/long',
      'maintenance.started/long',
    ])
  })

  it('have the same effect when delivered twice', async () => {
    await server.autocommit
      .execute(sql`insert into users (id, username, display_name, email, created_at)
      values (7, 'ada', 'Ada', 'ada@example.org', now())`)
    await server.autocommit
      .execute(sql`insert into questions (id, user_id, title, slug, original_text, parsed_text,
      excerpt, renderer_version, view_count, created_at, active_at, active_by)
      values (10010000000000001, 7, 'A', 'a', 'a', 'a', 'a', 1, 50, now(), now(), 7)`)
    const job = questionsListeners.find(({ queue }) => queue === 'question.asked/hot-score')
    const run = async () => {
      if (job?.kind === 'after')
        await job.run(server, { questionId: '10010000000000001', userId: '7' } as never)
      const { rows } = await server.db.execute<{ hot_score: number; hot_scored_at: unknown }>(
        sql`select hot_score, hot_scored_at from questions`,
      )
      return rows[0]
    }
    const once = await run()
    expect(once?.hot_score).toBeGreaterThan(0)
    expect(once?.hot_scored_at).not.toBeNull()
    expect((await run())?.hot_score).toBe(once?.hot_score)
  })
})
