import { acceptAnswer } from '@stoa/contract/features/answers'
import { getQuestion } from '@stoa/contract/features/questions'
import {
  describeSearch,
  listSimilarQuestions,
  search,
  type SearchItem,
  suggestSearch,
} from '@stoa/contract/features/search'
import { voteUp } from '@stoa/contract/features/votes'
import { seoSettings } from '@stoa/contract/settings/site'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { aSite, expectError, type TestSite } from '../../../../test/site.ts'
import { changeSettings } from '../../../kernel/settings.ts'
import { transact } from '../../../kernel/transact.ts'
import { aUser } from '../../people/auth/accounts.factory.ts'
import { anAnswer } from '../../content/answers/answers.factory.ts'
import { questions } from '../../../schema/posts.ts'
import { aQuestion } from '../../content/questions/questions.factory.ts'
import { users } from '../../../schema/users.ts'
import { indexAll } from './search.factory.ts'

let site: TestSite
let ada: Awaited<ReturnType<typeof aUser>>
let ben: Awaited<ReturnType<typeof aUser>>

beforeAll(async () => {
  site = await aSite()
  ada = await aUser(site.ctx, { name: 'Ada' })
  ben = await aUser(site.ctx, { name: 'Ben' })
  await site.db.update(users).set({ points: 3000 })
})
afterAll(() => site.close())
// Avoids rate limits.
beforeEach(() => site.advance(120_000))

const asAda = () => site.as(ada.token)
const asBen = () => site.as(ben.token)

async function searchIds(q: string, actor = site.as(), extra: object = {}) {
  const response = await actor.call(search, { q, ...extra })
  return response.list.map(({ object }: SearchItem) => object.id)
}

