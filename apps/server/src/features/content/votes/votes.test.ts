import { listMyVotes, voteDown, voteUp } from '@stoa/contract/features/votes'
import { seoSettings } from '@stoa/contract/settings/site'
import { toShortId } from '@stoa/contract/ids'
import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { aSite, expectError, type TestSite } from '../../../../test/site.ts'
import { indexListeners, within } from '../../../kernel/events.ts'
import type { Actor } from '../../../kernel/rules.ts'
import { changeSettings } from '../../../kernel/settings.ts'
import { transact } from '../../../kernel/transact.ts'
import { aUser } from '../../people/auth/accounts.factory.ts'
import { anAnswer, setDeleted } from '../shared/posts.factory.ts'
import { answers, comments, questions } from '../../../schema/posts.ts'
import { aQuestion } from '../questions/questions.factory.ts'
import { aTrustedUser } from '../../people/reputation/reputation.factory.ts'
import { users } from '../../../schema/users.ts'
import { vote } from './votes.actions.ts'
import { canVote } from './votes.rules.ts'
import { votes } from '../../../schema/votes.ts'

const member: Actor = {
  id: '2',
  roleId: 1,
  reputation: 50,
  isActivated: true,
  isSuspended: false,
  hasUsedSecondFactor: false,
}

let site: TestSite
let ada: Awaited<ReturnType<typeof aUser>>
let ben: Awaited<ReturnType<typeof aUser>>
let question: { id: string }
let answer: { id: string }

beforeAll(async () => {
  site = await aSite()
  ada = await aUser(site.ctx, { name: 'Ada' })
  ben = await aTrustedUser(site.ctx, 'Ben')
  question = await aQuestion(site.as(ada.token), { title: 'Voted on' })
  answer = await anAnswer(site.ctx, { questionId: question.id, userId: ada.id })
})
afterAll(() => site.close())

const up = (object_id: string, token = ben.token) => site.as(token).call(voteUp, { object_id })
const down = (object_id: string, token = ben.token) => site.as(token).call(voteDown, { object_id })
const cancelUp = (object_id: string, token = ben.token) =>
  site.as(token).call(voteUp, { object_id, is_cancel: true })
const cancelDown = (object_id: string, token = ben.token) =>
  site.as(token).call(voteDown, { object_id, is_cancel: true })
const isAnswered = async (id: string) => {
  const [row] = await site.ctx.db.select().from(questions).where(eq(questions.id, id))
  return row?.isAnswered
}
async function aComment(questionId: string, userId: string) {
  const [row] = await site.db
    .insert(comments)
    .values({
      questionId,
      userId,
      originalText: 'Hm.',
      parsedText: '<p>Hm.</p>',
      rendererVersion: 1,
      createdAt: new Date(),
    })
    .returning({ id: comments.id })
  return row!
}

describe('POST /vote/up and /vote/down', () => {
  it('set, change and clear a vote idempotently', async () => {
    const newQuestion = await aQuestion(site.as(ada.token))
    const toVotes = (up_votes: number, down_votes: number, vote_status: string) => ({
      up_votes,
      down_votes,
      votes: up_votes - down_votes,
      vote_status,
    })
    for (const _ of [1, 2]) expect(await up(newQuestion.id)).toEqual(toVotes(1, 0, 'vote_up'))
    for (const _ of [1, 2]) expect(await down(newQuestion.id)).toEqual(toVotes(0, 1, 'vote_down'))
    expect(await cancelUp(newQuestion.id)).toEqual(toVotes(0, 1, 'vote_down'))
    for (const _ of [1, 2]) expect(await cancelDown(newQuestion.id)).toEqual(toVotes(0, 0, ''))
    expect(
      await site.ctx.db.select().from(votes).where(eq(votes.objectId, newQuestion.id)),
    ).toEqual([])
  })

  it('update the score of the post, by long or short id', async () => {
    await up(toShortId(answer.id))
    const [row] = await site.ctx.db.select().from(answers).where(eq(answers.id, answer.id))
    expect(row?.score).toBe(1)
    const [parent] = await site.ctx.db.select().from(questions).where(eq(questions.id, question.id))
    expect(parent?.score).toBe(0)
    await cancelUp(answer.id)
  })

  it('mark the question as answered while an answer has a positive score', async () => {
    const newQuestion = await aQuestion(site.as(ada.token))
    const first = await anAnswer(site.ctx, { questionId: newQuestion.id, userId: ada.id })
    const second = await anAnswer(site.ctx, { questionId: newQuestion.id, userId: ada.id })
    await up(first.id)
    expect(await isAnswered(newQuestion.id)).toBe(true)
    await up(second.id)
    await cancelUp(first.id)
    expect(await isAnswered(newQuestion.id)).toBe(true)
    await down(second.id)
    expect(await isAnswered(newQuestion.id)).toBe(false)
    const [row] = await site.ctx.db.select().from(questions).where(eq(questions.id, newQuestion.id))
    expect(row?.answerCount).toBe(2)
  })

  it('allow upvotes but no downvotes on a comment', async () => {
    const comment = await aComment(question.id, ada.id)
    expect(await up(comment.id)).toMatchObject({ votes: 1, vote_status: 'vote_up' })
    const rejection = await expectError(down(comment.id), 'object.cannot_vote')
    expect(rejection.data).toEqual({ err_type: 'toast' })
    expect(await cancelUp(comment.id)).toMatchObject({ votes: 0, vote_status: '' })
  })
})

