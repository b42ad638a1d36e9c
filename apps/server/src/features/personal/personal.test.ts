import { getPerson } from '@stoa/contract/features/people'
import {
  listAnswersOfPerson,
  listQuestionsOfPerson,
  listTopPosts,
  type PersonalQuestionOrder,
} from '@stoa/contract/features/personal'
import { toShortId } from '@stoa/contract/ids'
import { seoSettings } from '@stoa/contract/settings/site'
import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { aSite, expectError, type TestSite } from '../../../test/site.ts'
import { changeSettings } from '../../kernel/settings.ts'
import { transact } from '../../kernel/transact.ts'
import { aPerson } from '../accounts/accounts.factory.ts'
import { anAnswer } from '../answers/answers.factory.ts'
import { anAnswer as aRow, setDeleted } from '../posts/posts.factory.ts'
import { answers, questions } from '../posts/posts.table.ts'
import { aQuestion } from '../questions/questions.factory.ts'

let site: TestSite
let ada: Awaited<ReturnType<typeof aPerson>>
let ben: Awaited<ReturnType<typeof aPerson>>
let mia: Awaited<ReturnType<typeof aPerson>>

/** Ada's questions by the state they are in, and Ben's answers to them by theirs. */
const asked: Record<string, string> = {}
const answered: Record<string, string> = {}

beforeAll(async () => {
  site = await aSite()
  ada = await aPerson(site.ctx, { name: 'Ada' })
  ben = await aPerson(site.ctx, { name: 'Ben' })
  mia = await aPerson(site.ctx, { name: 'Mia', role: 'moderator' })
  for (const state of ['open', 'closed', 'unlisted', 'deleted', 'pending'])
    asked[state] = (await aQuestion(site.as(ada.token), { title: state })).id
  const answer = async (state: string, to: string) => {
    const { id } = await aRow(site.ctx, { questionId: asked[to]!, userId: ben.id })
    answered[state] = id
  }
  for (const state of ['good', 'gone', 'waiting']) await answer(state, 'open')
  await answer('under unlisted', 'unlisted')
  await answer('under deleted', 'deleted')
  const setQuestion = (state: string, change: object) =>
    site.ctx.db.update(questions).set(change).where(eq(questions.id, asked[state]!))
  await setQuestion('open', { score: 3 })
  await setQuestion('closed', { status: 2, score: 5 })
  await setQuestion('unlisted', { isListed: false, score: 9 })
  await setQuestion('pending', { status: 11, score: 9 })
  await setDeleted(site.ctx, 'question', asked['deleted']!, ada.id)
  await setDeleted(site.ctx, 'answer', answered['gone']!, ben.id)
  await site.ctx.db.update(answers).set({ status: 11 }).where(eq(answers.id, answered['waiting']!))
})
afterAll(() => site.close())

const titlesSeenBy = async (token?: string, order?: PersonalQuestionOrder) => {
  const { count, list } = await site
    .as(token)
    .call(listQuestionsOfPerson, { username: 'ada', order })
  expect(count).toBe(list.length)
  return list.map(({ title }) => title)
}

const answersSeenBy = async (token?: string) => {
  const { count, list } = await site.as(token).call(listAnswersOfPerson, { username: 'ben' })
  expect(count).toBe(list.length)
  const names = Object.fromEntries(Object.entries(answered).map(([name, id]) => [id, name]))
  return list.map(({ answer_id }) => names[answer_id] ?? '').toSorted()
}

describe('what a person has asked', () => {
  it('is, for others, what is listed; the rest is neither shown nor counted', async () => {
    expect(await titlesSeenBy()).toEqual(['closed', 'open'])
    expect(await titlesSeenBy(ben.token)).toEqual(['closed', 'open'])
  })

  it('is all of it for themselves and for staff, each with its state', async () => {
    const all = ['pending', 'deleted', 'unlisted', 'closed', 'open']
    expect(await titlesSeenBy(ada.token)).toEqual(all)
    expect(await titlesSeenBy(mia.token)).toEqual(all)
    const { list } = await site.as(ada.token).call(listQuestionsOfPerson, {})
    expect(list.map(({ status }) => status)).toEqual([
      'pending',
      'deleted',
      'available',
      'closed',
      'available',
    ])
  })

  it('comes in every order, however old it is', async () => {
    const old = new Date(Date.now() - 900 * 86_400_000)
    const of = eq(questions.id, asked['open']!)
    const before = await site.ctx.db.select().from(questions).where(of)
    await site.ctx.db.update(questions).set({ createdAt: old, activeAt: old }).where(of)
    expect(await titlesSeenBy(undefined, 'newest')).toEqual(['closed', 'open'])
    expect(await titlesSeenBy(undefined, 'active')).toEqual(['closed', 'open'])
    expect(await titlesSeenBy(undefined, 'score')).toEqual(['closed', 'open'])
    expect(await titlesSeenBy(undefined, 'unanswered')).toEqual(['open'])
    await site.ctx.db.update(questions).set({ hotScore: 7, score: 6 }).where(of)
    expect(await titlesSeenBy(undefined, 'hot')).toEqual(['open', 'closed'])
    expect(await titlesSeenBy(undefined, 'score')).toEqual(['open', 'closed'])
    await site.ctx.db.update(questions).set(before[0]!).where(of)
  })

  it('has its tags, and ids in the form of the permalink', async () => {
    await transact(site.ctx, (tx) => changeSettings(tx, site.ctx, seoSettings, { permalink: 3 }))
    const { list } = await site.as().call(listQuestionsOfPerson, { username: 'ada' })
    await transact(site.ctx, (tx) => changeSettings(tx, site.ctx, seoSettings, { permalink: 1 }))
    expect(list[1]).toMatchObject({
      question_id: toShortId(asked['open']!),
      tags: [{ slug_name: 'baking' }],
      accepted_answer_id: '0',
      vote_count: 3,
    })
  })
})

