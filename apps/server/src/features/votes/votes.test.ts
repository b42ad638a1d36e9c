import { listMyVotes, voteDown, voteUp } from '@stoa/contract/features/votes'
import { seoSettings } from '@stoa/contract/settings/site'
import { toShortId } from '@stoa/contract/ids'
import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { aSite, expectError, type TestSite } from '../../../test/site.ts'
import { indexListeners, within } from '../../kernel/events.ts'
import type { Actor } from '../../kernel/rules.ts'
import { changeSettings } from '../../kernel/settings.ts'
import { transact } from '../../kernel/transact.ts'
import { aPerson } from '../accounts/accounts.factory.ts'
import { anAnswer, setDeleted } from '../posts/posts.factory.ts'
import { answers, comments, questions } from '../posts/posts.table.ts'
import { aQuestion } from '../questions/questions.factory.ts'
import { aTrustedPerson } from '../reputation/reputation.factory.ts'
import { users } from '../users/users.table.ts'
import { vote } from './votes.actions.ts'
import { canVote } from './votes.rules.ts'
import { votes } from '../posts/votes.table.ts'

const member: Actor = {
  id: '2',
  roleId: 1,
  reputation: 50,
  isActivated: true,
  isSuspended: false,
  isSecured: false,
}

let site: TestSite
let ada: Awaited<ReturnType<typeof aPerson>>
let ben: Awaited<ReturnType<typeof aPerson>>
let question: { id: string }
let answer: { id: string }

