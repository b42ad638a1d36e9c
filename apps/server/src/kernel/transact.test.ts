import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { aCluster } from '../../test/context.ts'
import type { Context } from './context.ts'
import type { WriteDb } from './database.ts'
import { after, within } from './events.ts'
import { settings } from '../schema/settings.ts'
import { sqlState, transact } from './transact.ts'

const queue = 'question.asked/test-after'
let cluster: Awaited<ReturnType<typeof aCluster>>
let ctx: Context
let isWithinFailing = false
let contextOfListener: unknown

beforeAll(async () => {
  cluster = await aCluster()
  ctx = await cluster.open({
    listeners: [
      within('question.asked', async (tx, { questionId }) => {
        if (isWithinFailing) throw new Error('listener failed')
        contextOfListener = tx.ctx
        await write(tx, `within-${questionId}`)
      }),
      after('question.asked', 'test-after', async () => {}),
    ],
  })
  await ctx.autocommit.execute(
    sql`create table counters (name text primary key, value int not null)`,
  )
})
afterAll(() => cluster.close())

async function write(db: WriteDb, name: string) {
  await db.insert(settings).values({ name, value: {}, updatedAt: new Date() })
}

async function findWrites(id: string) {
  const rows = await ctx.db
    .select()
    .from(settings)
    .where(eq(settings.name, `within-${id}`))
  const jobs = await ctx.db.execute<{ data: unknown }>(
    sql`select data from pgboss.job where name = ${queue} and data ->> 'questionId' = ${id}`,
  )
  return { rows: rows.length, jobs: jobs.rows.map(({ data }) => data) }
}

describe('transact', () => {
  it('commits the change with the rows of its listeners and their jobs', async () => {
    await transact(ctx, async (tx) => {
      await tx.emit('question.asked', {
        questionId: '1',
        userId: '9',
        revisionId: '1',
        mentioned: [],
      })
      expect(await findWrites('1')).toEqual({ rows: 0, jobs: [] })
    })
    expect(await findWrites('1')).toEqual({
      rows: 1,
      jobs: [{ questionId: '1', userId: '9', revisionId: '1', mentioned: [] }],
    })
    expect(contextOfListener).toBe(ctx)
  })

  it('rolls back rows and jobs when it fails after the event', async () => {
    const work = transact(ctx, async (tx) => {
      await tx.emit('question.asked', {
        questionId: '2',
        userId: '9',
        revisionId: '1',
        mentioned: [],
      })
      throw new Error('changed my mind')
    })
    await expect(work).rejects.toThrow('changed my mind')
    expect(await findWrites('2')).toEqual({ rows: 0, jobs: [] })
  })

  it('rolls back rows and jobs when the commit fails', async () => {
    await ctx.autocommit.execute(sql`create table parents (id int primary key)`)
    await ctx.autocommit.execute(
      sql`create table children (parent int references parents deferrable initially deferred)`,
    )
    const work = transact(ctx, async (tx) => {
      await tx.emit('question.asked', {
        questionId: '4',
        userId: '9',
        revisionId: '1',
        mentioned: [],
      })
      await tx.execute(sql`insert into children values (1)`)
    })
    await expect(work).rejects.toThrow()
    expect(await findWrites('4')).toEqual({ rows: 0, jobs: [] })
  })

  it('rolls back when a `within` listener fails', async () => {
    isWithinFailing = true
    const work = transact(ctx, async (tx) => {
      await write(tx, 'before-the-event')
      await tx.emit('question.asked', {
        questionId: '3',
        userId: '9',
        revisionId: '1',
        mentioned: [],
      })
    })
    await expect(work).rejects.toThrow('listener failed')
    isWithinFailing = false
    const rows = await ctx.db.select().from(settings).where(eq(settings.name, 'before-the-event'))
    expect([rows, await findWrites('3')]).toEqual([[], { rows: 0, jobs: [] }])
  })

  it('runs afterCommit callbacks after the commit, and never after a rollback', async () => {
    const calls: string[] = []
    await transact(ctx, async (tx) => {
      await write(tx, 'follow-up')
      tx.afterCommit(async () => {
        const rows = await ctx.db.select().from(settings).where(eq(settings.name, 'follow-up'))
        calls.push(`committed ${rows.length}`)
      })
    })
    const failed = transact(ctx, async (tx) => {
      tx.afterCommit(async () => void calls.push('never'))
      throw new Error('no')
    })
    await expect(failed).rejects.toThrow('no')
    expect(calls).toEqual(['committed 1'])
  })

  it('succeeds when an afterCommit callback fails', async () => {
    const result = await transact(ctx, async (tx) => {
      tx.afterCommit(async () => {
        throw new Error('cache is down')
      })
      return 'done'
    })
    expect(result).toBe('done')
  })

  it('retries after a deadlock and emits its event once', async () => {
    await ctx.autocommit.execute(sql`insert into counters values ('a', 0), ('b', 0)`)
    let runs = 0
    const bothLocked = createBarrier(2)
    const add = (names: string[], id: string) =>
      transact(ctx, async (tx) => {
        runs++
        await tx.emit('question.asked', {
          questionId: id,
          userId: '9',
          revisionId: '1',
          mentioned: [],
        })
        await tx.execute(sql`update counters set value = value + 1 where name = ${names[0]}`)
        await bothLocked()
        await tx.execute(sql`update counters set value = value + 1 where name = ${names[1]}`)
      })
    await Promise.all([add(['a', 'b'], '10'), add(['b', 'a'], '11')])
    const { rows } = await ctx.db.execute(sql`select name, value from counters order by name`)
    expect(rows).toEqual([
      { name: 'a', value: 2 },
      { name: 'b', value: 2 },
    ])
    expect(runs).toBe(3)
    for (const id of ['10', '11'])
      expect(await findWrites(id)).toMatchObject({ rows: 1, jobs: [{ questionId: id }] })
  })

  it('fails after three deadlocks and does not retry other errors', async () => {
    let runs = 0
    const failing = (state: string) =>
      transact(ctx, async (tx) => {
        runs++
        await tx.execute(
          sql.raw(`do $$ begin raise exception 'made up' using errcode = '${state}'; end $$`),
        )
      })
    const error = await failing('40P01').catch((reason: unknown) => reason)
    expect([sqlState(error), runs]).toEqual(['40P01', 3])
    await expect(failing('23505')).rejects.toThrow()
    expect(runs).toBe(4)
  })
})

function createBarrier(count: number) {
  let arrived = 0
  let open = () => {}
  const opened = new Promise<void>((resolve) => {
    open = resolve
  })
  return async () => {
    if (++arrived >= count) open()
    await opened
  }
}