describe('GET /search', () => {
  it('finds questions and answers by their words', async () => {
    const question = await aQuestion(asAda(), {
      title: 'Why does my sourdough collapse?',
      content: 'It rises and then <b>falls</b> & "sinks" in the zeppelin oven.',
      tags: ['bread', 'oven'],
    })
    const answer = await anAnswer(asBen(), question.id, 'Your zeppelin is too hot.')
    await asAda().call(acceptAnswer, { question_id: question.id, answer_id: answer.id })
    await indexAll(site.ctx)
    const response = await site.as().call(search, { q: 'zeppelin' })
    expect(response).toMatchObject({ count: 2, is_capped: false, did_you_mean: '' })
    expect(response.list.find((item) => item.object_type === 'question')).toEqual({
      object_type: 'question',
      object: {
        id: question.id,
        question_id: question.id,
        title: question.title,
        highlighted_title: question.title,
        url_title: question.url_title,
        excerpt:
          'It rises and then falls &amp; &quot;sinks&quot; in the <mark>zeppelin</mark> oven.',
        created_at: question.create_time,
        vote_count: 0,
        accepted: true,
        answer_count: 1,
        user_info: { ...question.user_info, rank: 3003 },
        tags: question.tags,
        status: 'available',
      },
    })
    expect(response.list.find((item) => item.object_type === 'answer')?.object).toMatchObject({
      id: answer.id,
      question_id: question.id,
      title: question.title,
      excerpt: 'Your <mark>zeppelin</mark> is too hot.',
      accepted: true,
      answer_count: 0,
      user_info: { username: 'ben' },
    })
  })

  it('formats ids according to the permalink setting', async () => {
    await transact(site.ctx, (tx) => changeSettings(tx, seoSettings, { permalink: 4 }))
    const [id = ''] = await searchIds('zeppelin is:question')
    await transact(site.ctx, (tx) => changeSettings(tx, seoSettings, { permalink: 1 }))
    expect(id).not.toMatch(/^\d{17}$/)
    expect((await site.as().call(getQuestion, { id })).title).toBe(
      'Why does my sourdough collapse?',
    )
  })

  it('supports every operator', async () => {
    const first = await aQuestion(asAda(), { title: 'Quark in C', tags: ['c++', 'dairy'] })
    const second = await aQuestion(asBen(), { title: 'Quark on bread', tags: ['.net', 'dairy'] })
    const accepted = await anAnswer(asBen(), first.id, 'Plain quark with salt.')
    const other = await anAnswer(asAda(), first.id, 'Never quark with sugar.')
    await asBen().call(voteUp, { object_id: first.id })
    await asAda().call(acceptAnswer, { question_id: first.id, answer_id: accepted.id })
    await site.db.update(questions).set({ viewCount: 50 }).where(eq(questions.id, second.id))
    await indexAll(site.ctx)
    const table: [string, string[]][] = [
      ['quark', [first.id, second.id, accepted.id, other.id]],
      ['quark [c++]', [first.id, accepted.id, other.id]],
      ['quark [.net]', [second.id]],
      ['quark [dairy] [c++] is:question', [first.id]],
      ['quark -[c++]', [second.id]],
      ['quark -[nosuchtag] -[c++]', [second.id]],
      ['quark [nosuchtag]', []],
      ['quark user:ben', [second.id, accepted.id]],
      ['quark user:BEN is:answer', [accepted.id]],
      ['quark user:nobody', []],
      ['quark user:me', []],
      ['quark answers:1', [first.id]],
      ['quark answers:0', [second.id]],
      ['quark score:1', [first.id]],
      ['quark score:0', [second.id, accepted.id, other.id]],
      ['quark score:0 is:question', [second.id]],
      ['quark views:50', [second.id]],
      ['quark hasaccepted:yes', [first.id]],
      ['quark hasaccepted:no', [second.id]],
      ['quark isaccepted:yes', [accepted.id]],
      [`quark inquestion:${first.id}`, [accepted.id, other.id]],
      [`inquestion:${first.id} -sugar`, [accepted.id]],
      ['quark inquestion:zzzz', []],
      ['"quark with" -salt', [other.id]],
      ['"with quark"', []],
      ['quark -"quark with" is:answer', []],
    ]
    for (const [q, expected] of table) {
      site.advance(5_000)
      expect((await searchIds(q)).toSorted(), q).toEqual(expected.toSorted())
    }
    expect((await searchIds('quark user:me', asAda())).toSorted()).toEqual(
      [first.id, other.id].toSorted(),
    )
  })

  it('limits results to a time', async () => {
    const old = await aQuestion(asAda(), { title: 'Heron nests', content: 'x' })
    site.advance(10 * 86_400_000)
    const recent = await aQuestion(asAda(), { title: 'Heron chicks', content: 'x' })
    await indexAll(site.ctx)
    const day = new Date(site.ctx.clock.now().getTime() - 5 * 86_400_000).toISOString().slice(0, 10)
    expect(await searchIds('heron after:7d')).toEqual([recent.id])
    expect(await searchIds('heron before:7d')).toEqual([old.id])
    expect(await searchIds(`heron after:${day}`)).toEqual([recent.id])
    expect(await searchIds(`heron before:${day}`)).toEqual([old.id])
    expect(await searchIds('heron after:20d before:7d')).toEqual([old.id])
    expect(await searchIds('after:2d')).toContain(recent.id)
  })

  it('sorts and paginates', async () => {
    const ids: string[] = []
    for (const title of ['Umbel one', 'Umbel two', 'Umbel three']) {
      site.advance(1_000)
      ids.push((await aQuestion(asAda(), { title, content: 'About flowers.' })).id)
    }
    const [first = '', second = '', third = ''] = ids
    await asBen().call(voteUp, { object_id: second })
    site.advance(1_000)
    await anAnswer(asBen(), first, 'An answer without the word.')
    await indexAll(site.ctx)
    expect(await searchIds('umbel', site.as(), { order: 'newest' })).toEqual([third, second, first])
    expect(await searchIds('umbel', site.as(), { order: 'score' })).toEqual([second, third, first])
    expect(await searchIds('umbel', site.as(), { order: 'active' })).toEqual([first, third, second])
    const page = { order: 'newest', size: 2 }
    expect(await searchIds('umbel', site.as(), { ...page, page: 2 })).toEqual([first])
    expect(await site.as().call(search, { q: 'umbel', page: 9 })).toMatchObject({
      count: 3,
      list: [],
    })
  })

  it('falls back to partial matches and suggests a spelling correction', async () => {
    const question = await aQuestion(asAda(), {
      title: 'Kubernetes volume permissions',
      content: 'Read only.',
    })
    await indexAll(site.ctx)
    const typo = await site.as().call(search, { q: 'kuberentes -[windows]' })
    expect(typo).toMatchObject({ did_you_mean: '-[windows] kubernetes', is_corrected: true })
    expect(typo.list[0]?.object.highlighted_title).toBe(
      '<mark>Kubernetes</mark> volume permissions',
    )
    expect(typo.list.map(({ object }) => object.id)).toEqual([question.id])
    const misspelled = await aQuestion(asAda(), {
      title: 'Read-only volume',
      content: 'Kuberentes.',
    })
    await indexAll(site.ctx)
    const both = await site.as().call(search, { q: 'kuberentes' })
    expect(both).toMatchObject({ count: 2, did_you_mean: 'kubernetes', is_corrected: false })
    expect(both.list.map(({ object }) => object.id)).toContain(misspelled.id)
    expect(await searchIds('kubernetes hippopotamus')).toEqual([question.id])
    expect(await searchIds('"kubernetes hippopotamus"')).toEqual([])
  })

  it('accepts special characters', async () => {
    for (const q of [
      `'`,
      `\\`,
      `a'b\\`,
      '%',
      ':*',
      '!()|&<->',
      'a:*AB',
      '\ud800',
      '()',
      "'a' | 'b'",
    ]) {
      site.advance(5_000)
      expect((await site.as().call(search, { q })).count, q).toBeGreaterThanOrEqual(0)
    }
  })

  it('rejects empty and overlong queries and page sizes', async () => {
    await expectError(site.as().call(search, { q: '' }), 'base.request_format_error')
    await expectError(site.as().call(search, { q: 'x'.repeat(257) }), 'base.request_format_error')
    await expectError(site.as().call(search, { q: 'x', size: 51 }), 'base.request_format_error')
  })

  it('names no external search engine', async () => {
    expect(await site.as().call(describeSearch, {})).toEqual({ name: '', icon: '', link: '' })
  })
})

