import { acceptAnswer, deleteAnswer } from '@stoa/contract/features/answers'
import { addComment, deleteComment } from '@stoa/contract/features/comments'
import { inviteUsers } from '@stoa/contract/features/invites'
import { listLinkingQuestions } from '@stoa/contract/features/questions'
import { react } from '@stoa/contract/features/reactions'
import { readQuestion } from '@stoa/contract/features/question-page'
import { listRelated } from '@stoa/contract/features/related'
import { voteUp } from '@stoa/contract/features/votes'
import { loginSettings, privilegeSettings } from '@stoa/contract/settings/people'
import { permalinks, seoSettings } from '@stoa/contract/settings/site'
import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { aSite, expectError, type TestSite } from '../../../../test/site.ts'
import { changeSettings } from '../../../kernel/settings.ts'
import { transact } from '../../../kernel/transact.ts'
import { aUser } from '../../people/auth/accounts.factory.ts'
import { anAnswer } from '../answers/answers.factory.ts'
import { setDeleted } from '../shared/posts.factory.ts'
import { answers, comments, questions } from '../../../schema/posts.ts'
import { aQuestion } from '../questions/questions.factory.ts'
import { flushViews } from '../views/views.actions.ts'

type TestUser = Awaited<ReturnType<typeof aUser>>

let site: TestSite
let ada: TestUser
let ben: TestUser
let staff: TestUser
let id: string

beforeAll(async () => {
  site = await aSite()
  await transact(site.ctx, (tx) => changeSettings(tx, privilegeSettings, { level: 1 }))
  ada = await aUser(site.ctx, { name: 'Ada' })
  ben = await aUser(site.ctx, { name: 'Ben' })
  staff = await aUser(site.ctx, { name: 'Mo', role: 'moderator' })
  id = (await aQuestion(site.as(ada.token), { title: 'How does rye keep?', tags: ['rye'] })).id
})
afterAll(() => site.close())

const read = (input: Omit<Parameters<typeof call>[0], 'id'> = {}, actor?: TestUser) =>
  call({ id, ...input }, actor)
const call = (
  input: Parameters<ReturnType<TestSite['as']>['call']>[1] & { id: string } & Choice,
  actor?: TestUser,
) => site.as(actor?.token).call(readQuestion, input)
type Choice = {
  page?: number
  order?: 'default' | 'updated' | 'created' | 'vote'
  answer_id?: string
  comment_id?: string
  comments_of?: string
}

const comment = async (object_id: string, original_text: string, actor = ada) =>
  (await site.as(actor.token).call(addComment, { object_id, original_text })).comment_id

const manyAnswers = (count: number, questionId = id) =>
  site.db.execute(sql`
    insert into answers (question_id, user_id, excerpt, original_text, parsed_text, renderer_version, created_at)
    select ${questionId}, ${ben.id}, 'x', 'Answer ' || n, '<p>x</p>', 1, now() from generate_series(1, ${count}::int) n`)
const manyComments = (count: number, questionId = id) =>
  site.db.execute(sql`
    insert into comments (question_id, answer_id, user_id, original_text, parsed_text, renderer_version, created_at)
    select ${questionId}, answers.id, ${ben.id}, 'Comment ' || n, '<p>x</p>', 1, now()
    from generate_series(1, ${count}::int) n, (select id from answers where question_id = ${questionId} union all select null) answers (id)`)

