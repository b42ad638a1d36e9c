// Deletes all questions that match a filter, and restores them. BULK_ITEMS=10000 is the full size.
import {
  getBulkAction,
  startBulkAction,
  undoBulkAction,
} from '@stoa/contract/features/bulk-actions'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { aUser } from '../src/features/people/auth/accounts.factory.ts'
import { aSite, type TestSite } from './site.ts'

const items = Number(process.env['BULK_ITEMS'] ?? 300)

let site: TestSite
beforeAll(async () => {
  site = await aSite({ works: true })
})
afterAll(() => site.close())

it(`works through ${items} questions and back`, async () => {
  const root = await aUser(site.ctx, { role: 'admin' })
  const admin = site.as(root.token)
  await site.db.execute(sql`
    insert into questions (user_id, title, slug, original_text, parsed_text, excerpt, renderer_version, status,
      is_listed, created_at, active_at, active_by)
    select ${root.id}::bigint, 'Old ' || n, 'old', 'x', '<p>x</p>', 'x', 1, 1, false, now(), now(), ${root.id}::bigint
    from generate_series(1, ${items}) n`)
  const countDeleted = async () => {
    const { rows } = await site.db.execute<{ count: number }>(
      sql`select count(*)::int as count from questions where status = 10`,
    )
    return rows[0]?.count
  }
  const end = async (id: string) => {
    const get = () => admin.call(getBulkAction, { id })
    await expect.poll(async () => (await get()).state, { timeout: 1_700_000 }).toBe('done')
    return await get()
  }
  const startedAt = performance.now()
  const bulk = await admin.call(startBulkAction, {
    object_type: 'question',
    action: 'delete',
    question_filter: { query: 'old' },
  })
  expect(await end(bulk.id)).toMatchObject({ total: items, done: items })
  const milliseconds = (performance.now() - startedAt) / items
  process.stdout.write(`bulk action: ${milliseconds.toFixed(1)} ms for each question\n`)
  expect(await countDeleted()).toBe(items)
  const undo = await admin.call(undoBulkAction, { id: bulk.id })
  expect(await end(undo.id)).toMatchObject({ total: items, done: items })
  expect(await countDeleted()).toBe(0)
}, 1_800_000)
