import { parseSearchQuery } from '@stoa/contract/search-query'
import type { SearchRequest } from '@stoa/plugin-kit/search'
import { describe, expect, it } from 'vitest'
import { type Query, toQuery, toSearchBody } from './query.ts'

const aRequest = (text: string, changes: Partial<SearchRequest> = {}): SearchRequest => ({
  terms: parseSearchQuery(text).terms,
  match: 'all',
  type: null,
  userId: null,
  questionId: null,
  tagIds: [],
  excludedTagIds: [],
  createdSince: null,
  createdBefore: null,
  order: 'relevance',
  limit: 1000,
  ...changes,
})

type Bool = { must?: Query[]; should?: Query[]; filter: Query[]; must_not: Query[] }
const boolOf = (text: string, changes: Partial<SearchRequest> = {}) =>
  (toQuery(aRequest(text, changes)) as { bool: Bool }).bool

/** What is searched for in which fields, without weights. */
const readable = (query: unknown) =>
  JSON.stringify(query)
    .replaceAll(/\^[\d.]+/g, '')
    .replaceAll('"title","tags","text"', 'words')
    .replaceAll('"title.stems","tags.stems","text.stems"', 'stems')
    .replaceAll('"title.pairs","tags.pairs","text.pairs"', 'pairs')
    .replaceAll(/"([a-z_]+)":/gi, '$1:')

describe('the query for OpenSearch', () => {
  it.each([
    [
      'tapir',
      '{dis_max:{queries:[{multi_match:{query:"tapir",type:"phrase",fields:[words]}},{multi_match:{query:"tapir",type:"phrase",fields:[stems]}}],tie_breaker:0.1}}',
    ],
    ['"a tapir"', '{multi_match:{query:"a tapir",type:"phrase",fields:[words]}}'],
    ['猫が好き', '{multi_match:{query:"猫が好き",operator:"and",fields:[pairs]}}'],
    ['"猫が好き"', '{multi_match:{query:"猫が好き",type:"phrase",fields:[pairs]}}'],
    [
      '猫',
      '{dis_max:{queries:[{prefix:{title.pairs:{value:"猫"}}},{prefix:{tags.pairs:{value:"猫"}}},{prefix:{text.pairs:{value:"猫"}}}],tie_breaker:0.1}}',
    ],
  ])('has %s as a condition', (text, expected) => {
    const { must = [], must_not: mustNot } = boolOf(text)
    expect(must.map(readable).map((one) => one.replaceAll(/"(\w+\.\w+)":/g, '$1:'))).toEqual([
      expected,
    ])
    expect(mustNot).toEqual([])
    const excluded = boolOf(`-${text}`)
    expect(excluded.must).toEqual([])
    expect(excluded.must_not).toEqual(must)
  })

  it('finds the beginning of a word, without accents', () => {
    const text = readable(boolOf('Dérail*').must)
    expect(text).toContain('{prefix:{title:{value:"derail",boost:1}}}')
    expect(text).toContain('type:"phrase_prefix"')
  })

  it('does not need stop words, unless there is nothing else', () => {
    expect(boolOf('how do I sort').must).toEqual(boolOf('sort').must)
    expect(boolOf('to be or not').must).toHaveLength(4)
    expect(boolOf('"the who"').must).toHaveLength(1)
  })

  it('prefers posts with all terms when some are enough', () => {
    const { should = [], must_not: mustNot } = boolOf('tapir gnu -yak', { match: 'any' })
    expect(should).toHaveLength(3)
    expect(should[0]).toEqual({
      constant_score: { filter: { bool: { must: boolOf('tapir gnu').must } }, boost: 100 },
    })
    expect(readable(should[1])).toContain('fuzziness:"AUTO:4,6"')
    expect(readable(should[1])).toContain('{prefix:{text:{value:"tapi",boost:0.5}}}')
    expect(mustNot).toEqual(boolOf('-yak').must_not)
  })

  it.each<[string, Partial<SearchRequest>, Query]>([
    ['type', { type: 'answer' }, { term: { type: 'answer' } }],
    ['user', { userId: '7' }, { term: { userId: '7' } }],
    [
      'question',
      { questionId: '10010000000000001' },
      { term: { questionId: '10010000000000001' } },
    ],
    ['tag', { tagIds: ['3'] }, { term: { tagIds: '3' } }],
    ['start', { createdSince: 5 }, { range: { createdAt: { gte: 5 } } }],
    ['end', { createdBefore: 9 }, { range: { createdAt: { lt: 9 } } }],
  ])('filters by %s', (_, changes, expected) => {
    expect(boolOf('tapir', changes).filter).toEqual([expected])
    expect(boolOf('tapir').filter).toEqual([])
  })

  it('excludes tags', () => {
    expect(boolOf('', { excludedTagIds: ['3', '4'] }).must_not).toEqual([
      { term: { tagIds: '3' } },
      { term: { tagIds: '4' } },
    ])
  })

  it('returns ids only, sorted by time if the site asks for it', () => {
    const body = toSearchBody(aRequest('tapir', { limit: 20 }))
    expect(body).toMatchObject({ size: 20, track_total_hits: 21, stored_fields: '_none_' })
    expect(body).not.toHaveProperty('sort')
    expect(toSearchBody(aRequest('tapir', { order: 'newest' }))).toMatchObject({
      sort: [{ createdAt: 'desc' }],
    })
  })

  it('stays small for hostile words', () => {
    for (const text of ['a.'.repeat(128), '漢a'.repeat(128), '漢'.repeat(256)])
      expect(JSON.stringify(toQuery(aRequest(text, { match: 'any' }))).length).toBeLessThan(20_000)
  })
})
