import type { SearchOrder } from '@stoa/contract/features/search'
import { parseSearchQuery } from '@stoa/contract/search-query'
import { render } from '@stoa/markdown/render'
import { eq, sql } from 'drizzle-orm'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { toTextColumns } from '../../src/features/content/shared/posts.actions.ts'
import { findExactMatches } from '../../src/features/discovery/search/matching.queries.ts'
import { searchPosts } from '../../src/features/discovery/search/plugin-hits.ts'
import { indexAll } from '../../src/features/discovery/search/search.factory.ts'
import { fewResults, postgresSearch } from '../../src/features/discovery/search/search.postgres.ts'
import { aUser } from '../../src/features/people/auth/accounts.factory.ts'
import { requireRow } from '../../src/kernel/transact.ts'
import { answers, questions, questionTags } from '../../src/schema/posts.ts'
import { tags } from '../../src/schema/tags.ts'
import {
  aSearchSite,
  completeBuild,
  nodeUrls,
  type SearchSite,
  untilNotDegraded,
} from './search-site.ts'

const words = [
  'tapir',
  'Zürich',
  'client_max_body',
  'use-effect',
  'HTTPServer',
  'C++',
  '.NET',
  'running',
  'runs',
  '猫が好き',
  '데이터',
  'مدرسة',
  'the',
  'asyncio.run',
  '16.1',
  "don't",
]
const inPhrases = words.filter((word) => word !== '猫が好き' && word !== '데이터')
const tagNames = ['red', 'green', 'blue']
const dayMs = 86_400_000

const sentence = fc.array(fc.constantFrom(...words), { minLength: 1, maxLength: 6 })
const texts = sentence.map((list) => list.join(' '))
const post = fc.record({
  text: texts,
  score: fc.integer({ min: -2, max: 6 }),
  ageDays: fc.integer({ min: 0, max: 20 }),
  isByBen: fc.boolean(),
})
const question = fc.record({
  post,
  title: texts,
  tags: fc.uniqueArray(fc.constantFrom(...tagNames), { maxLength: 2 }),
  views: fc.integer({ min: 0, max: 20 }),
  answers: fc.array(post, { maxLength: 3 }),
  isAccepted: fc.boolean(),
  isListed: fc.integer({ min: 0, max: 9 }).map((n) => n > 0),
})
type Question = typeof question extends fc.Arbitrary<infer T> ? T : never

const term = fc.oneof(
  fc.constantFrom(...words),
  fc.constantFrom('tap*', 'run', 'maxbody', 'client*', 'httpserver', 'zurich', '猫', '好き'),
  // OpenSearch finds the parts of a phrase in several scripts, but does not compare their order.
  fc
    .tuple(fc.constantFrom(...inPhrases), fc.constantFrom(...inPhrases))
    .map(([a, b]) => `"${a} ${b}"`),
  fc.constantFrom('-tapir', '-"running tapir"', '-runs'),
)
const filter = fc.constantFrom(
  '[red]',
  '[green]',
  '-[blue]',
  'user:ben',
  'score:0',
  'score:2',
  'answers:0',
  'answers:2',
  'views:5',
  'after:7d',
  'before:3d',
  'is:question',
  'is:answer',
  'hasaccepted:yes',
  'hasaccepted:no',
  'isaccepted:yes',
)
const queries = fc
  .tuple(fc.array(term, { maxLength: 2 }), fc.array(filter, { maxLength: 2 }))
  .map(([terms, filters]) => [...terms, ...filters].join(' '))
  .filter((text) => text !== '')

