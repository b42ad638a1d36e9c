import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { aSite, type TestSite } from '../../../../test/site.ts'
import { transact } from '../../../kernel/transact.ts'
import { relatedEventsQuery } from './retraction.actions.ts'

let site: TestSite
beforeAll(async () => {
  site = await aSite()
})
afterAll(() => site.close())

it('finds the events about deleted content by indexes, however many the site has', async () => {
  const plan = await transact(site.ctx, async (tx) => {
    await tx.execute(sql`set local enable_seqscan = off`)
    const { rows } = await tx.execute<{ 'QUERY PLAN': string }>(
      sql`explain ${relatedEventsQuery('1')}`,
    )
    return rows.map((row) => row['QUERY PLAN']).join('\n')
  })
  expect(plan).toContain('notification_events_once')
  expect(plan).toContain('notification_events_object_id')
  expect(plan).not.toContain('Seq Scan')
  // The comments of an answer, which have no index of their own.
  expect(plan).toMatch(/comments_post.*\n.*question_id = .*answer_id = /)
})
