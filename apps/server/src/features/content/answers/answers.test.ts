import {
  deleteAnswer,
  editAnswer,
  getAnswer,
  listAnswers,
  postAnswer,
  recoverAnswer,
} from '@stoa/contract/features/answers'
import { getQuestion } from '@stoa/contract/features/questions'
import { toShortId } from '@stoa/contract/ids'
import { seoSettings } from '@stoa/contract/settings/site'
import { writeSettings } from '@stoa/contract/settings/writing'
import { asc, eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { aSite, expectError, rejectionOf, type TestSite } from '../../../../test/site.ts'
import { changeSettings } from '../../../kernel/settings.ts'
import { transact } from '../../../kernel/transact.ts'
import { aUser } from '../../people/auth/accounts.factory.ts'
import { answers, questions } from '../../../schema/posts.ts'
import { revisions } from '../../../schema/revisions.ts'
import { aQuestion } from '../questions/questions.factory.ts'
import { users } from '../../../schema/users.ts'
import { anAnswer } from './answers.factory.ts'

let site: TestSite
let ada: Awaited<ReturnType<typeof aUser>>
let ben: Awaited<ReturnType<typeof aUser>>
let mia: Awaited<ReturnType<typeof aUser>>

beforeAll(async () => {
  site = await aSite()
  ada = await aUser(site.ctx, { name: 'Ada' })
  ben = await aUser(site.ctx, { name: 'Ben' })
  mia = await aUser(site.ctx, { name: 'Mia', role: 'moderator' })
})
afterAll(() => site.close())

const questionRow = async (id: string) => {
  const [row] = await site.ctx.db.select().from(questions).where(eq(questions.id, id))
  return row!
}
const answerCountOf = async (id: string) => {
  const [row] = await site.ctx.db.select().from(users).where(eq(users.id, id))
  return row!.answerCount
}

describe('POST /answer', () => {
  it('shows the answer to everyone and updates all counts', async () => {
    const cleo = await aUser(site.ctx)
    const newQuestion = await aQuestion(site.as(ada.token))
    const { info, question } = await site
      .as(cleo.token)
      .call(postAnswer, { question_id: newQuestion.id, content: 'Feed it **weekly**.' })
    expect(info).toMatchObject({ accepted: 1, vote_count: 0, version: 1, update_time: 0 })
    expect(info.member_actions.map(({ action }) => action)).toEqual(['edit', 'delete'])
    expect(question).toMatchObject({
      answer_count: 1,
      last_answer_id: info.id,
      answered: true,
      first_answer_id: info.id,
    })
    const read = await site.as().call(getAnswer, { id: info.id })
    expect(read.info.html).toContain('<strong>weekly</strong>')
    expect(read.info.member_actions).toEqual([])
    expect(read.question).toMatchObject({ answered: false, first_answer_id: '0' })
    expect(read.question.last_answered_user_info?.id).toBe(cleo.id)
    expect(await questionRow(newQuestion.id)).toMatchObject({
      activeKind: 'answered',
      activeBy: cleo.id,
      isAnswered: false,
    })
    expect(await answerCountOf(cleo.id)).toBe(1)
  })

  it('rejects fewer than six non-blank characters', async () => {
    const newQuestion = await aQuestion(site.as(ada.token))
    for (const content of ['short', '      yes    '])
      expect(
        await rejectionOf(anAnswer(site.as(ben.token), newQuestion.id, content)),
      ).toMatchObject({
        status: 400,
        data: [{ error_field: 'content', error_msg: 'Use at least 6 characters.' }],
      })
  })

  it('rejects text without visible content', async () => {
    const newQuestion = await aQuestion(site.as(ada.token))
    const nothing = '<!-- only a note to myself -->'
    const rejection = await rejectionOf(anAnswer(site.as(ben.token), newQuestion.id, nothing))
    expect(rejection).toMatchObject({ status: 400, data: [{ error_field: 'content' }] })
    const { id } = await anAnswer(site.as(ben.token), newQuestion.id)
    const edit = site.as(ben.token).call(editAnswer, { id, content: nothing, version: 1 })
    await expectError(edit, 'answer.empty')
  })

  it('keeps the spaces that Markdown needs', async () => {
    const newQuestion = await aQuestion(site.as(ada.token))
    const { html } = await anAnswer(site.as(ben.token), newQuestion.id, '    let it = rest\n')
    expect(html).toContain('<pre')
  })

  it('rejects closed, deleted and invisible questions', async () => {
    const [closed, deleted] = [
      await aQuestion(site.as(ada.token)),
      await aQuestion(site.as(ada.token)),
    ]
    await site.db.update(questions).set({ status: 2 }).where(eq(questions.id, closed.id))
    await site.db
      .update(questions)
      .set({ status: 10, deletedAt: new Date(), deletedBy: ada.id })
      .where(eq(questions.id, deleted.id))
    await expectError(anAnswer(site.as(ben.token), closed.id), 'answer.question_closed')
    await expectError(anAnswer(site.as(ada.token), deleted.id), 'answer.question_closed')
    await expectError(anAnswer(site.as(ben.token), deleted.id), 'question.not_found')
    await expectError(anAnswer(site.as(ben.token), '10019999999999999'), 'question.not_found')
  })

  it('allows one answer per user where the site says so, also when concurrent', async () => {
    const newQuestion = await aQuestion(site.as(ada.token))
    const attempts = await Promise.allSettled(
      Array.from({ length: 6 }, (_, index) =>
        anAnswer(site.as(ben.token), newQuestion.id, `Attempt ${index}`),
      ),
    )
    expect(attempts.filter(({ status }) => status === 'fulfilled').length).toBe(1)
    await expectError(anAnswer(site.as(ben.token), newQuestion.id), 'answer.restricted')
    const change = (restrict_answer: boolean) =>
      transact(site.ctx, (tx) => changeSettings(tx, writeSettings, { restrict_answer }))
    await change(false)
    await anAnswer(site.as(ben.token), newQuestion.id, 'And another thing.')
    await change(true)
    expect((await questionRow(newQuestion.id)).answerCount).toBe(2)
  })

  it('runs once per Idempotency-Key', async () => {
    const newQuestion = await aQuestion(site.as(ada.token))
    const input = { question_id: newQuestion.id, content: 'Sent many times.' }
    const responses = await Promise.all(
      Array.from({ length: 8 }, () =>
        site.as(ben.token).call(postAnswer, input, { idempotencyKey: 'a-key-of-ben-0001' }),
      ),
    )
    expect(new Set(responses.map(({ info }) => info.id)).size).toBe(1)
    expect((await questionRow(newQuestion.id)).answerCount).toBe(1)
  })
})

describe('answer counts', () => {
  it('are exact after concurrent answers and deletions of fifty users', async () => {
    const newQuestion = await aQuestion(site.as(ada.token))
    const members = await Promise.all(Array.from({ length: 50 }, () => aUser(site.ctx)))
    await Promise.all(
      members.map(async ({ token }, index) => {
        const { id } = await anAnswer(site.as(token), newQuestion.id, `Answer number ${index}`)
        if (index % 2 === 0) await site.as(token).call(deleteAnswer, { id })
      }),
    )
    const rows = await site.ctx.db
      .select()
      .from(answers)
      .where(eq(answers.questionId, newQuestion.id))
      .orderBy(asc(answers.id))
    const open = rows.filter(({ status }) => status === 1)
    expect(open.length).toBe(25)
    expect(await questionRow(newQuestion.id)).toMatchObject({
      answerCount: 25,
      lastAnswerId: open.at(-1)?.id,
    })
    const counts = await Promise.all(members.map(({ id }) => answerCountOf(id)))
    expect(counts).toEqual(members.map((_, index) => (index % 2 === 0 ? 0 : 1)))
  })
})

describe('last activity', () => {
  it('is the question again after its answer is deleted, and the answer after it is recovered', async () => {
    const { id } = await aQuestion(site.as(ada.token))
    const answer = await anAnswer(site.as(ben.token), id)
    const answered = { activeKind: 'answered', activeBy: ben.id }
    expect(await questionRow(id)).toMatchObject(answered)
    await site.as(mia.token).call(deleteAnswer, { id: answer.id })
    expect(await questionRow(id)).toMatchObject({ activeKind: 'asked', activeBy: ada.id })
    await site.as(mia.token).call(recoverAnswer, { answer_id: answer.id })
    expect(await questionRow(id)).toMatchObject(answered)
  })
})

describe('GET /answer/page', () => {
  it('sorts as requested, with the same number of statements for any page size', async () => {
    const newQuestion = await aQuestion(site.as(ada.token))
    const ids: string[] = []
    for (const score of [0, 5, -2, 5]) {
      const { token } = await aUser(site.ctx)
      const { id } = await anAnswer(site.as(token), newQuestion.id)
      await site.db.update(answers).set({ score }).where(eq(answers.id, id))
      ids.push(id)
    }
    const [zero, first, low, second] = ids
    await site.db
      .update(questions)
      .set({ acceptedAnswerId: zero, isAnswered: true })
      .where(eq(questions.id, newQuestion.id))
    const page = async (order: 'default' | 'updated' | 'created' | 'vote') =>
      (await site.as().call(listAnswers, { question_id: newQuestion.id, order })).list.map(
        ({ id }) => id,
      )
    expect(await page('default')).toEqual([zero, first, second, low])
    expect(await page('updated')).toEqual([second, low, first, zero])
    expect(await page('created')).toEqual([zero, first, low, second])
    expect(await page('vote')).toEqual([first, second, zero, low])
    const cost = async (page_size: number, token?: string) => {
      const response = await site.app.inject({
        url: listAnswers.path,
        query: { question_id: newQuestion.id, page_size: String(page_size) },
        headers: token === undefined ? {} : { authorization: `Bearer ${token}` },
      })
      expect(response.json()).toMatchObject({ data: { count: 4 } })
      return response.headers['x-sql-count']
    }
    expect([await cost(2), await cost(100), await cost(100, ben.token)]).toEqual(['1', '1', '2'])
  })

  it('returns pages and the total, also past the end', async () => {
    const newQuestion = await aQuestion(site.as(ada.token))
    const empty = await site.as().call(listAnswers, { question_id: newQuestion.id })
    expect(empty).toEqual({ count: 0, list: [] })
    await anAnswer(site.as(ben.token), newQuestion.id)
    await anAnswer(site.as(ada.token), newQuestion.id)
    const page = (number: number) =>
      site.as().call(listAnswers, { question_id: newQuestion.id, page: number, page_size: 1 })
    expect(await page(2)).toMatchObject({ count: 2, list: [{ user_info: { id: ada.id } }] })
    expect(await page(3)).toEqual({ count: 2, list: [] })
    const unknown = site.as().call(listAnswers, { question_id: '10019999999999999' })
    await expectError(unknown, 'question.not_found')
  })

  it('shows deleted answers to staff and their author only', async () => {
    const newQuestion = await aQuestion(site.as(ada.token))
    const { id } = await anAnswer(site.as(ben.token), newQuestion.id)
    await site.as(ben.token).call(deleteAnswer, { id })
    const seen = async (token?: string) => {
      const { count, list } = await site
        .as(token)
        .call(listAnswers, { question_id: newQuestion.id })
      expect(count).toBe(list.length)
      return list.map((answer) => answer.status)
    }
    expect([await seen(), await seen(ada.token)]).toEqual([[], []])
    expect([await seen(ben.token), await seen(mia.token)]).toEqual([[10], [10]])
    const hidden = await expectError(site.as(ada.token).call(getAnswer, { id }), 'answer.not_found')
    const never = site.as(ada.token).call(getAnswer, { id: '10029999999999999' })
    expect(hidden).toEqual(await expectError(never, 'answer.not_found'))
  })

  it('hides the answers of a deleted question', async () => {
    const newQuestion = await aQuestion(site.as(ada.token))
    const { id } = await anAnswer(site.as(ben.token), newQuestion.id)
    await site.db
      .update(questions)
      .set({ status: 10, deletedAt: new Date(), deletedBy: ada.id })
      .where(eq(questions.id, newQuestion.id))
    await expectError(site.as(ben.token).call(getAnswer, { id }), 'answer.not_found')
    const page = site.as(ben.token).call(listAnswers, { question_id: newQuestion.id })
    await expectError(page, 'question.not_found')
    expect((await site.as(mia.token).call(getAnswer, { id })).info.id).toBe(id)
  })

  it('returns ids in the form of the permalink setting', async () => {
    const newQuestion = await aQuestion(site.as(ada.token))
    const { id } = await anAnswer(site.as(ben.token), newQuestion.id)
    const change = (permalink: 1 | 3) =>
      transact(site.ctx, (tx) => changeSettings(tx, seoSettings, { permalink }))
    await change(3)
    const { list } = await site.as().call(listAnswers, { question_id: toShortId(newQuestion.id) })
    expect(list).toMatchObject([{ id: toShortId(id), question_id: toShortId(newQuestion.id) }])
    await change(1)
  })
})

describe('PUT /answer', () => {
  const edit = (token: string, id: string, changes: { content?: string; version?: number } = {}) =>
    site.as(token).call(editAnswer, {
      id,
      content: changes.content ?? 'Feed it twice a week.',
      version: changes.version ?? 1,
      edit_summary: 'Say how often',
    })

  it('saves a revision and shows the editor', async () => {
    const newQuestion = await aQuestion(site.as(ada.token))
    const { id } = await anAnswer(site.as(ben.token), newQuestion.id, 'Feed it once.')
    expect(await edit(mia.token, id)).toEqual({ wait_for_review: false })
    const { info } = await site.as().call(getAnswer, { id })
    expect(info).toMatchObject({ version: 2, content: 'Feed it twice a week.' })
    expect(info.update_user_info?.id).toBe(mia.id)
    expect(info.update_time).toBeGreaterThan(0)
    expect(await questionRow(newQuestion.id)).toMatchObject({
      activeKind: 'modified',
      activeBy: mia.id,
    })
    const saved = await site.ctx.db
      .select()
      .from(revisions)
      .where(eq(revisions.objectId, id))
      .orderBy(asc(revisions.version))
    expect(saved).toMatchObject([
      { version: 1, status: 0, userId: ben.id, originalText: 'Feed it once.' },
      { version: 2, status: 2, userId: mia.id, summary: 'Say how often' },
    ])
  })

  it('of a pending answer does not change the activity of the question', async () => {
    const newQuestion = await aQuestion(site.as(ada.token))
    const { id } = await anAnswer(site.as(ben.token), newQuestion.id)
    await site.db.update(answers).set({ status: 11 }).where(eq(answers.id, id))
    await edit(ben.token, id)
    expect(await questionRow(newQuestion.id)).toMatchObject({ activeKind: 'answered' })
  })

  it('rejects an outdated version, and ignores an edit without changes', async () => {
    const newQuestion = await aQuestion(site.as(ada.token))
    const { id } = await anAnswer(site.as(ben.token), newQuestion.id, 'Feed it once.')
    await edit(ben.token, id)
    expect(await edit(ben.token, id)).toEqual({ wait_for_review: false })
    const rejection = await expectError(
      edit(mia.token, id, { content: 'Something else.' }),
      'edit.conflict',
    )
    expect(rejection).toMatchObject({ status: 409, data: null })
    expect((await site.as().call(getAnswer, { id })).info.version).toBe(2)
  })

  it('accepts one of two concurrent edits', async () => {
    const newQuestion = await aQuestion(site.as(ada.token))
    const { id } = await anAnswer(site.as(ben.token), newQuestion.id)
    const both = await Promise.allSettled([
      edit(ben.token, id, { content: 'What Ben thinks.' }),
      edit(mia.token, id, { content: 'What Mia thinks.' }),
    ])
    expect(both.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
  })

  it('requires the author, staff or the reputation', async () => {
    const newQuestion = await aQuestion(site.as(ada.token))
    const { id } = await anAnswer(site.as(ben.token), newQuestion.id)
    await expectError(edit(ada.token, id), 'rank.too_low')
    const eve = await aUser(site.ctx)
    await site.db.update(users).set({ points: 999 }).where(eq(users.id, eve.id))
    await edit(eve.token, id)
    await site.as(ben.token).call(deleteAnswer, { id })
    await expectError(edit(ben.token, id, { version: 2 }), 'post.deleted')
    await expectError(edit(eve.token, id, { version: 2 }), 'answer.not_found')
  })
})

describe('DELETE /answer and POST /answer/recover', () => {
  it('require staff, or the author of an answer without upvotes', async () => {
    const newQuestion = await aQuestion(site.as(ada.token))
    const { id } = await anAnswer(site.as(ben.token), newQuestion.id)
    await expectError(site.as(ada.token).call(deleteAnswer, { id }), 'auth.forbidden')
    await site.db.update(answers).set({ score: 1 }).where(eq(answers.id, id))
    await expectError(site.as(ben.token).call(deleteAnswer, { id }), 'answer.cannot_delete')
    await site.as(mia.token).call(deleteAnswer, { id })
    await site.as(mia.token).call(deleteAnswer, { id })
    expect((await site.as().call(getQuestion, { id: newQuestion.id })).answer_count).toBe(0)
  })

  it('let staff and whoever deleted it restore an answer', async () => {
    const newQuestion = await aQuestion(site.as(ada.token))
    const { id } = await anAnswer(site.as(ben.token), newQuestion.id)
    const before = await answerCountOf(ben.id)
    const recover = (token: string) => site.as(token).call(recoverAnswer, { answer_id: id })
    await site.as(mia.token).call(deleteAnswer, { id })
    expect(await answerCountOf(ben.id)).toBe(before - 1)
    await expectError(recover(ben.token), 'post.not_deleted_by_you')
    await expectError(recover(ada.token), 'answer.not_found')
    await recover(mia.token)
    await site.as(ben.token).call(deleteAnswer, { id })
    const own = await site.as(ben.token).call(getAnswer, { id })
    expect(own.info.member_actions.map(({ action }) => action)).toEqual(['undelete'])
    await recover(ben.token)
    await recover(ben.token)
    expect(await answerCountOf(ben.id)).toBe(before)
    expect(await questionRow(newQuestion.id)).toMatchObject({ answerCount: 1, lastAnswerId: id })
  })

  it('do not allow a second answer', async () => {
    const newQuestion = await aQuestion(site.as(ada.token))
    const { id } = await anAnswer(site.as(ben.token), newQuestion.id)
    await site.as(ben.token).call(deleteAnswer, { id })
    await anAnswer(site.as(ben.token), newQuestion.id, 'A better answer.')
    await expectError(
      site.as(ben.token).call(recoverAnswer, { answer_id: id }),
      'answer.restricted',
    )
  })
})