describe('GET /question/reading', () => {
  it('returns the question with its answers, accepted first, and their comments and reactions in the same order', async () => {
    const first = await anAnswer(site.as(ben.token), id, 'The first of all answers')
    const second = await anAnswer(site.as(staff.token), id, 'The second of all answers')
    await site.as(ada.token).call(acceptAnswer, { question_id: id, answer_id: second.id })
    await comment(id, 'On the question')
    await comment(first.id, 'On the first', ben)
    await site.as(ben.token).call(react, { object_id: id, emoji: 'heart', reaction: 'activate' })
    await site
      .as(ada.token)
      .call(react, { object_id: second.id, emoji: 'smile', reaction: 'activate' })
    const page = await read({}, ada)
    expect(page.question).toMatchObject({
      id,
      title: 'How does rye keep?',
    })
    expect(page.answers).toMatchObject({ count: 2, page: 1 })
    expect(page.answers.list.map((answer) => answer.id)).toEqual([second.id, first.id])
    expect(page.attached).toMatchObject([
      {
        comments: { count: 1, list: [{ original_text: 'On the question', object_id: id }] },
        reactions: [{ emoji: 'heart', count: 1, is_active: false, tooltip: 'Ben' }],
      },
      { comments: { count: 0, list: [] }, reactions: [{ emoji: 'smile', is_active: true }] },
      { comments: { count: 1, list: [{ object_id: first.id }] }, reactions: [] },
    ])
  })

  it('returns invited users, linked and related questions like their own endpoints', async () => {
    await site.as(ada.token).call(inviteUsers, { id, invite_user: ['ben', 'mo'] })
    const question = (title: string, content: string) =>
      aQuestion(site.as(ada.token), { title, content, tags: ['rye'] })
    for (const n of [1, 2, 3, 4, 5, 6, 7])
      await question(`Rye ${n}`, n < 7 ? `See [it](/questions/${id})` : 'On its own')
    const page = await read()
    expect(page.invited.map(({ username }) => username)).toEqual(['ben', 'mo'])
    const linking = await site.as().call(listLinkingQuestions, { question_id: id })
    expect(page.linked.count).toBe(linking.count)
    expect(page.linked.list.map((linked) => linked.id)).toEqual(
      linking.list.slice(0, 5).map((linked) => linked.id),
    )
    expect(page.linked.list[0]).toEqual({
      id: linking.list[0]!.id,
      title: 'Rye 6',
      url_title: 'rye-6',
      vote_count: 0,
      answer_count: 0,
      accepted_answer_id: '0',
    })
    const related = await site.as().call(listRelated, { question_id: id })
    expect(page.related).toHaveLength(6)
    expect(page.related.map((one) => one.id)).toEqual(related.list.map((one) => one.id))
  })

  it('counts a view once', async () => {
    await flushViews(site.ctx)
    const [{ viewCount: before } = { viewCount: -1 }] = await site.ctx.db
      .select({ viewCount: questions.viewCount })
      .from(questions)
      .where(eq(questions.id, id))
    const from = {
      headers: { 'user-agent': 'Mozilla/5.0 Firefox' },
      remoteAddress: '198.51.100.7',
    }
    for (let n = 0; n < 3; n++)
      await site.app.inject({ url: readQuestion.path, query: { id }, ...from })
    await flushViews(site.ctx)
    expect((await read()).question.view_count).toBe(before + 1)
  })

  it('returns ids in the form of the permalink setting', async () => {
    const set = (permalink: 1 | 3) =>
      transact(site.ctx, (tx) => changeSettings(tx, seoSettings, { permalink }))
    await set(permalinks.shortIdAndTitle)
    const page = await read()
    const [answer] = page.answers.list
    const ids = [page.question.id, answer!.id, page.linked.list[0]!.id, page.related[0]!.id]
    expect(ids.filter((one) => one.length > 12)).toEqual([])
    expect(page.attached[0]!.comments.list[0]!.object_id).toBe(page.question.id)
    expect((await call({ id: page.question.id, answer_id: answer!.id })).answers.page).toBe(1)
    await set(permalinks.idAndTitle)
  })
})

describe('answers of GET /question/reading', () => {
  let long: string
  beforeAll(async () => {
    long = (await aQuestion(site.as(ada.token))).id
    await manyAnswers(50, long)
  })
  const ofLong = (input: Choice, actor?: TestUser) => call({ id: long, ...input }, actor)
  const textsOf = (page: Awaited<ReturnType<typeof call>>) =>
    page.answers.list.map(({ content }) => content)

  it('are twenty per page, and none past the end', async () => {
    expect(textsOf(await ofLong({ page: 3 }))).toHaveLength(10)
    const past = await ofLong({ page: 4 })
    expect(past.answers).toEqual({ count: 50, list: [], page: 4 })
    expect(past.attached).toHaveLength(1)
  })

  it.each([
    ['created', 'Answer 45', 3],
    ['updated', 'Answer 45', 1],
    ['default', 'Answer 20', 1],
    ['default', 'Answer 21', 2],
  ] as const)(
    'include the requested answer in the order %s: %s on page %i',
    async (order, text, number) => {
      const [requestedId] = await site.ctx.db
        .select({ id: answers.id })
        .from(answers)
        .where(eq(answers.originalText, text))
      const page = await ofLong({ order, answer_id: requestedId!.id })
      expect(page.answers.page).toBe(number)
      expect(textsOf(page)).toContain(text)
      expect(page.answers).toEqual((await ofLong({ order, page: number })).answers)
    },
  )

  it('are those of the page with the requested comment', async () => {
    const last = (await ofLong({ page: 3 })).answers.list.at(-1)!
    const commentId = await comment(last.id, 'Far down')
    const page = await ofLong({ comment_id: commentId })
    expect(page.answers.page).toBe(3)
    expect(page.attached.at(-1)?.comments.list).toMatchObject([{ comment_id: commentId }])
    await site.as(ada.token).call(deleteComment, { comment_id: commentId })
    expect((await ofLong({ comment_id: commentId })).answers.page).toBe(1)
  })

  it('are not found when the requested answer is not among them', async () => {
    const [other] = (await read()).answers.list
    await expectError(ofLong({ answer_id: other!.id }), 'answer.not_found')
    const deleted = (await ofLong({})).answers.list[0]!
    await site.as(ben.token).call(deleteAnswer, { id: deleted.id })
    await expectError(ofLong({ answer_id: deleted.id }), 'answer.not_found')
    expect((await ofLong({ answer_id: deleted.id }, ben)).answers.list[0]).toMatchObject({
      id: deleted.id,
      status: 10,
    })
    expect((await ofLong({})).answers.count).toBe(49)
    expect((await ofLong({}, staff)).answers.count).toBe(50)
  })
})