describe.skipIf(nodeUrls.length === 0)('searches with OpenSearch', () => {
  let site: SearchSite
  let authors: { ada: string; ben: string }

  beforeAll(async () => {
    site = await aSearchSite()
    const ada = await aUser(site.ctx, { name: 'Ada' })
    const ben = await aUser(site.ctx, { name: 'Ben' })
    authors = { ada: ada.id, ben: ben.id }
    for (const slugName of tagNames)
      await site.db
        .insert(tags)
        .values({ slugName, displayName: slugName, createdBy: ada.id, createdAt: new Date() })
    // A fixed seed: the same site each time, and other searches below.
    const [list = []] = fc.sample(fc.array(question, { minLength: 60, maxLength: 60 }), {
      seed: 7,
      numRuns: 1,
    })
    for (const one of list) await write(one)
    await site.db.execute(sql`update tags set question_count = 20`)
    await indexAll(site.ctx)
    await completeBuild(site.ctx)
  })
  afterAll(() => site.close())

  const columnsOf = ({ text, score, ageDays, isByBen }: Question['post'], index: number) => ({
    userId: isByBen ? authors.ben : authors.ada,
    score,
    createdAt: new Date(site.ctx.clock.now().getTime() - ageDays * dayMs - index * 1000 - 500),
    ...toTextColumns(text, render(text)),
  })

  let written = 0
  async function write({ post: own, title, tags: names, views, isListed, ...rest }: Question) {
    const columns = columnsOf(own, written++)
    const [created] = await site.db
      .insert(questions)
      .values({
        ...columns,
        title,
        slug: 'x',
        activeAt: columns.createdAt,
        activeBy: columns.userId,
        answerCount: rest.answers.length,
        viewCount: views,
        isListed,
      })
      .returning({ id: questions.id })
    const questionId = requireRow(created).id
    for (const [position, name] of names.entries())
      await site.db
        .execute(sql`insert into ${questionTags} (question_id, tag_id, position, asked_at)
        select ${questionId}, id, ${position}, ${columns.createdAt.toISOString()}::timestamptz
        from tags where slug_name = ${name}`)
    for (const [index, one] of rest.answers.entries()) {
      const [answer] = await site.db
        .insert(answers)
        .values({ questionId, ...columnsOf(one, written++) })
        .returning({ id: answers.id })
      if (index === 0 && rest.isAccepted)
        await site.db
          .update(questions)
          .set({ acceptedAnswerId: requireRow(answer).id, isAnswered: true })
          .where(eq(questions.id, questionId))
    }
  }

  const caller = { locale: 'en_US', ip: '127.0.0.1' } as const
  const actor = { id: '1', role: 'user' } as never
  const find = async (q: string, order: SearchOrder, page = 1, size = 500) =>
    await untilNotDegraded(site.ctx, () =>
      searchPosts(site.ctx, parseSearchQuery(q), { order, page, size, actor: null, caller }),
    )

  it('return the same posts as those with PostgreSQL', async () => {
    let compared = 0
    await fc.assert(
      fc.asyncProperty(queries, async (q) => {
        const expected = await findExactMatches(site.ctx, parseSearchQuery(q), actor)
        const found = await find(q, 'newest')
        if (expected.ids.length < fewResults) return
        compared++
        const ids = found.hits.map(({ id }) => id)
        expect(ids.toSorted(), q).toEqual(expected.ids.toSorted())
        expect(found).toMatchObject({ count: ids.length, isCapped: false })
      }),
      { numRuns: 150 },
    )
    expect(compared).toBeGreaterThan(30)
  })

  it.each(['newest', 'active', 'score'] as const)('are sorted alike by %s', async (order) => {
    for (const q of ['tapir', 'running [red]', 'is:answer', 'score:1 runs', 'user:ben']) {
      const options = { order, page: 1, size: 500, actor: null }
      const expected = await postgresSearch(site.ctx).search(parseSearchQuery(q), options)
      expect(expected.count, q).toBeGreaterThanOrEqual(fewResults)
      const found = await find(q, order)
      expect(found.hits, q).toEqual(expected.hits)
      const pages = [await find(q, order, 1, 2), await find(q, order, 2, 2)]
      expect(pages.flatMap(({ hits }) => hits)).toEqual(found.hits.slice(0, 4))
    }
  })

  it('accept any text', async () => {
    const hostile = [
      '\\ " / ( ) [ ] { } * ? ~ ^ : ! && || + - < > = # @',
      '"unclosed (a OR b)^2 ~3 [x TO y] _exists_:title',
      '{"query":{"match_all":{}}} </script> ${1+1} ../../_cluster',
      'a.'.repeat(127),
      'aB'.repeat(128),
      'a_'.repeat(128),
      '漢'.repeat(256),
      '漢a'.repeat(128),
      'ก'.repeat(256),
      Array.from({ length: 16 }, (_, at) => `verylongword${at}`.slice(0, 15)).join(' '),
      Array.from({ length: 16 }, (_, at) => `a${at}*`).join(' '),
      `${'x'.repeat(250)}*`,
      '-a -b -c',
      '👩‍👩‍👧‍👦 e\u0301 \u202E \uFFFD',
      'a* b* c* d* e* f* g*',
    ]
    const arbitrary = fc.sample(fc.string({ unit: 'binary', maxLength: 256 }), 40)
    for (const text of [...hostile, ...arbitrary]) {
      await find(text, 'relevance')
      await find(`${text} the tapir`, 'newest')
    }
    const { failures } = site.ctx.plugins.use('opensearch')
    expect(failures).toBe(0)
  })
})
