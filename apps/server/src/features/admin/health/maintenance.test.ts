import type { Client } from '@stoa/contract/client'
import { getMaintenance, startMaintenance } from '@stoa/contract/features/health'
import { search } from '@stoa/contract/features/search'
import { listStaffLog } from '@stoa/contract/features/staff-log'
import { sql } from 'drizzle-orm'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { aSite, expectError, type TestSite } from '../../../../test/site.ts'
import { listeners } from '../../../features.ts'
import { aQuestion } from '../../content/questions/questions.factory.ts'
import { aUser } from '../../people/auth/accounts.factory.ts'
import { doctorSteps } from '../doctor/doctor.actions.ts'
import { maxAttempts } from './maintenance.rules.ts'

let site: TestSite
let admin: Client
let ada: Client

// Without workers: the tests run the jobs.
beforeAll(async () => {
  site = await aSite()
  admin = site.as((await aUser(site.ctx, { name: 'Rosa', role: 'admin' })).token)
  ada = site.as((await aUser(site.ctx)).token)
  await aQuestion(ada, { title: 'How long does sourdough rise?' })
  await aQuestion(ada, { title: 'Which flour has the most gluten?' })
})
afterAll(() => site.close())
afterEach(() => site.db.execute(sql`delete from maintenance_runs`))

type Kind = 'doctor' | 'search_rebuild'
const start = (kind: Kind, repairs = false) => admin.call(startMaintenance, { kind, repairs })
const get = async (kind: Kind) => (await admin.call(getMaintenance, {}))[kind]
const runJob = async ({ id }: { id: string }, ctx = site.ctx) => {
  const [listener] = listeners.after.get('maintenance.started')!
  await listener!.run(ctx, { runId: id } as never)
}
/** As if the process had been killed in its transaction with this number. */
function dyingAfter(transactions: number): TestSite['ctx'] {
  let count = 0
  const transaction: TestSite['ctx']['database']['transaction'] = async (work) => {
    if (++count > transactions) throw new Error('killed')
    return await site.ctx.database.transaction(work)
  }
  return { ...site.ctx, database: { ...site.ctx.database, transaction } }
}

describe('the doctor', () => {
  it('checks everything, finds what is wrong and leaves it', async () => {
    await site.db.execute(sql`update questions set answer_count = 7`)
    const run = await start('doctor')
    expect(run).toMatchObject({ state: 'running', done: 0, total: 0, is_stalled: false })
    await runJob(run)
    const ended = await get('doctor')
    expect(ended).toMatchObject({
      state: 'done',
      repairs: false,
      done: doctorSteps.length,
      total: doctorSteps.length,
      user_info: { display_name: 'Rosa' },
      findings: [{ name: 'questions.answer_count', count: 2, is_fixed: false, is_error: false }],
    })
    expect(ended?.ended_at).toBeGreaterThan(0)
  })

  it('repairs what it can compute again', async () => {
    const run = await start('doctor', true)
    await runJob(run)
    expect(await get('doctor')).toMatchObject({ findings: [{ count: 2, is_fixed: true }] })
    await runJob(await start('doctor'))
    expect(await get('doctor')).toMatchObject({ state: 'done', findings: [] })
  })

  it('continues after its worker was killed, and finds nothing twice', async () => {
    await site.db.execute(sql`update questions set answer_count = 7`)
    const run = await start('doctor')
    await expect(runJob(run, dyingAfter(30))).rejects.toThrow('killed')
    const interrupted = await get('doctor')
    expect(interrupted?.state).toBe('running')
    expect(interrupted?.done).toBeGreaterThan(0)
    expect(interrupted?.done).toBeLessThan(doctorSteps.length)
    await runJob(run)
    expect(await get('doctor')).toMatchObject({
      state: 'done',
      done: doctorSteps.length,
      findings: [{ name: 'questions.answer_count', count: 2 }],
    })
    await runJob(await start('doctor', true))
  })

  it('gives up when it fails again and again at the same place', async () => {
    const run = await start('doctor')
    for (let attempt = 1; attempt <= maxAttempts; attempt++)
      await expect(runJob(run, dyingAfter(1))).rejects.toThrow('killed')
    await runJob(run)
    expect(await get('doctor')).toMatchObject({ state: 'failed', done: 0 })
    expect(await start('doctor')).toMatchObject({ state: 'running' })
  })

  it('says of a check that fails that it did, and runs the others', async () => {
    await site.db.execute(sql`alter table conversions rename to conversions_moved`)
    await runJob(await start('doctor'))
    await site.db.execute(sql`alter table conversions_moved rename to conversions`)
    expect(await get('doctor')).toMatchObject({
      state: 'done',
      findings: [{ name: 'converted content that is shown in both forms', is_error: true }],
    })
  })
})