describe('comments of GET /question/reading', () => {
  let busy: string
  let ids: string[]
  beforeAll(async () => {
    busy = (await aQuestion(site.as(ada.token))).id
    await manyComments(130, busy)
    await site.db.update(questions).set({ commentCount: 130 }).where(eq(questions.id, busy))
    const rows = await site.ctx.db
      .select({ id: comments.id })
      .from(comments)
      .where(eq(comments.questionId, busy))
      .orderBy(comments.id)
    ids = rows.map((row) => row.id)
  })
  const shown = async (input: Choice = {}, actor?: TestUser) => {
    const { count, list } = (await call({ id: busy, ...input }, actor)).attached[0]!.comments
    return { count, ids: list.map(({ comment_id }) => comment_id) }
  }

  it('are the five with the most votes, oldest first', async () => {
    for (const place of [90, 40]) await site.as(ada.token).call(voteUp, { object_id: ids[place]! })
    expect(await shown()).toEqual({
      count: 130,
      ids: [...ids.slice(0, 3), ids[40], ids[90]],
    })
  })

  it('are the first hundred of the expanded post', async () => {
    expect(await shown({ comments_of: busy })).toEqual({ count: 130, ids: ids.slice(0, 100) })
  })

  it('always include the requested comment', async () => {
    expect((await shown({ comment_id: ids[129]! })).ids.at(-1)).toBe(ids[129])
    expect((await shown({ comment_id: ids[129]!, comments_of: busy })).ids).toHaveLength(101)
  })

  it('leave out deleted ones, and pending ones for other users', async () => {
    await site.as(ben.token).call(deleteComment, { comment_id: ids[0]! })
    await site.db.update(comments).set({ status: 11 }).where(eq(comments.id, ids[1]!))
    const deleted = [ids[0], ids[1]]
    for (const actor of [undefined, ada]) {
      const seen = await shown({ comments_of: busy, comment_id: ids[1]! }, actor)
      expect(seen.count).toBe(128)
      expect(seen.ids.filter((one) => deleted.includes(one))).toEqual([])
    }
    for (const actor of [ben, staff]) {
      const seen = await shown({}, actor)
      expect(seen.count).toBe(129)
      expect(seen.ids[0]).toBe(ids[1])
    }
  })

  it('are hidden with their answer', async () => {
    const answer = await anAnswer(site.as(ben.token), busy)
    const commentId = await comment(answer.id, 'Under what is hidden')
    await setDeleted(site.ctx, 'answer', answer.id, ben.id)
    const page = await call({ id: busy, comment_id: commentId, comments_of: answer.id })
    expect(JSON.stringify(page)).not.toContain('Under what is hidden')
    const own = await call({ id: busy, comment_id: commentId }, ben)
    expect(JSON.stringify(own)).toContain('Under what is hidden')
  })
})

describe('GET /question/reading of a hidden question', () => {
  it('is found only by its author and staff', async () => {
    const hidden = (await aQuestion(site.as(ada.token))).id
    await setDeleted(site.ctx, 'question', hidden, ada.id)
    await expectError(call({ id: hidden }), 'question.not_found')
    await expectError(call({ id: hidden }, ben), 'question.not_found')
    expect((await call({ id: hidden }, ada)).question.status).toBe(10)
    expect((await call({ id: hidden }, staff)).question.status).toBe(10)
    await expectError(call({ id: '10010000000999999' }), 'question.not_found')
  })

  it('works for an unlisted question', async () => {
    const unlisted = (await aQuestion(site.as(ada.token), { tags: ['rye'] })).id
    await site.db.update(questions).set({ isListed: false }).where(eq(questions.id, unlisted))
    const page = await call({ id: unlisted })
    expect(page.question.show).toBe(2)
    expect(page.related.length).toBeGreaterThan(0)
    expect((await read()).related.map((one) => one.id)).not.toContain(unlisted)
  })

  it('requires a member on a private site', async () => {
    const set = (login_required: boolean) =>
      transact(site.ctx, (tx) => changeSettings(tx, loginSettings, { login_required }))
    await set(true)
    await expectError(read(), 'auth.required')
    expect((await read({}, ben)).question.id).toBe(id)
    await set(false)
  })
})

describe('number of SQL statements', () => {
  const statements = async (query: Record<string, string>, actor?: TestUser) => {
    const headers = actor === undefined ? {} : { authorization: `Bearer ${actor.token}` }
    const response = await site.app.inject({ url: readQuestion.path, query, headers })
    expect(response.statusCode).toBe(200)
    return Number(response.headers['x-sql-count'])
  }
  const all = async (questionId: string) => [
    await statements({ id: questionId }),
    await statements({ id: questionId, comments_of: questionId, page: '2', order: 'vote' }),
    await statements({ id: questionId }, ben),
  ]

  it('is four, plus one for the session, for any amount of content', async () => {
    const large = (await aQuestion(site.as(ada.token), { tags: ['rye'] })).id
    await manyAnswers(2, large)
    expect(await all(large)).toEqual([4, 4, 5])
    await manyAnswers(98, large)
    await manyComments(30, large)
    expect(await all(large)).toEqual([4, 4, 5])
  })
})
