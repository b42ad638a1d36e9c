import { parseSearchQuery } from '@stoa/contract/search-query'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { aSite, type TestSite } from '../../../../test/site.ts'
import { aUser } from '../../people/auth/accounts.factory.ts'
import { planCandidates, maxCandidates } from './search.candidates.ts'
import { hitsQuery } from './search.hits.ts'
import { toTsQueries, wordsOfTerms } from './search.tsquery.ts'
import { postgresSearch } from './search.postgres.ts'
import { loadStems } from './search.stems.ts'
import { noTags } from './search.tags.ts'
import { loadTimeline } from './search.times.ts'

let site: TestSite

/** Enough rows for the planner to choose the plans of a large site. */
const rows = 20_000

/** Condition for questions with the tag `third`. */
const inThird = sql`split_part(questions.title, ' ', 2)::int % 3 = 0`

/** `common` is in every text, `often` in one of 7, `seldom` in one of 1,000. */
beforeAll(async () => {
  site = await aSite()
  const ada = await aUser(site.ctx)
  await site.db.execute(sql`
    insert into questions (user_id, title, slug, original_text, parsed_text, excerpt, renderer_version, created_at,
      active_at, active_by)
    select ${ada.id}, 'Question ' || n || case when n % 1000 = 0 then ' seldom' else '' end, 'question', 'x',
      '<p>very common ' || case when n % 7 = 0 then 'often ' else '' end || (
        select string_agg('word' || (n * 31 + k * k * 17) % 4999, ' ') from generate_series(1, 60) as k) || '</p>',
      'x', 1, now() - n * interval '1 minute', now(), ${ada.id}
    from generate_series(1, ${rows}) as n`)
  // Same documents as the job writes, but in one statement for speed.
  await site.db.execute(sql`
    insert into search_documents (object_id, question_id, type, user_id, created_at, title_words, vector)
    select id, id, 'question', user_id, created_at, '{}',
      setweight(to_tsvector('simple', title), 'A') || setweight(to_tsvector('simple', regexp_replace(parsed_text, '</?p>', '', 'g')), 'C')
    from questions`)
  await site.db.execute(sql`
    with created as (
      insert into tags (slug_name, display_name, created_by, created_at, question_count)
      values ('third', 'third', ${ada.id}, now(), ${Math.floor(rows / 3)}) returning id)
    insert into question_tags (question_id, tag_id, position, asked_at)
    select questions.id, created.id, 0, created_at from questions, created where ${inThird}`)
  await site.db.execute(sql`analyze questions, search_documents, question_tags`)
})
afterAll(() => site.close())

/** The plan of each statement of a search. */
async function plansOf(q: string) {
  const { terms } = parseSearchQuery(q)
  const { all } = toTsQueries(terms, await loadStems(site.ctx.db, wordsOfTerms(terms)))
  const filters = { where: undefined, postWhere: undefined, tags: noTags, isNarrow: false }
  const request = {
    match: all,
    filters,
    parts: [],
    order: 'relevance' as const,
    offset: 0,
    limit: 20,
  }
  const timeline = await loadTimeline(site.ctx)
  const { step, max } = planCandidates({ match: all, filters, max: maxCandidates }, timeline)
  const plans: string[] = []
  for (let { query, next } = step; ; { query, next } = next(0)) {
    const { rows: lines } = await site.ctx.db.execute<{ 'QUERY PLAN': string }>(
      sql`explain (analyze, timing off) ${hitsQuery(request, query)}`,
    )
    const plan = lines.map((row) => row['QUERY PLAN']).join('\n')
    plans.push(plan)
    if (next === null || maxRowsRead(plan) > max) return plans
  }
}

function maxRowsRead(plan: string) {
  return Math.max(...[...plan.matchAll(/actual rows=(\d+)/g)].map((match) => Number(match[1])))
}

describe('search of 20,000 documents', () => {
  it('reads rare words from the word index', async () => {
    for (const plan of await plansOf('seldom common')) {
      expect(plan).toMatch(/Bitmap Index Scan on search_documents_words .*actual/)
      expect(plan).not.toContain('Seq Scan on search_documents')
      expect(plan).not.toContain('Seq Scan on questions')
      expect(maxRowsRead(plan)).toBeLessThanOrEqual(20)
    }
  })

  it('reads only the newest candidates for words in every document', async () => {
    const plans = await plansOf('common')
    expect(plans).toHaveLength(1)
    expect(plans[0]).toMatch(/Bitmap Index Scan on search_documents_words .*actual/)
    expect(maxRowsRead(plans[0] ?? '')).toBeLessThan(4 * maxCandidates)
    const result = await postgresSearch(site.ctx).search(parseSearchQuery('common'), {
      order: 'relevance',
      page: 1,
      size: 20,
      actor: null,
    })
    expect(result).toMatchObject({ count: maxCandidates, isCapped: true })
  })

  it('reads all documents with the words of a phrase only when few match it', async () => {
    expect((await plansOf('"question 17000"')).length).toBeGreaterThan(1)
    expect(await plansOf('"very common"')).toHaveLength(1)
  })

  it('returns the same hits and counts as a full scan', async () => {
    const options = { order: 'newest', page: 1, size: 50, actor: null } as const
    const isThird = sql`exists (select 1 from questions where id = object_id and ${inThird})`
    for (const [q, condition, max = maxCandidates] of [
      ['common', sql`true`],
      ['often', sql`vector @@ 'often'`],
      ['word17', sql`vector @@ 'word17'`],
      ['common -often', sql`not vector @@ 'often'`],
      ['seldom', sql`vector @@ 'seldom'`],
      ['[third] common', isThird],
      ['[third] often', sql`vector @@ 'often' and ${isThird}`],
      ['[third] seldom', sql`vector @@ 'seldom' and ${isThird}`],
      ['"common often"', sql`vector @@ 'often'`],
      ['[third]', isThird, 500],
    ] as const) {
      const { rows: all } = await site.ctx.db.execute<{ id: string }>(sql`
        select object_id::text as id from search_documents where ${condition} order by created_at desc limit 50`)
      const { rows: counted } = await site.ctx.db.execute<{ n: number }>(
        sql`select count(*)::int as n from search_documents where ${condition}`,
      )
      const found = await postgresSearch(site.ctx).search(parseSearchQuery(q), options)
      expect(
        found.hits.map(({ id }) => id),
        q,
      ).toEqual(all.map(({ id }) => id))
      expect(found.count, q).toBe(Math.min(counted[0]?.n ?? 0, max))
    }
  })
})