describe('POST /health/maintenance', () => {
  it('rejects a second run of a kind while the first one gives signs of life', async () => {
    await start('doctor')
    await expectError(start('doctor'), 'maintenance.running')
    expect(await start('search_rebuild')).toMatchObject({ kind: 'search_rebuild' })
  })

  it('lets one of many requests at once start', async () => {
    const results = await Promise.allSettled(Array.from({ length: 5 }, () => start('doctor')))
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  })

  it('replaces a run whose job is gone, which then does nothing', async () => {
    const first = await start('doctor')
    await site.db.execute(
      sql`update maintenance_runs set touched_at = now() - interval '2 minutes'`,
    )
    expect(await get('doctor')).toMatchObject({ id: first.id, is_stalled: true })
    const second = await start('doctor')
    await runJob(first)
    expect(await get('doctor')).toMatchObject({ id: second.id, state: 'running', done: 0 })
    const { rows } = await site.db.execute<{ state: string }>(
      sql`select state from maintenance_runs order by id`,
    )
    expect(rows.map(({ state }) => state)).toEqual(['interrupted', 'running'])
  })

  it('is in the staff log', async () => {
    await start('doctor', true)
    await start('search_rebuild')
    const { list } = await admin.call(listStaffLog, {})
    expect(list.slice(0, 2).map(({ action, after }) => [action, after])).toEqual([
      ['rebuild_search', {}],
      ['run_doctor', { repairs: true }],
    ])
  })

  it('is for admins only', async () => {
    const mod = site.as((await aUser(site.ctx, { role: 'moderator' })).token)
    await expectError(mod.call(startMaintenance, { kind: 'doctor' }), 'auth.forbidden')
  })
})

describe('rebuilding the search index', () => {
  it('indexes all posts, and says how far it is', async () => {
    await site.db.execute(sql`delete from search_documents`)
    const run = await start('search_rebuild')
    await runJob(run)
    expect(await get('search_rebuild')).toMatchObject({ state: 'done', done: 2, total: 2 })
    expect((await ada.call(search, { q: 'sourdough' })).count).toBe(1)
  })

  it('keeps posts findable meanwhile', async () => {
    const run = await start('search_rebuild')
    const counts: number[] = []
    const transaction: TestSite['ctx']['database']['transaction'] = async (work) => {
      const result = await site.ctx.database.transaction(work)
      counts.push((await ada.call(search, { q: 'sourdough' })).count)
      return result
    }
    await runJob(run, { ...site.ctx, database: { ...site.ctx.database, transaction } })
    expect(counts.length).toBeGreaterThan(3)
    expect(new Set(counts)).toEqual(new Set([1]))
  })

  it('stops when it was replaced', async () => {
    const run = await start('search_rebuild')
    let transactions = 0
    const transaction: TestSite['ctx']['database']['transaction'] = async (work) => {
      if (++transactions === 2)
        await site.db.execute(
          sql`update maintenance_runs set state = 'interrupted', ended_at = now()`,
        )
      return await site.ctx.database.transaction(work)
    }
    await runJob(run, { ...site.ctx, database: { ...site.ctx.database, transaction } })
    expect(await get('search_rebuild')).toMatchObject({ state: 'interrupted', done: 0 })
  })
})