describe('search suggestions and similar questions', () => {
  it('suggests titles and tags that match the typed prefix', async () => {
    const question = await aQuestion(asAda(), {
      title: 'Growing rhubarb indoors',
      tags: ['rhubarb'],
    })
    await indexAll(site.ctx)
    const response = await site.as().call(suggestSearch, { q: 'rhub' })
    expect(response.tags.map((tag) => tag.slug_name)).toEqual(['rhubarb'])
    expect(response.questions).toEqual([
      { id: question.id, title: question.title, url_title: question.url_title },
    ])
    const extra = await site.as().call(suggestSearch, { q: 'growing rhu' })
    expect(extra.questions.map(({ id }) => id)).toEqual([question.id])
    expect(await site.as().call(suggestSearch, { q: '' })).toEqual({ tags: [], questions: [] })
  })

  it('lists questions with a similar title', async () => {
    const question = await aQuestion(asAda(), {
      title: 'How do I prune an old apple tree?',
      content: 'x',
    })
    await aQuestion(asAda(), { title: 'Apple charger is hot', content: 'prune old tree' })
    await indexAll(site.ctx)
    const similar = await asBen().call(listSimilarQuestions, { title: 'pruning old apple trees' })
    expect(similar).toEqual([
      {
        id: question.id,
        title: question.title,
        url_title: question.url_title,
        vote_count: 0,
        view_count: 0,
        answer_count: 0,
        collection_count: 0,
        follow_count: 0,
        status: 'available',
        accepted_answer: false,
      },
    ])
    expect(await asBen().call(listSimilarQuestions, { title: '' })).toEqual([])
  })
})
