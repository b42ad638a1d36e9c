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
import { aSite, expectError, type TestSite } from '../../../test/site.ts'
import { changeSettings } from '../../kernel/settings.ts'
import { transact } from '../../kernel/transact.ts'
import { aPerson } from '../accounts/accounts.factory.ts'
import { anAnswer } from '../answers/answers.factory.ts'
import { questions } from '../posts/posts.table.ts'
import { aQuestion } from '../questions/questions.factory.ts'
import { users } from '../users/users.table.ts'
import { indexAll } from './search.factory.ts'

let site: TestSite
let ada: Awaited<ReturnType<typeof aPerson>>
let ben: Awaited<ReturnType<typeof aPerson>>

beforeAll(async () => {
  site = await aSite()
  ada = await aPerson(site.ctx, { name: 'Ada' })
  ben = await aPerson(site.ctx, { name: 'Ben' })
  await site.ctx.db.update(users).set({ points: 3000 })
})
afterAll(() => site.close())
// Not so fast that anything is limited.
beforeEach(() => site.advance(120_000))

const asAda = () => site.as(ada.token)
const asBen = () => site.as(ben.token)

async function found(q: string, who = site.as(), more: object = {}) {
  const reply = await who.call(search, { q, ...more })
  return reply.list.map(({ object }: SearchItem) => object.id)
}