beforeAll(async () => {
  site = await aSite()
  ada = await aPerson(site.ctx, { name: 'Ada' })
  ben = await aTrustedPerson(site.ctx, 'Ben')
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
const answeredOf = async (id: string) => {
  const [row] = await site.ctx.db.select().from(questions).where(eq(questions.id, id))
  return row?.isAnswered
}
async function aComment(questionId: string, userId: string) {
  const [row] = await site.ctx.db
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

describe('a vote', () => {
  it('is given, changed and taken back, and each is done once however often it is asked for', async () => {
    const asked = await aQuestion(site.as(ada.token))
    const is = (up_votes: number, down_votes: number, vote_status: string) => ({
      up_votes,
      down_votes,
      votes: up_votes - down_votes,
      vote_status,
    })
    for (const _ of [1, 2]) expect(await up(asked.id)).toEqual(is(1, 0, 'vote_up'))
    for (const _ of [1, 2]) expect(await down(asked.id)).toEqual(is(0, 1, 'vote_down'))
    expect(await cancelUp(asked.id)).toEqual(is(0, 1, 'vote_down'))
    for (const _ of [1, 2]) expect(await cancelDown(asked.id)).toEqual(is(0, 0, ''))
    expect(await site.ctx.db.select().from(votes).where(eq(votes.objectId, asked.id))).toEqual([])
  })

  it('moves the score of what it is on, in either form of its id', async () => {
    await up(toShortId(answer.id))
    const [row] = await site.ctx.db.select().from(answers).where(eq(answers.id, answer.id))
    expect(row?.score).toBe(1)
    const [around] = await site.ctx.db.select().from(questions).where(eq(questions.id, question.id))
    expect(around?.score).toBe(0)
    await cancelUp(answer.id)
  })

  it('decides whether the question counts as answered when an answer crosses zero', async () => {
    const asked = await aQuestion(site.as(ada.token))
    const first = await anAnswer(site.ctx, { questionId: asked.id, userId: ada.id })
    const second = await anAnswer(site.ctx, { questionId: asked.id, userId: ada.id })
    await up(first.id)
    expect(await answeredOf(asked.id)).toBe(true)
    await up(second.id)
    await cancelUp(first.id)
    expect(await answeredOf(asked.id)).toBe(true)
    await down(second.id)
    expect(await answeredOf(asked.id)).toBe(false)
    const [row] = await site.ctx.db.select().from(questions).where(eq(questions.id, asked.id))
    expect(row?.answerCount).toBe(2)
  })

  it('on a comment is for it only', async () => {
    const comment = await aComment(question.id, ada.id)
    expect(await up(comment.id)).toMatchObject({ votes: 1, vote_status: 'vote_up' })
    const refused = await expectError(down(comment.id), 'object.cannot_vote')
    expect(refused.data).toEqual({ err_type: 'toast' })
    expect(await cancelUp(comment.id)).toMatchObject({ votes: 0, vote_status: '' })
  })
})

describe('what is told', () => {
  it('is each change once, with what stood there before', async () => {
    const heard: unknown[] = []
    const ctx = {
      ...site.ctx,
      listeners: indexListeners([
        within('post.voted', async (_tx, payload) => void heard.push(payload)),
      ]),
    }
    const asked = await aQuestion(site.as(ada.token))
    const who = { ...member, id: ben.id, reputation: 500 }
    const policy = { required: () => 1, timeZone: 'UTC' }
    const wishes = [
      [1, false],
      [1, false],
      [-1, false],
      [1, true],
      [-1, true],
      [-1, true],
    ] as const
    for (const [direction, isCancel] of wishes)
      await transact(ctx, (tx) =>
        vote(tx, who, { objectId: asked.id, direction, isCancel }, policy),
      )
    const told = { objectId: asked.id, userId: ben.id }
    expect(heard).toEqual([
      { ...told, before: 0, value: 1 },
      { ...told, before: 1, value: -1 },
      { ...told, before: -1, value: 0 },
    ])
  })
})

describe('a vote is refused', () => {
  it('on what one wrote oneself', async () => {
    const refused = await expectError(up(question.id, ada.token), 'object.cannot_vote_own')
    expect(refused).toMatchObject({ status: 400, data: { err_type: 'toast' } })
    await expectError(down(answer.id, ada.token), 'object.cannot_vote_own')
  })

  it('on what is deleted, by those who still see it; to others it does not exist', async () => {
    const mia = await aPerson(site.ctx, { role: 'moderator' })
    const asked = await aQuestion(site.as(ada.token))
    const answered = await anAnswer(site.ctx, { questionId: asked.id, userId: ada.id })
    const comment = await aComment(asked.id, ada.id)
    await up(asked.id, mia.token)
    await setDeleted(site.ctx, 'question', asked.id, ada.id)
    for (const { id } of [asked, answered, comment])
      await expectError(up(id, mia.token), 'object.already_deleted')
    await expectError(cancelUp(asked.id, mia.token), 'object.already_deleted')
    const hidden = await expectError(up(asked.id), 'question.not_found')
    expect(hidden).toEqual(await expectError(up('10019999999999999'), 'question.not_found'))
    await expectError(up(answered.id), 'answer.not_found')
    await expectError(up(comment.id), 'comment.not_found')
    await expectError(up('nonsense'), 'object.not_found')
  })

  it('without the reputation it takes, but one given earlier can always be taken back', async () => {
    const eve = await aPerson(site.ctx)
    const refused = await expectError(up(question.id, eve.token), 'rank.too_low')
    expect(refused.msg).toBe('This takes 8 reputation.')
    await site.ctx.db.update(users).set({ points: 7 }).where(eq(users.id, eve.id))
    await up(question.id, eve.token)
    await expectError(down(question.id, eve.token), 'rank.too_low')
    await site.ctx.db.update(users).set({ points: 0 }).where(eq(users.id, eve.id))
    expect(await cancelUp(question.id, eve.token)).toMatchObject({ vote_status: '' })
    const comment = await aComment(question.id, ada.id)
    expect(await up(comment.id, eve.token)).toMatchObject({ votes: 1 })
  })
})

describe('canVote', () => {
  const post = { kind: 'answer' as const, userId: '3', isDeleted: false }
  const required = (privilege: string) => (privilege.endsWith('vote_down') ? 125 : 8)
  it.each([
    [member, post, 1, 'ok'],
    [member, post, -1, 'rank.too_low'],
    [{ ...member, roleId: 3 as const }, post, -1, 'ok'],
    [{ ...member, reputation: 1 }, post, 1, 'rank.too_low'],
    [{ ...member, reputation: 1 }, post, 0, 'ok'],
    [member, { ...post, userId: '2' }, 1, 'object.cannot_vote_own'],
    [member, { ...post, isDeleted: true }, 0, 'object.already_deleted'],
    [member, { ...post, kind: 'comment' as const }, 1, 'ok'],
    [member, { ...post, kind: 'comment' as const }, -1, 'object.cannot_vote'],
  ] as const)('%o on %o with %i is %s', (who, on, value, expected) => {
    const verdict = canVote(who, on, value, required)
    expect(verdict.ok ? 'ok' : verdict.code).toBe(expected)
  })
})

describe('my votes', () => {
  it('are the newest first, in words, of what I can still see', async () => {
    const eve = await aTrustedPerson(site.ctx)
    const gone = await aQuestion(site.as(ada.token))
    const change = (permalink: 1 | 3) =>
      transact(site.ctx, (tx) => changeSettings(tx, site.ctx, seoSettings, { permalink }))
    await up(gone.id, eve.token)
    site.advance(1000)
    await up(question.id, eve.token)
    site.advance(1000)
    await down(answer.id, eve.token)
    await up((await aComment(question.id, ada.id)).id, eve.token)
    await setDeleted(site.ctx, 'question', gone.id, ada.id)
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

describe('the statements', () => {
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

  it('of a vote are few', async () => {
    const eve = await aTrustedPerson(site.ctx)
    const asked = await aQuestion(site.as(ada.token))
    const answered = await anAnswer(site.ctx, { questionId: asked.id, userId: ada.id })
    const costs = {
      question: await costOf(voteUp, { object_id: asked.id }, eve.token),
      again: await costOf(voteUp, { object_id: asked.id }, eve.token),
      change: await costOf(voteDown, { object_id: asked.id }, eve.token),
      answer: await costOf(voteDown, { object_id: answered.id }, eve.token),
      'answer, across zero': await costOf(voteUp, { object_id: answered.id }, eve.token),
    }
    expect(costs).toEqual({
      question: 7,
      again: 6,
      change: 7,
      answer: 7,
      'answer, across zero': 9,
    })
  })

  it('of my votes are as many for two as for a hundred', async () => {
    const eve = await aTrustedPerson(site.ctx)
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
    await site.ctx.db.execute(sql`
      insert into questions (user_id, title, slug, original_text, parsed_text, excerpt, renderer_version, created_at, active_at, active_by)
      select ${ada.id}, 'Copy ' || n, 'copy', 'x', 'x', 'x', 1, now(), now(), ${ada.id} from generate_series(1, 100) n`)
    await site.ctx.db.execute(sql`
      insert into votes select ${eve.id}, id, 1, now() from questions where title like 'Copy %'`)
    expect(await cost('2')).toEqual(['3', 2])
    expect(await cost('100')).toEqual(['3', 100])
  })
})
