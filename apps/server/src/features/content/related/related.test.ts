import { listRelated } from '@stoa/contract/features/related'
import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { aSite, expectError, type TestSite } from '../../../../test/site.ts'
import { aUser } from '../../people/auth/accounts.factory.ts'
import { setDeleted } from '../shared/posts.factory.ts'
import { questions } from '../../../schema/posts.ts'
import { tags } from '../../../schema/tags.ts'
import { aQuestion } from '../questions/questions.factory.ts'
import { candidatesQuery } from './related.queries.ts'

let site: TestSite
let ada: Awaited<ReturnType<typeof aUser>>
let id: string

const ask = async (title: string, names: string[]) =>
  (await aQuestion(site.as(ada.token), { title, tags: names })).id
const related = async (questionId = id) => {
  const { count, list } = await site.as().call(listRelated, { question_id: questionId })
  expect(count).toBe(list.length)
  return list.map(({ title }) => title)
}

beforeAll(async () => {
  site = await aSite()
  ada = await aUser(site.ctx, { role: 'moderator' })
  id = await ask('How does a rye starter keep?', ['bread', 'rye'])
})
afterAll(() => site.close())

describe('GET /question/related', () => {
  it('returns nothing when no other question shares a tag', async () => {
    await ask('Something else', ['pans'])
    expect(await related()).toEqual([])
  })

  it('ranks by shared rare tags, then by shared title words', async () => {
    await ask('Rye and spelt', ['rye'])
    for (const n of [1, 2, 3]) await ask(`Bread ${n}`, ['bread'])
    await ask('Keep a loaf', ['bread'])
    const [bread] = await site.db
      .update(tags)
      .set({ questionCount: 5000 })
      .where(eq(tags.slugName, 'bread'))
      .returning()
    expect(bread).toBeDefined()
    expect(await related()).toEqual([
      'Rye and spelt',
      'Keep a loaf',
      'Bread 3',
      'Bread 2',
      'Bread 1',
    ])
  })

  it('returns at most six, listed questions only', async () => {
    const hidden = await Promise.all([1, 2, 3].map((n) => ask(`Rye, hidden ${n}`, ['rye'])))
    await setDeleted(site.ctx, 'question', hidden[0]!, ada.id)
    const set = (at: number, change: object) =>
      site.db.update(questions).set(change).where(eq(questions.id, hidden[at]!))
    await set(1, { status: 11 })
    await set(2, { isListed: false })
    for (const n of [4, 5, 6]) await ask(`Bread ${n}`, ['bread'])
    const titles = await related()
    expect(titles).toHaveLength(6)
    expect(titles.filter((title) => title.includes('hidden'))).toEqual([])
  })

  it('returns not found for a question the reader may not see', async () => {
    const deletedId = await ask('Gone', ['rye'])
    await setDeleted(site.ctx, 'question', deletedId, ada.id)
    await expectError(site.as().call(listRelated, { question_id: deletedId }), 'question.not_found')
    await expectError(site.as().call(listRelated, { question_id: '1' }), 'question.not_found')
  })
})

describe('GET /question/related with 20,000 questions', () => {
  const countStatements = async () => {
    const response = await site.app.inject({ url: listRelated.path, query: { question_id: id } })
    expect(response.statusCode).toBe(200)
    return Number(response.headers['x-sql-count'])
  }

  it('sends two statements and reads only the newest questions of each tag', async () => {
    expect(await countStatements()).toBe(2)
    await site.db.execute(sql`
      with created as (
        insert into questions (user_id, title, slug, original_text, parsed_text, excerpt, renderer_version, created_at, active_at, active_by)
        select ${ada.id}, 'Copy ' || n, 'copy', repeat('x', 600), repeat('x', 700), repeat('x', 200), 1, now() - n * interval '1 minute', now(), ${ada.id}
        from generate_series(1, 20000) n returning id, created_at)
      insert into question_tags (question_id, tag_id, position, asked_at)
      select created.id, tags.id, row_number() over (partition by created.id) - 1, created.created_at
      from created, tags where slug_name in ('bread', 'rye')`)
    await site.db.execute(sql`analyze`)
    expect(await countStatements()).toBe(2)
    const query = candidatesQuery(site.ctx.db, id, null)
    const { rows } = await site.ctx.db.execute<{ 'QUERY PLAN': string }>(
      sql`explain analyze ${query}`,
    )
    const plan = rows.map((row) => row['QUERY PLAN']).join('\n')
    expect(plan).toMatch(/question_tags_tag/)
    expect(plan).not.toMatch(/Seq Scan on question(s|_tags)/)
    const rowCounts = [...plan.matchAll(/actual time=\S+ rows=(\d+)/g)].map((match) =>
      Number(match[1]),
    )
    expect(Math.max(...rowCounts)).toBeLessThanOrEqual(700)
  })
})