describe('a search', () => {
  it('finds questions and answers by their words, in the form of the specification', async () => {
    const asked = await aQuestion(asAda(), {
      title: 'Why does my sourdough collapse?',
      content: 'It rises and then <b>falls</b> & "sinks" in the zeppelin oven.',
      tags: ['bread', 'oven'],
    })
    const given = await anAnswer(asBen(), asked.id, 'Your zeppelin is too hot.')
    await asAda().call(acceptAnswer, { question_id: asked.id, answer_id: given.id })
    await indexAll(site.ctx)
    const reply = await site.as().call(search, { q: 'zeppelin' })
    expect(reply).toMatchObject({ count: 2, is_capped: false, did_you_mean: '' })
    expect(reply.list.find((item) => item.object_type === 'question')).toEqual({
      object_type: 'question',
      object: {
        id: asked.id,
        question_id: asked.id,
        title: asked.title,
        url_title: asked.url_title,
        excerpt:
          'It rises and then falls &amp; &quot;sinks&quot; in the <mark>zeppelin</mark> oven.',
        created_at: asked.create_time,
        vote_count: 0,
        accepted: true,
        answer_count: 1,
        user_info: { ...asked.user_info, rank: 3003 },
        tags: asked.tags,
        status: 'available',
      },
    })
    expect(reply.list.find((item) => item.object_type === 'answer')?.object).toMatchObject({
      id: given.id,
      question_id: asked.id,
      title: asked.title,
      excerpt: 'Your <mark>zeppelin</mark> is too hot.',
      accepted: true,
      answer_count: 0,
      user_info: { username: 'ben' },
    })
  })

  it('writes ids as the permalink setting says', async () => {
    await transact(site.ctx, (tx) => changeSettings(tx, site.ctx, seoSettings, { permalink: 4 }))
    const [id = ''] = await found('zeppelin is:question')
    await transact(site.ctx, (tx) => changeSettings(tx, site.ctx, seoSettings, { permalink: 1 }))
    expect(id).not.toMatch(/^\d{17}$/)
    expect((await site.as().call(getQuestion, { id })).title).toBe(
      'Why does my sourdough collapse?',
    )
  })

  it('knows every operator', async () => {
    const one = await aQuestion(asAda(), { title: 'Quark in C', tags: ['c++', 'dairy'] })
    const two = await aQuestion(asBen(), { title: 'Quark on bread', tags: ['.net', 'dairy'] })
    const reply = await anAnswer(asBen(), one.id, 'Plain quark with salt.')
    const other = await anAnswer(asAda(), one.id, 'Never quark with sugar.')
    await asBen().call(voteUp, { object_id: one.id })
    await asAda().call(acceptAnswer, { question_id: one.id, answer_id: reply.id })
    await site.ctx.db.update(questions).set({ viewCount: 50 }).where(eq(questions.id, two.id))
    await indexAll(site.ctx)
    const table: [string, string[]][] = [
      ['quark', [one.id, two.id, reply.id, other.id]],
      ['quark [c++]', [one.id, reply.id, other.id]],
      ['quark [.net]', [two.id]],
      ['quark [dairy] [c++] is:question', [one.id]],
      ['quark -[c++]', [two.id]],
      ['quark -[nosuchtag] -[c++]', [two.id]],
      ['quark [nosuchtag]', []],
      ['quark user:ben', [two.id, reply.id]],
      ['quark user:BEN is:answer', [reply.id]],
      ['quark user:nobody', []],
      ['quark user:me', []],
      ['quark answers:1', [one.id]],
      ['quark answers:0', [two.id]],
      ['quark score:1', [one.id]],
      ['quark score:0', [two.id, reply.id, other.id]],
      ['quark score:0 is:question', [two.id]],
      ['quark views:50', [two.id]],
      ['quark hasaccepted:yes', [one.id]],
      ['quark hasaccepted:no', [two.id]],
      ['quark isaccepted:yes', [reply.id]],
      [`quark inquestion:${one.id}`, [reply.id, other.id]],
      [`inquestion:${one.id} -sugar`, [reply.id]],
      ['quark inquestion:zzzz', []],
      ['"quark with" -salt', [other.id]],
      ['"with quark"', []],
      ['quark -"quark with" is:answer', []],
    ]
    for (const [q, expected] of table) {
      site.advance(5_000)
      expect((await found(q)).toSorted(), q).toEqual(expected.toSorted())
    }
    expect((await found('quark user:me', asAda())).toSorted()).toEqual(
      [one.id, other.id].toSorted(),
    )
  })

  it('sorts as asked and gives every page', async () => {
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
    expect(await found('umbel', site.as(), { order: 'newest' })).toEqual([third, second, first])
    expect(await found('umbel', site.as(), { order: 'score' })).toEqual([second, third, first])
    expect(await found('umbel', site.as(), { order: 'active' })).toEqual([first, third, second])
    const page = { order: 'newest', size: 2 }
    expect(await found('umbel', site.as(), { ...page, page: 2 })).toEqual([first])
    expect(await site.as().call(search, { q: 'umbel', page: 9 })).toMatchObject({
      count: 3,
      list: [],
    })
  })

  it('falls back to any of the words, and says what was probably meant', async () => {
    const asked = await aQuestion(asAda(), {
      title: 'Kubernetes volume permissions',
      content: 'Read only.',
    })
    await indexAll(site.ctx)
    const typo = await site.as().call(search, { q: 'kuberentes -[windows]' })
    expect(typo.did_you_mean).toBe('-[windows] kubernetes')
    expect(typo.list.map(({ object }) => object.id)).toEqual([asked.id])
    expect(await found('kubernetes hippopotamus')).toEqual([asked.id])
    expect(await found('"kubernetes hippopotamus"')).toEqual([])
  })

  it('does not stumble over signs', async () => {
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

  it('is bounded', async () => {
    await expectError(site.as().call(search, { q: '' }), 'base.request_format_error')
    await expectError(site.as().call(search, { q: 'x'.repeat(257) }), 'base.request_format_error')
    await expectError(site.as().call(search, { q: 'x', size: 51 }), 'base.request_format_error')
  })

  it('names no engine but its own', async () => {
    expect(await site.as().call(describeSearch, {})).toEqual({ name: '', icon: '', link: '' })
  })
})

describe('while someone types or asks', () => {
  it('offers titles and tags that go on like this', async () => {
    const asked = await aQuestion(asAda(), { title: 'Growing rhubarb indoors', tags: ['rhubarb'] })
    await indexAll(site.ctx)
    const reply = await site.as().call(suggestSearch, { q: 'rhub' })
    expect(reply.tags.map((tag) => tag.slug_name)).toEqual(['rhubarb'])
    expect(reply.questions).toEqual([
      { id: asked.id, title: asked.title, url_title: asked.url_title },
    ])
    const further = await site.as().call(suggestSearch, { q: 'growing rhu' })
    expect(further.questions.map(({ id }) => id)).toEqual([asked.id])
    expect(await site.as().call(suggestSearch, { q: '' })).toEqual({ tags: [], questions: [] })
  })

  it('shows questions with a title like this one', async () => {
    const asked = await aQuestion(asAda(), {
      title: 'How do I prune an old apple tree?',
      content: 'x',
    })
    await aQuestion(asAda(), { title: 'Apple charger is hot', content: 'prune old tree' })
    await indexAll(site.ctx)
    const similar = await asBen().call(listSimilarQuestions, { title: 'pruning old apple trees' })
    expect(similar).toEqual([
      {
        id: asked.id,
        title: asked.title,
        url_title: asked.url_title,
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
