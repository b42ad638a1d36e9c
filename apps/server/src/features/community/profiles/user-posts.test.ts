import { getUser } from '@stoa/contract/features/profiles'
import {
  listAnswersOfUser,
  listQuestionsOfUser,
  listTopPosts,
  type PersonalQuestionOrder,
} from '@stoa/contract/features/user-posts'
import { toShortId } from '@stoa/contract/ids'
import { seoSettings } from '@stoa/contract/settings/site'
import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { aSite, expectError, type TestSite } from '../../../../test/site.ts'
import { changeSettings } from '../../../kernel/settings.ts'
import { transact } from '../../../kernel/transact.ts'
import { aUser } from '../../people/auth/accounts.factory.ts'
import { anAnswer } from '../../content/answers/answers.factory.ts'
import { anAnswer as aRow, setDeleted } from '../../content/shared/posts.factory.ts'
import { answers, questions } from '../../../schema/posts.ts'
import { aQuestion } from '../../content/questions/questions.factory.ts'

let site: TestSite
let ada: Awaited<ReturnType<typeof aUser>>
let ben: Awaited<ReturnType<typeof aUser>>
let mia: Awaited<ReturnType<typeof aUser>>

/** Ids of Ada's questions and of Ben's answers to them, by state. */
const questionIds: Record<string, string> = {}
const answerIds: Record<string, string> = {}

beforeAll(async () => {
  site = await aSite()
  ada = await aUser(site.ctx, { name: 'Ada' })
  ben = await aUser(site.ctx, { name: 'Ben' })
  mia = await aUser(site.ctx, { name: 'Mia', role: 'moderator' })
  for (const state of ['open', 'closed', 'unlisted', 'deleted', 'pending'])
    questionIds[state] = (await aQuestion(site.as(ada.token), { title: state })).id
  const answer = async (state: string, to: string) => {
    const { id } = await aRow(site.ctx, { questionId: questionIds[to]!, userId: ben.id })
    answerIds[state] = id
  }
  for (const state of ['available', 'deleted', 'pending']) await answer(state, 'open')
  await answer('under unlisted', 'unlisted')
  await answer('under deleted', 'deleted')
  const setQuestion = (state: string, change: object) =>
    site.db.update(questions).set(change).where(eq(questions.id, questionIds[state]!))
  await setQuestion('open', { score: 3 })
  await setQuestion('closed', { status: 2, score: 5 })
  await setQuestion('unlisted', { isListed: false, score: 9 })
  await setQuestion('pending', { status: 11, score: 9 })
  await setDeleted(site.ctx, 'question', questionIds['deleted']!, ada.id)
  await setDeleted(site.ctx, 'answer', answerIds['deleted']!, ben.id)
  await site.db.update(answers).set({ status: 11 }).where(eq(answers.id, answerIds['pending']!))
})
afterAll(() => site.close())

const titlesSeenBy = async (token?: string, order?: PersonalQuestionOrder) => {
  const { count, list } = await site.as(token).call(listQuestionsOfUser, { username: 'ada', order })
  expect(count).toBe(list.length)
  return list.map(({ title }) => title)
}

const answersSeenBy = async (token?: string) => {
  const { count, list } = await site.as(token).call(listAnswersOfUser, { username: 'ben' })
  expect(count).toBe(list.length)
  const names = Object.fromEntries(Object.entries(answerIds).map(([name, id]) => [id, name]))
  return list.map(({ answer_id }) => names[answer_id] ?? '').toSorted()
}

describe('GET /personal/question/page', () => {
  it('shows and counts only listed questions to others', async () => {
    expect(await titlesSeenBy()).toEqual(['closed', 'open'])
    expect(await titlesSeenBy(ben.token)).toEqual(['closed', 'open'])
  })

  it('shows all questions with their status to the author and staff', async () => {
    const all = ['pending', 'deleted', 'unlisted', 'closed', 'open']
    expect(await titlesSeenBy(ada.token)).toEqual(all)
    expect(await titlesSeenBy(mia.token)).toEqual(all)
    const { list } = await site.as(ada.token).call(listQuestionsOfUser, {})
    expect(list.map(({ status }) => status)).toEqual([
      'pending',
      'deleted',
      'available',
      'closed',
      'available',
    ])
  })

  it('supports every order', async () => {
    const old = new Date(Date.now() - 900 * 86_400_000)
    const isOpenQuestion = eq(questions.id, questionIds['open']!)
    const previous = await site.ctx.db.select().from(questions).where(isOpenQuestion)
    await site.db.update(questions).set({ createdAt: old, activeAt: old }).where(isOpenQuestion)
    expect(await titlesSeenBy(undefined, 'newest')).toEqual(['closed', 'open'])
    expect(await titlesSeenBy(undefined, 'active')).toEqual(['closed', 'open'])
    expect(await titlesSeenBy(undefined, 'score')).toEqual(['closed', 'open'])
    expect(await titlesSeenBy(undefined, 'unanswered')).toEqual(['open'])
    await site.db.update(questions).set({ hotScore: 7, score: 6 }).where(isOpenQuestion)
    expect(await titlesSeenBy(undefined, 'hot')).toEqual(['open', 'closed'])
    expect(await titlesSeenBy(undefined, 'score')).toEqual(['open', 'closed'])
    await site.db.update(questions).set(previous[0]!).where(isOpenQuestion)
  })

  it('returns tags, and ids in the form of the permalink', async () => {
    await transact(site.ctx, (tx) => changeSettings(tx, seoSettings, { permalink: 3 }))
    const { list } = await site.as().call(listQuestionsOfUser, { username: 'ada' })
    await transact(site.ctx, (tx) => changeSettings(tx, seoSettings, { permalink: 1 }))
    expect(list[1]).toMatchObject({
      question_id: toShortId(questionIds['open']!),
      tags: [{ slug_name: 'baking' }],
      accepted_answer_id: '0',
      vote_count: 3,
    })
  })
})