describe('event post.voted', () => {
  it('is emitted once per change, with the previous value', async () => {
    const events: unknown[] = []
    const ctx = {
      ...site.ctx,
      listeners: indexListeners([
        within('post.voted', async (_tx, payload) => void events.push(payload)),
      ]),
    }
    const newQuestion = await aQuestion(site.as(ada.token))
    const actor = { ...member, id: ben.id, reputation: 500 }
    const inputs = [
      [1, false],
      [1, false],
      [-1, false],
      [1, true],
      [-1, true],
      [-1, true],
    ] as const
    for (const [direction, isCancel] of inputs)
      await transact(ctx, (tx) =>
        vote(tx, actor, { objectId: newQuestion.id, direction, isCancel }),
      )
    const { id: objectId } = newQuestion
    const payloadBase = { objectId, questionId: objectId, authorId: ada.id, userId: ben.id }
    expect(events).toEqual([
      { ...payloadBase, before: 0, value: 1 },
      { ...payloadBase, before: 1, value: -1 },
      { ...payloadBase, before: -1, value: 0 },
    ])
  })
})

describe('POST /vote/up and /vote/down reject a vote', () => {
  it('on own posts', async () => {
    const rejection = await expectError(up(question.id, ada.token), 'object.cannot_vote_own')
    expect(rejection).toMatchObject({ status: 400, data: { err_type: 'toast' } })
    await expectError(down(answer.id, ada.token), 'object.cannot_vote_own')
  })

  it('on a deleted post, which is not found for those who cannot see it', async () => {
    const mia = await aUser(site.ctx, { role: 'moderator' })
    const newQuestion = await aQuestion(site.as(ada.token))
    const newAnswer = await anAnswer(site.ctx, { questionId: newQuestion.id, userId: ada.id })
    const comment = await aComment(newQuestion.id, ada.id)
    await up(newQuestion.id, mia.token)
    await setDeleted(site.ctx, 'question', newQuestion.id, ada.id)
    for (const { id } of [newQuestion, newAnswer, comment])
      await expectError(up(id, mia.token), 'object.already_deleted')
    await expectError(cancelUp(newQuestion.id, mia.token), 'object.already_deleted')
    const hidden = await expectError(up(newQuestion.id), 'question.not_found')
    expect(hidden).toEqual(await expectError(up('10019999999999999'), 'question.not_found'))
    await expectError(up(newAnswer.id), 'answer.not_found')
    await expectError(up(comment.id), 'comment.not_found')
    await expectError(up('nonsense'), 'object.not_found')
  })

  it('without the required reputation, which clearing a vote does not need', async () => {
    const eve = await aUser(site.ctx)
    const rejection = await expectError(up(question.id, eve.token), 'rank.too_low')
    expect(rejection.msg).toBe('You need 8 reputation to do this.')
    await site.db.update(users).set({ points: 7 }).where(eq(users.id, eve.id))
    await up(question.id, eve.token)
    await expectError(down(question.id, eve.token), 'rank.too_low')
    await site.db.update(users).set({ points: 0 }).where(eq(users.id, eve.id))
    expect(await cancelUp(question.id, eve.token)).toMatchObject({ vote_status: '' })
    const comment = await aComment(question.id, ada.id)
    expect(await up(comment.id, eve.token)).toMatchObject({ votes: 1 })
  })
})

