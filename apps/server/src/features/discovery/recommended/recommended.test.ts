import { follow, followTags } from '@stoa/contract/features/follows'
import { listQuestions } from '@stoa/contract/features/questions'
import { listRecommended } from '@stoa/contract/features/recommended'
import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { aSite, expectError, type TestSite } from '../../../../test/site.ts'
import type { Actor } from '../../../kernel/rules.ts'
import { aUser } from '../../people/auth/accounts.factory.ts'
import { anAnswer } from '../../content/answers/answers.factory.ts'
import { setDeleted } from '../../content/shared/posts.factory.ts'
import { questions } from '../../../schema/posts.ts'
import { tags } from '../../../schema/tags.ts'
import { aQuestion } from '../../content/questions/questions.factory.ts'
import { recommendedQuery } from './recommended.queries.ts'

let site: TestSite
let ada: Awaited<ReturnType<typeof aUser>>
let ben: Awaited<ReturnType<typeof aUser>>

beforeAll(async () => {
  site = await aSite()
  ada = await aUser(site.ctx, { name: 'Ada' })
  ben = await aUser(site.ctx, { name: 'Ben', role: 'moderator' })
})
afterAll(() => site.close())

const ask = async (title: string, tag: string, token = ben.token) =>
  (await aQuestion(site.as(token), { title, tags: [tag] })).id
const change = (id: string, values: object) =>
  site.db.update(questions).set(values).where(eq(questions.id, id))
const recommended = async () => {
  const { count, list } = await site.as(ada.token).call(listRecommended, {})
  expect(count).toBe(list.length)
  return list.map(({ title }) => title)
}

describe('GET /question/recommend/page', () => {
  it('returns nothing to a user who follows nothing', async () => {
    await ask('Any', 'bread')
    expect(await recommended()).toEqual([])
  })

  it('returns open questions with a follow or followed tag, without those asked or answered by the user', async () => {
    await site.as(ada.token).call(followTags, { slug_name_list: ['bread'] })
    await ask('Of another tag', 'oven')
    const followed = await ask('Followed itself', 'oven')
    await site.as(ada.token).call(follow, { object_id: followed, is_cancel: false })
    await ask('Mine', 'bread', ada.token)
    await anAnswer(site.as(ada.token), await ask('Answered by me', 'bread'))
    const withdrawn = await ask('Answered and withdrawn', 'bread')
    const mine = await anAnswer(site.as(ada.token), withdrawn)
    await setDeleted(site.ctx, 'answer', mine.id, ada.id)
    await change(await ask('Closed', 'bread'), { status: 2 })
    await change(await ask('Pending', 'bread'), { status: 11 })
    await change(await ask('Unlisted', 'bread'), { isListed: false })
    await setDeleted(site.ctx, 'question', await ask('Deleted', 'bread'), ben.id)
    await ask('Newest', 'bread')
    expect(await recommended()).toEqual(['Followed itself', 'Newest', 'Any'])
  })

  it('lists followed questions first, then pinned ones', async () => {
    await change(await ask('Pinned', 'bread'), { isPinned: true })
    await ask('Newer', 'bread')
    expect(await recommended()).toEqual(['Followed itself', 'Pinned', 'Newer', 'Newest', 'Any'])
  })

  it('leaves out closed, pending and unlisted questions', async () => {
    const before = await recommended()
    for (const values of [{ status: 2 }, { status: 11 }, { isListed: false }]) {
      const id = await ask('Followed and hidden', 'oven')
      await site.as(ada.token).call(follow, { object_id: id, is_cancel: false })
      expect(await recommended()).toEqual(['Followed and hidden', ...before])
      await change(id, values)
      expect(await recommended()).toEqual(before)
    }
  })

  it('requires a member', async () => {
    await expectError(site.as().call(listRecommended, {}), 'auth.required')
  })

  it('is not an order of GET /question/page, which rejects it', async () => {
    const call = site.as(ada.token).call(listQuestions, { order: 'recommend' as 'newest' })
    const envelope = await expectError(call, 'base.request_format_error')
    expect(envelope.data).toMatchObject([{ error_field: 'order' }])
  })
})

describe('on a large site', () => {
  const cost = async () => {
    const response = await site.app.inject({
      url: listRecommended.path,
      query: { page_size: '100' },
      headers: { authorization: `Bearer ${ada.token}` },
    })
    expect(response.statusCode).toBe(200)
    return Number(response.headers['x-sql-count'])
  }

  it('takes the same number of statements, and reads only the newest questions of each tag', async () => {
    expect(await cost()).toBe(3)
    const [bread] = await site.ctx.db.select().from(tags).where(eq(tags.slugName, 'bread'))
    await site.db.execute(sql`
      with made as (
        insert into questions (user_id, title, slug, original_text, parsed_text, excerpt, renderer_version, created_at, active_at, active_by)
        select ${ben.id}, 'Copy ' || n, 'copy', repeat('x', 600), repeat('x', 700), repeat('x', 200), 1, now() - n * interval '1 minute', now(), ${ben.id}
        from generate_series(1, 20000) n returning id, created_at)
      insert into question_tags (question_id, tag_id, position, asked_at)
      select id, ${bread!.id}, 0, created_at from made`)
    await site.db.execute(sql`analyze`)
    expect(await cost()).toBe(3)
    const actor = { id: ada.id, roleId: 1 } as Actor
    const { rows } = await site.ctx.db.execute<{ 'QUERY PLAN': string }>(
      sql`explain analyze ${recommendedQuery(actor, { page: 1, page_size: 20 })}`,
    )
    const plan = rows.map((row) => row['QUERY PLAN']).join('\n')
    expect(plan).toMatch(/question_tags_tag/)
    expect(plan).not.toMatch(/Seq Scan on question(s|_tags)/)
    const read = [...plan.matchAll(/actual time=\S+ rows=(\d+)/g)].map((match) => Number(match[1]))
    expect(Math.max(...read)).toBeLessThanOrEqual(1_020)
  })
})
