import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { aSite, type TestSite } from '../../../../test/site.ts'
import type { Actor } from '../../../kernel/rules.ts'
import { aUser } from '../../people/auth/accounts.factory.ts'
import { findCommentsOnPost } from './comments.queries.ts'

let site: TestSite
let questionId: string

beforeAll(async () => {
  site = await aSite()
  const ada = await aUser(site.ctx)
  const created = await site.db.execute<{ id: string }>(sql`
    insert into questions (user_id, title, slug, original_text, parsed_text, excerpt, renderer_version, created_at, active_at, active_by)
    select ${ada.id}, 'Question', 'question', 'x', 'x', 'x', 1, now(), now(), ${ada.id} from generate_series(1, 2000)
    returning id`)
  questionId = created.rows[7]!.id
  await site.db.execute(sql`
    insert into comments (question_id, user_id, original_text, parsed_text, renderer_version, created_at)
    select id, user_id, 'x', 'x', 1, now() from questions, generate_series(1, 10)`)
  await site.db.execute(sql`analyze`)
})
afterAll(() => site.close())

const member: Actor = {
  id: '2',
  roleId: 1,
  reputation: 1,
  isActivated: true,
  isSuspended: false,
  hasUsedSecondFactor: false,
}

describe('comments of a post', () => {
  it.each([
    ['a visitor', null],
    ['a member', member],
    ['a moderator', { ...member, roleId: 3 as const }],
  ])('are found through their index for %s', async (_name, actor) => {
    const query = findCommentsOnPost(site.ctx.db, actor, { questionId, answerId: null }).limit(20)
    const { rows } = await site.ctx.db.execute<{ 'QUERY PLAN': string }>(sql`explain ${query}`)
    const plan = rows.map((row) => row['QUERY PLAN']).join('\n')
    expect(plan).toMatch(/comments_post/)
    expect(plan).not.toMatch(/Seq Scan on comments/)
  })
})