describe('canVote', () => {
  const post = { kind: 'answer' as const, userId: '3', isDeleted: false, isPending: false }
  const required = (privilege: string) => (privilege.endsWith('vote_down') ? 125 : 8)
  it.each([
    [member, post, 1, 'ok'],
    [member, post, -1, 'rank.too_low'],
    [{ ...member, roleId: 3 as const }, post, -1, 'ok'],
    [{ ...member, reputation: 1 }, post, 1, 'rank.too_low'],
    [{ ...member, reputation: 1 }, post, 0, 'ok'],
    [member, { ...post, userId: '2' }, 1, 'object.cannot_vote_own'],
    [member, { ...post, isDeleted: true }, 0, 'object.already_deleted'],
    [member, { ...post, isPending: true }, 1, 'post.pending'],
    [member, { ...post, kind: 'comment' as const }, 1, 'ok'],
    [member, { ...post, kind: 'comment' as const }, -1, 'object.cannot_vote'],
  ] as const)('%o on %o with %i is %s', (actor, on, value, expected) => {
    const verdict = canVote(actor, on, value, required)
    expect(verdict.ok ? 'ok' : verdict.code).toBe(expected)
  })
})

describe('GET /personal/vote/page', () => {
  it('lists own votes on visible posts, newest first, with translated types', async () => {
    const eve = await aTrustedUser(site.ctx)
    const deleted = await aQuestion(site.as(ada.token))
    const change = (permalink: 1 | 3) =>
      transact(site.ctx, (tx) => changeSettings(tx, seoSettings, { permalink }))
    await up(deleted.id, eve.token)
    site.advance(1000)
    await up(question.id, eve.token)
    site.advance(1000)
    await down(answer.id, eve.token)
    await up((await aComment(question.id, ada.id)).id, eve.token)
    await setDeleted(site.ctx, 'question', deleted.id, ada.id)
    const page = await site.as(eve.token).call(listMyVotes, {})
    expect(page.count).toBe(2)
    expect(page.list).toMatchObject([
      { object_type: 'answer', object_id: answer.id, answer_id: answer.id, vote_type: 'downvote' },
      { object_type: 'question', object_id: question.id, answer_id: '0', vote_type: 'upvote' },
    ])
    expect(page.list[0]).toMatchObject({ title: 'Voted on', content: 'Three weeks.' })
    await change(3)
    const [short] = (await site.as(eve.token).call(listMyVotes, { page_size: 1 })).list
    expect(short).toMatchObject({
      object_id: toShortId(answer.id),
      question_id: toShortId(question.id),
    })
    await change(1)
  })
})

describe('number of SQL statements', () => {
  const costOf = async (endpoint: typeof voteUp, payload: object, token: string) => {
    const response = await site.app.inject({
      method: 'POST',
      url: endpoint.path,
      headers: { authorization: `Bearer ${token}` },
      payload,
    })
    expect(response.json()).toMatchObject({ status: 200 })
    return Number(response.headers['x-sql-count'])
  }

  it('is fixed for each kind of vote', async () => {
    const eve = await aTrustedUser(site.ctx)
    const newQuestion = await aQuestion(site.as(ada.token))
    const newAnswer = await anAnswer(site.ctx, { questionId: newQuestion.id, userId: ada.id })
    const costs = {
      question: await costOf(voteUp, { object_id: newQuestion.id }, eve.token),
      again: await costOf(voteUp, { object_id: newQuestion.id }, eve.token),
      change: await costOf(voteDown, { object_id: newQuestion.id }, eve.token),
      answer: await costOf(voteDown, { object_id: newAnswer.id }, eve.token),
      'answer, across zero': await costOf(voteUp, { object_id: newAnswer.id }, eve.token),
    }
    expect(costs).toEqual({
      question: 10,
      again: 6,
      change: 13,
      answer: 10,
      'answer, across zero': 15,
    })
  })

  it('of the list of own votes does not depend on its length', async () => {
    const eve = await aTrustedUser(site.ctx)
    const cost = async (page_size: string) => {
      const response = await site.app.inject({
        url: listMyVotes.path,
        query: { page_size },
        headers: { authorization: `Bearer ${eve.token}` },
      })
      return [
        response.headers['x-sql-count'],
        response.json<{ data: { list: unknown[] } }>().data.list.length,
      ]
    }
    await site.db.execute(sql`
      insert into questions (user_id, title, slug, original_text, parsed_text, excerpt, renderer_version, created_at, active_at, active_by)
      select ${ada.id}, 'Copy ' || n, 'copy', 'x', 'x', 'x', 1, now(), now(), ${ada.id} from generate_series(1, 100) n`)
    await site.db.execute(sql`
      insert into votes select ${eve.id}, id, 1, now() from questions where title like 'Copy %'`)
    expect(await cost('2')).toEqual(['3', 2])
    expect(await cost('100')).toEqual(['3', 100])
  })
})