describe('GET /personal/answer/page', () => {
  it('shows others the public answers to listed questions', async () => {
    expect(await answersSeenBy()).toEqual(['available'])
    expect(await answersSeenBy(ada.token)).toEqual(['available'])
  })

  it('shows authors all their answers, except to questions they may not see', async () => {
    expect(await answersSeenBy(ben.token)).toEqual([
      'available',
      'deleted',
      'pending',
      'under unlisted',
    ])
    expect(await answersSeenBy(mia.token)).toEqual(Object.keys(answerIds).toSorted())
  })

  it('returns the question and whether the answer is accepted', async () => {
    await site.db
      .update(questions)
      .set({ acceptedAnswerId: answerIds['available']!, isAnswered: true })
      .where(eq(questions.id, questionIds['open']!))
    const { list } = await site.as().call(listAnswersOfUser, { username: 'ben', order: 'score' })
    expect(list).toMatchObject([
      {
        accepted: 2,
        question_id: questionIds['open'],
        status: 'available',
        question_info: { title: 'open' },
      },
    ])
  })
})

describe('profile counts', () => {
  it.each(['a visitor', 'ada', 'ben', 'a moderator'])('match the lists: %s', async (name) => {
    const token = { ada: ada.token, ben: ben.token, 'a moderator': mia.token }[name]
    for (const username of ['ada', 'ben']) {
      const user = await site.as(token).call(getUser, { username })
      const questionPage = await site.as(token).call(listQuestionsOfUser, { username })
      const answerPage = await site.as(token).call(listAnswersOfUser, { username })
      expect([user.question_count, user.answer_count], username).toEqual([
        questionPage.count,
        answerPage.count,
      ])
    }
  })
})

describe('GET /personal/qa/top', () => {
  it('returns public posts only, to everyone', async () => {
    for (const token of [undefined, ada.token, mia.token]) {
      const top = await site.as(token).call(listTopPosts, { username: 'ada' })
      expect(top.question.map(({ title }) => title)).toEqual(['closed', 'open'])
    }
    const top = await site.as(ben.token).call(listTopPosts, { username: 'ben' })
    expect(top.answer.map(({ answer_id }) => answer_id)).toEqual([answerIds['available']])
  })

  it('returns at most five, highest score first', async () => {
    const cleo = await aUser(site.ctx, { name: 'Cleo', role: 'moderator' })
    for (const score of [1, 5, 3, 2, 4, 6]) {
      const { id } = await aQuestion(site.as(cleo.token), { title: `Scored ${score}` })
      await site.db.update(questions).set({ score }).where(eq(questions.id, id))
    }
    const top = await site.as().call(listTopPosts, { username: 'cleo' })
    expect(top.question.map(({ vote_count }) => vote_count)).toEqual([6, 5, 4, 3, 2])
  })
})

describe('personal lists', () => {
  it('return not found for an unknown user and for a visitor without a username', async () => {
    for (const endpoint of [listTopPosts, listQuestionsOfUser, listAnswersOfUser]) {
      await expectError(site.as().call(endpoint, { username: 'nobody' }), 'user.not_found')
      await expectError(site.as().call(endpoint, {}), 'user.not_found')
    }
  })

  it('reject an unknown order and name the field', async () => {
    const order = 'recommend' as 'newest'
    const call = site.as().call(listQuestionsOfUser, { username: 'ada', order })
    const envelope = await expectError(call, 'base.request_format_error')
    expect(envelope.data).toMatchObject([{ error_field: 'order' }])
  })
})

describe('GET /personal/user/info', () => {
  it('counts the answers', async () => {
    const previous = await site.as().call(getUser, { username: 'ben' })
    await anAnswer(site.as(ben.token), (await aQuestion(site.as(mia.token))).id)
    const updated = await site.as().call(getUser, { username: 'ben' })
    expect(updated.answer_count).toBe(previous.answer_count + 1)
  })
})

describe('number of SQL statements', () => {
  async function countAll(token?: string) {
    const countStatements = async (path: string) => {
      const response = await site.app.inject({
        url: `/answer/api/v1/personal/${path}`,
        query: { username: 'ada', page_size: '100' },
        headers: token === undefined ? {} : { authorization: `Bearer ${token}` },
      })
      expect(response.statusCode).toBe(200)
      return Number(response.headers['x-sql-count'])
    }
    return [
      await countStatements('qa/top'),
      await countStatements('question/page'),
      await countStatements('answer/page'),
    ]
  }

  it('is the same for two rows and for over a hundred', async () => {
    const expected = [3, 3, 3]
    expect(await countAll()).toEqual(expected)
    await site.db.execute(sql`
      insert into questions (user_id, title, slug, original_text, parsed_text, excerpt, renderer_version, created_at, active_at, active_by)
      select ${ada.id}, 'Copy', 'copy', 'x', 'x', 'x', 1, now(), now(), ${ada.id} from generate_series(1, 120)`)
    await site.db.execute(sql`
      insert into answers (question_id, user_id, original_text, parsed_text, excerpt, renderer_version, created_at)
      select id, ${ada.id}, 'x', 'x', 'x', 1, now() from questions`)
    expect(await countAll()).toEqual(expected)
    expect(await countAll(ben.token)).toEqual(expected.map((count) => count + 1))
  })
})
