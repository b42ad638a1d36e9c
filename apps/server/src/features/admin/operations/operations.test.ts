import { discardFailedJobs, listJobs, retryFailedJobs } from '@stoa/contract/features/operations'
import { listStaffLog } from '@stoa/contract/features/staff-log'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { aSite, type TestSite } from '../../../../test/site.ts'
import { transact } from '../../../kernel/transact.ts'
import { aUser } from '../../people/auth/accounts.factory.ts'

let site: TestSite
let admin: ReturnType<TestSite['as']>

// Without workers, so that nothing else runs the jobs.
beforeAll(async () => {
  site = await aSite()
  admin = site.as((await aUser(site.ctx, { role: 'admin' })).token)
})
afterAll(() => site.close())

const hotScore = 'question.asked/hot-score'
const index = 'question.asked/index'

/** As if they had failed for a day. */
async function fail(queue: string, message: string, count: number) {
  await transact(site.ctx, async (tx) => {
    const jobs = Array.from({ length: count }, (_, n) => ({
      queue,
      payload: { questionId: `1001000000000${n}` },
    }))
    await tx.ctx.jobs.insert(tx, jobs)
    await tx.execute(sql`
      insert into pgboss.job (name, data, source_name, source_output)
      select 'dead', data, name, jsonb_build_object('message', ${message}::text)
      from pgboss.job where name = ${queue}`)
    await tx.execute(sql`delete from pgboss.job where name = ${queue}`)
  })
}

const countWaiting = async (queue: string) => {
  const { rows } = await site.db.execute<{ count: number }>(
    sql`select count(*)::int as count from pgboss.job where name = ${queue} and state < 'active'`,
  )
  return rows[0]?.count
}

describe('failed jobs', () => {
  beforeAll(async () => {
    await fail(hotScore, 'Error: out of memory', 3)
    await fail(index, 'Error: index is missing', 2)
  })

  it('are listed by queue and error', async () => {
    const { failed } = await admin.call(listJobs, {})
    expect(failed).toHaveLength(2)
    expect(failed).toContainEqual({
      queue: hotScore,
      error: 'Error: out of memory',
      count: 3,
      last_failed_at: expect.any(Number) as number,
    })
  })

  it('run again in their queue, and no others', async () => {
    expect(await admin.call(retryFailedJobs, { queue: hotScore })).toEqual({ count: 3 })
    expect(await countWaiting(hotScore)).toBe(3)
    expect(await countWaiting(index)).toBe(0)
    expect((await admin.call(listJobs, {})).failed).toMatchObject([{ queue: index, count: 2 }])
    expect(await admin.call(retryFailedJobs, { queue: hotScore })).toEqual({ count: 0 })
  })

  it('are deleted on request', async () => {
    expect(await admin.call(discardFailedJobs, { queue: index })).toEqual({ count: 2 })
    expect((await admin.call(listJobs, {})).failed).toEqual([])
    expect(await countWaiting(index)).toBe(0)
  })

  it('are in the staff log when an admin decides about them', async () => {
    const { list } = await admin.call(listStaffLog, {})
    expect(list.map(({ action, after }) => [action, after['queue']])).toEqual([
      ['discard_jobs', index],
      ['retry_jobs', hotScore],
      ['retry_jobs', hotScore],
    ])
  })

  it('are deleted and retried with all errors of their queue', async () => {
    for (const change of [discardFailedJobs, retryFailedJobs]) {
      await fail(index, 'Error: out of memory', 1)
      await fail(index, 'Error: index is missing', 2)
      expect((await admin.call(listJobs, {})).failed).toHaveLength(2)
      expect(await admin.call(change, { queue: index })).toEqual({ count: 3 })
      expect((await admin.call(listJobs, {})).failed).toEqual([])
    }
  })
})