describe('what a person has answered', () => {
  it('is, for others, what everyone sees under questions that are listed', async () => {
    expect(await answersSeenBy()).toEqual(['good'])
    expect(await answersSeenBy(ada.token)).toEqual(['good'])
  })

  it('is for themselves all of it, but for what hangs on a question they may not see', async () => {
    expect(await answersSeenBy(ben.token)).toEqual(['gone', 'good', 'under unlisted', 'waiting'])
    expect(await answersSeenBy(mia.token)).toEqual(Object.keys(answered).toSorted())
  })

  it('says which one was accepted, and of which question', async () => {
    await site.ctx.db
      .update(questions)
      .set({ acceptedAnswerId: answered['good']!, isAnswered: true })
      .where(eq(questions.id, asked['open']!))
    const { list } = await site.as().call(listAnswersOfPerson, { username: 'ben', order: 'score' })
    expect(list).toMatchObject([
      {
        accepted: 2,
        question_id: asked['open'],
        status: 'available',
        question_info: { title: 'open' },
      },
    ])
  })
})

describe('the counts of a profile', () => {
  it.each(['a visitor', 'ada', 'ben', 'a moderator'])(
    'are those of the lists: %s',
    async (name) => {
      const token = { ada: ada.token, ben: ben.token, 'a moderator': mia.token }[name]
      for (const username of ['ada', 'ben']) {
        const person = await site.as(token).call(getPerson, { username })
        const askedList = await site.as(token).call(listQuestionsOfPerson, { username })
        const answeredList = await site.as(token).call(listAnswersOfPerson, { username })
        expect([person.question_count, person.answer_count], username).toEqual([
          askedList.count,
          answeredList.count,
        ])
      }
    },
  )
})

describe('the best of a person', () => {
  it('is what everyone sees, for everyone', async () => {
    for (const token of [undefined, ada.token, mia.token]) {
      const top = await site.as(token).call(listTopPosts, { username: 'ada' })
      expect(top.question.map(({ title }) => title)).toEqual(['closed', 'open'])
    }
    const top = await site.as(ben.token).call(listTopPosts, { username: 'ben' })
    expect(top.answer.map(({ answer_id }) => answer_id)).toEqual([answered['good']])
  })

  it('is five at most, the best first', async () => {
    const cleo = await aPerson(site.ctx, { name: 'Cleo', role: 'moderator' })
    for (const score of [1, 5, 3, 2, 4, 6]) {
      const { id } = await aQuestion(site.as(cleo.token), { title: `Scored ${score}` })
      await site.ctx.db.update(questions).set({ score }).where(eq(questions.id, id))
    }
    const top = await site.as().call(listTopPosts, { username: 'cleo' })
    expect(top.question.map(({ vote_count }) => vote_count)).toEqual([6, 5, 4, 3, 2])
  })
})

describe('a person who is not there', () => {
  it('has no lists, and neither has a visitor who names nobody', async () => {
    for (const endpoint of [listTopPosts, listQuestionsOfPerson, listAnswersOfPerson]) {
      await expectError(site.as().call(endpoint, { username: 'nobody' }), 'user.not_found')
      await expectError(site.as().call(endpoint, {}), 'user.not_found')
    }
  })

  it('refuses an order it does not know, naming the field', async () => {
    const order = 'recommend' as 'newest'
    const call = site.as().call(listQuestionsOfPerson, { username: 'ada', order })
    const envelope = await expectError(call, 'base.request_format_error')
    expect(envelope.data).toMatchObject([{ error_field: 'order' }])
  })
})

describe('the profile', () => {
  it('says how much a person has answered', async () => {
    const before = await site.as().call(getPerson, { username: 'ben' })
    await anAnswer(site.as(ben.token), (await aQuestion(site.as(mia.token))).id)
    const after = await site.as().call(getPerson, { username: 'ben' })
    expect(after.answer_count).toBe(before.answer_count + 1)
  })
})

describe('the number of statements', () => {
  async function costs(token?: string) {
    const cost = async (path: string) => {
      const response = await site.app.inject({
        url: `/answer/api/v1/personal/${path}`,
        query: { username: 'ada', page_size: '100' },
        headers: token === undefined ? {} : { authorization: `Bearer ${token}` },
      })
      expect(response.statusCode).toBe(200)
      return Number(response.headers['x-sql-count'])
    }
    return [await cost('qa/top'), await cost('question/page'), await cost('answer/page')]
  }

  it('is the same for two rows and for more than a hundred', async () => {
    const expected = [3, 3, 3]
    expect(await costs()).toEqual(expected)
    await site.ctx.db.execute(sql`
      insert into questions (user_id, title, slug, original_text, parsed_text, excerpt, renderer_version, created_at, active_at, active_by)
      select ${ada.id}, 'Copy', 'copy', 'x', 'x', 'x', 1, now(), now(), ${ada.id} from generate_series(1, 120)`)
    await site.ctx.db.execute(sql`
      insert into answers (question_id, user_id, original_text, parsed_text, excerpt, renderer_version, created_at)
      select id, ${ada.id}, 'x', 'x', 'x', 1, now() from questions`)
    expect(await costs()).toEqual(expected)
    expect(await costs(ben.token)).toEqual(expected.map((count) => count + 1))
  })
})
