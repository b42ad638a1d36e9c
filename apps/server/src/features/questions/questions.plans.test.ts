import { questionOrders } from '@stoa/contract/features/questions'
import { type SQL, sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { aSite, type TestSite } from '../../../test/site.ts'
import { aPerson } from '../accounts/accounts.factory.ts'
import { findMainTag } from '../tags/tags.queries.ts'
import {
  countingConditions,
  countQuery,
  listingConditions,
  listQuestions,
} from './questions.listing.ts'
import { idsQuery, pageQuery, rangeOf, readStarts } from './questions.pages.ts'

let site: TestSite

/** Enough rows for the planner to choose as it would on a large site. */
const rows = 20_000

beforeAll(async () => {
  site = await aSite()
  const ada = await aPerson(site.ctx)
  await site.ctx.db.execute(sql`
    insert into questions (user_id, title, slug, original_text, parsed_text, excerpt, renderer_version, status,
      deleted_at, deleted_by, is_listed, is_pinned, is_answered, score, hot_score, linked_count, created_at, active_at, active_by)
    select ${ada.id}, 'Question ' || n, 'question', 'x', '<p>x</p>', 'x', 1, case when n % 20 = 0 then 10 else 1 end,
      case when n % 20 = 0 then now() end, case when n % 20 = 0 then ${ada.id}::bigint end, n % 50 <> 0, n % 7001 = 0, n % 3 = 0, n % 97, n % 1009, n % 13, now() - n * interval '1 minute', now() - n * interval '1 second', ${ada.id}
    from generate_series(1, ${rows}) as n`)
  await site.ctx.db.execute(sql`
    with made as (
      insert into tags (slug_name, display_name, created_by, created_at)
      select name, name, ${ada.id}, now() from unnest(array['common', 'usual', 'rare']) as name returning id, slug_name)
    insert into question_tags (question_id, tag_id, position, asked_at)
    select questions.id, made.id, case slug_name when 'common' then 0 when 'usual' then 1 else 2 end, created_at
    from questions, made
    where case slug_name when 'common' then true when 'usual' then score % 8 = 0 else score % 97 = 5 end`)
  await site.ctx.db.execute(sql`update tags set question_count = (
    select count(*) from question_tags join questions on questions.id = question_id
    where tag_id = tags.id and status in (1, 2) and is_listed)`)
  await site.ctx.db.execute(sql`vacuum analyze questions`)
  await site.ctx.db.execute(sql`analyze question_tags`)
})
afterAll(() => site.close())

describe('the page of every order', () => {
  it.each(questionOrders)('%s is read from an index, without sorting the table', async (order) => {
    const where = listingConditions(new Date(), { order }, {})
    const plan = await explain(
      pageQuery(site.ctx.db, { order, where }, { start: null, page_size: 20, offset: 200 }),
    )
    expect(plan).toMatch(
      /Index (Only )?Scan using questions_(newest|active|hot|score|unanswered|frequent)/,
    )
    expect(plan).not.toMatch(/Seq Scan on questions/)
    const sorted = [...plan.matchAll(/Sort .*rows=(\d+)/g)].map((match) => Number(match[1]))
    expect(Math.max(0, ...sorted)).toBeLessThanOrEqual(40)
  })
})

describe('the hottest of the last days', () => {
  it('are looked for among those of these days, not along the hottest of all', async () => {
    const filter = { order: 'hot', in_days: 1 } as const
    const where = listingConditions(new Date(), filter, {})
    const range = { start: null, page_size: 6, offset: 0 }
    const plan = await explain({
      getSQL: () => idsQuery({ order: 'hot', where, isFew: true }, range),
    })
    expect(plan).not.toContain('questions_hot')
  })
})

describe('a page far down', () => {
  const sorted = {
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
  ])('$order $tag has what stands there', async ({ order, tag }) => {
    const isUnanswered = order === 'unanswered'
    const { rows: all } = await site.ctx.db.execute<{ title: string }>(sql`
      select title from questions where status in (1, 2) and is_listed ${isUnanswered ? sql`and not is_answered` : sql``}
        ${tag === undefined ? sql`` : sql`and id in (select question_id from question_tags join tags on tags.id = tag_id where slug_name = ${tag})`}
      order by is_pinned desc, ${sql.identifier(sorted[order])} desc, id desc`)
    const last = Math.ceil(all.length / 20)
    for (const page of [1, Math.min(51, last), Math.min(110, last), last]) {
      const found = await listQuestions(site.ctx, { order, tag }, { page, page_size: 20 })
      expect(found.count).toBe(all.length)
      const titles = found.list.map(({ title }) => title)
      expect(titles).toEqual(all.slice((page - 1) * 20, page * 20).map(({ title }) => title))
    }
  })

  it('is reached without walking there', async () => {
    const where = listingConditions(new Date(), { order: 'newest' }, {})
    const list = { order: 'newest' as const, where }
    const range = await rangeOf(15_990, () => readStarts(site.ctx.db, list, 100_000))
    expect(range.offset).toBe(990)
    const query = pageQuery(site.ctx.db, list, { ...range, page_size: 20 })
    const plan = await explain(query, sql`(analyze, timing off)`)
    const read = [...plan.matchAll(/actual rows=(\d+)/g)].map((match) => Number(match[1]))
    expect(Math.max(...read)).toBe(1_010)
    expect(plan).toMatch(/Index Only Scan using questions_newest/)
  })
})

describe('the questions of a tag', () => {
  it.each([
    ['rare', /Index (Only )?Scan using question_tags_.*/],
    ['usual', /hashed SubPlan/],
    ['common', /Index Only Scan using question_tags_question_id_tag_id_pk/],
  ] as const)('that is %s are found in its way', async (name, way) => {
    const tag = await findMainTag(site.ctx.db, name)
    const where = listingConditions(new Date(), { order: 'score' }, { tag: tag! })
    const list = { order: 'score' as const, where, tag: tag! }
    const plan = await explain(
      pageQuery(site.ctx.db, list, { start: null, offset: 0, page_size: 20 }),
      sql`(analyze, timing off)`,
    )
    expect(plan).toMatch(way)
    expect(plan).not.toMatch(/Seq Scan on questions/)
    const limited = /Limit .*\n(?:.*Sort .*\n)?/.exec(plan)?.[0] ?? ''
    // Only the few are sorted: an index of the order would be walked in search of them.
    expect(/Sort/.test(limited)).toBe(name === 'rare')
  })

  it('that is usual are counted by joining what has it, not by asking every unanswered one', async () => {
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

async function explain(query: { getSQL(): SQL }, how = sql``) {
  const result = await site.ctx.db.execute<{ 'QUERY PLAN': string }>(
    sql`explain ${how} ${query.getSQL()}`,
  )
  return result.rows.map((row) => row['QUERY PLAN']).join('\n')
}
