import { questionOrders } from '@stoa/contract/features/questions'
import { type SQL, sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { aSite, type TestSite } from '../../../../test/site.ts'
import { aUser } from '../../people/auth/accounts.factory.ts'
import { findMainTag } from '../tags/tags.queries.ts'
import {
  countingConditions,
  countQuery,
  listingConditions,
  listQuestions,
} from './questions.listing.ts'
import { idsQuery, pageQuery, findRange, listSegmentStarts } from './questions.pages.ts'

let site: TestSite

/** Enough for the planner to choose the plans of a large site. */
const rows = 20_000

beforeAll(async () => {
  site = await aSite()
  const ada = await aUser(site.ctx)
  await site.db.execute(sql`
    insert into questions (user_id, title, slug, original_text, parsed_text, excerpt, renderer_version, status,
      deleted_at, deleted_by, is_listed, is_pinned, is_answered, score, hot_score, linked_count, created_at, active_at, active_by)
    select ${ada.id}, 'Question ' || n, 'question', 'x', '<p>x</p>', 'x', 1, case when n % 20 = 0 then 10 else 1 end,
      case when n % 20 = 0 then now() end, case when n % 20 = 0 then ${ada.id}::bigint end, n % 50 <> 0, n % 7001 = 0, n % 3 = 0, n % 97, n % 1009, n % 13, now() - n * interval '1 minute', now() - n * interval '1 second', ${ada.id}
    from generate_series(1, ${rows}) as n`)
  await site.db.execute(sql`
    with made as (
      insert into tags (slug_name, display_name, created_by, created_at)
      select name, name, ${ada.id}, now() from unnest(array['common', 'usual', 'rare']) as name returning id, slug_name)
    insert into question_tags (question_id, tag_id, position, asked_at)
    select questions.id, made.id, case slug_name when 'common' then 0 when 'usual' then 1 else 2 end, created_at
    from questions, made
    where case slug_name when 'common' then true when 'usual' then score % 8 = 0 else score % 97 = 5 end`)
  await site.db.execute(sql`update tags set question_count = (
    select count(*) from question_tags join questions on questions.id = question_id
    where tag_id = tags.id and status in (1, 2) and is_listed)`)
  await site.db.execute(sql`vacuum analyze questions`)
  await site.db.execute(sql`analyze question_tags`)
})
afterAll(() => site.close())

describe('the first page of every order', () => {
  it.each(questionOrders)('%s is read from an index, without sorting the table', async (order) => {
    const where = listingConditions(new Date(), { order }, {})
    const plan = await explain(
      pageQuery(site.ctx.db, { order, where }, { start: null, page_size: 20, offset: 200 }),
    )
    expect(plan).toMatch(
      /Index (Only )?Scan using questions_(newest|active|hot|score|unanswered|frequent)/,
    )
    expect(plan).not.toMatch(/Seq Scan on questions/)
    const sortColumns = [...plan.matchAll(/Sort .*rows=(\d+)/g)].map((match) => Number(match[1]))
    expect(Math.max(0, ...sortColumns)).toBeLessThanOrEqual(40)
  })
})

describe('hot questions of recent days', () => {
  it('are found by time, not by scanning the index of hot scores', async () => {
    const filter = { order: 'hot', in_days: 1 } as const
    const where = listingConditions(new Date(), filter, {})
    const range = { start: null, page_size: 6, offset: 0 }
    const plan = await explain({
      getSQL: () => idsQuery({ order: 'hot', where, isSmall: true }, range),
    })
    expect(plan).not.toContain('questions_hot')
  })
})

describe('a deep page', () => {
  const sortColumns = {
    newest: 'created_at',
    unanswered: 'created_at',
    active: 'active_at',
    hot: 'hot_score',
    score: 'score',
    frequent: 'linked_count',
  }

  it.each([
    ...questionOrders.map((order) => ({ order, tag: undefined })),
    ...['common', 'usual', 'rare'].map((tag) => ({ order: 'score' as const, tag })),
  ])('$order $tag returns the right rows', async ({ order, tag }) => {
    const isUnanswered = order === 'unanswered'
    const { rows: all } = await site.ctx.db.execute<{ title: string }>(sql`
      select title from questions where status in (1, 2) and is_listed ${isUnanswered ? sql`and not is_answered` : sql``}
        ${tag === undefined ? sql`` : sql`and id in (select question_id from question_tags join tags on tags.id = tag_id where slug_name = ${tag})`}
      order by is_pinned desc, ${sql.identifier(sortColumns[order])} desc, id desc`)
    const last = Math.ceil(all.length / 20)
    for (const page of [1, Math.min(51, last), Math.min(110, last), last]) {
      const resultPage = await listQuestions(site.ctx, { order, tag }, { page, page_size: 20 })
      expect(resultPage.count).toBe(all.length)
      const titles = resultPage.list.map(({ title }) => title)
      expect(titles).toEqual(all.slice((page - 1) * 20, page * 20).map(({ title }) => title))
    }
  })

  it('is reached without scanning all previous rows', async () => {
    const where = listingConditions(new Date(), { order: 'newest' }, {})
    const list = { order: 'newest' as const, where }
    const range = await findRange(15_990, () => listSegmentStarts(site.ctx.db, list, 100_000))
    expect(range.offset).toBe(990)
    const query = pageQuery(site.ctx.db, list, { ...range, page_size: 20 })
    const plan = await explain(query, sql`(analyze, timing off)`)
    const rowsRead = [...plan.matchAll(/actual rows=(\d+)/g)].map((match) => Number(match[1]))
    expect(Math.max(...rowsRead)).toBe(1_010)
    expect(plan).toMatch(/Index Only Scan using questions_newest/)
  })
})

describe('questions of a tag', () => {
  it.each([
    ['rare', /Index (Only )?Scan using question_tags_.*/],
    ['usual', /hashed SubPlan/],
    ['common', /Index Only Scan using question_tags_question_id_tag_id_pk/],
  ] as const)('of a %s tag are found with the best scan', async (name, expectedScan) => {
    const tag = await findMainTag(site.ctx.db, name)
    const where = listingConditions(new Date(), { order: 'score' }, { tag: tag! })
    const list = { order: 'score' as const, where, tag: tag! }
    const plan = await explain(
      pageQuery(site.ctx.db, list, { start: null, offset: 0, page_size: 20 }),
      sql`(analyze, timing off)`,
    )
    expect(plan).toMatch(expectedScan)
    expect(plan).not.toMatch(/Seq Scan on questions/)
    const limited = /Limit .*\n(?:.*Sort .*\n)?/.exec(plan)?.[0] ?? ''
    // Only a rare tag is read and sorted as a whole.
    expect(/Sort/.test(limited)).toBe(name === 'rare')
  })

  it('of a frequent tag are counted with a join, not a check of every unanswered question', async () => {
    const tag = await findMainTag(site.ctx.db, 'usual')
    const filter = { order: 'unanswered', tag: 'usual' } as const
    const { count } = await listQuestions(site.ctx, filter, { page: 1, page_size: 20 })
    const where = countingConditions(new Date(), filter, { tag: tag! })
    const [counted] = await countQuery(site.ctx.db, where)
    const { rows: listed } = await site.ctx.db.execute(sql`
      select 1 from questions join question_tags on question_id = questions.id
      where tag_id = ${tag!.id} and status = 1 and is_listed and not is_answered`)
    expect([count, counted?.count]).toEqual([listed.length, listed.length])
    expect(await explain(countQuery(site.ctx.db, where))).not.toMatch(/SubPlan/)
  })
})

async function explain(query: { getSQL(): SQL }, options = sql``) {
  const result = await site.ctx.db.execute<{ 'QUERY PLAN': string }>(
    sql`explain ${options} ${query.getSQL()}`,
  )
  return result.rows.map((row) => row['QUERY PLAN']).join('\n')
}
