import type { Client } from '@stoa/contract/client'
import { getAnswer } from '@stoa/contract/features/answers'
import { addComment, getComment } from '@stoa/contract/features/comments'
import {
  type CaseOperation,
  flagContent,
  listFlagCases,
  reviewFlagCase,
} from '@stoa/contract/features/flags'
import { getQuestion } from '@stoa/contract/features/questions'
import {
  claimCase,
  getReviewContext,
  listDecisions,
  listReviewQueues,
  skipCase,
  undoDecision,
} from '@stoa/contract/features/review'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { aSite, expectError, type TestSite } from '../../../../test/site.ts'
import { users } from '../../../schema/users.ts'
import { anAnswer } from '../../content/answers/answers.factory.ts'
import { aQuestion } from '../../content/questions/questions.factory.ts'
import { aUser } from '../../people/auth/accounts.factory.ts'

const [spam, rude] = [57, 58]
const type = 'flagged_post'

let site: TestSite
let ada: Awaited<ReturnType<typeof aUser>>
let author: Client
let flagger: Client
let mia: Client
let max: Client

beforeAll(async () => {
  site = await aSite()
  ada = await aUser(site.ctx, { name: 'Ada' })
  author = site.as(ada.token)
  flagger = site.as((await aUser(site.ctx, { name: 'Ben' })).token)
  mia = site.as((await aUser(site.ctx, { name: 'Mia', role: 'moderator' })).token)
  max = site.as((await aUser(site.ctx, { name: 'Max', role: 'moderator' })).token)
})
afterAll(() => site.close())

const flag = (object_id: string, report_type = spam) =>
  flagger.call(flagContent, { object_id, report_type })

const findCase = async (objectId: string, client = mia) => {
  const { list } = await client.call(listFlagCases, { page_size: 100 })
  return list.find(({ object_id }) => object_id === objectId)
}

/** Returns the id of the question and of its case. */
const aCase = async () => {
  const question = await aQuestion(author)
  await flag(question.id)
  const found = await findCase(question.id)
  return { questionId: question.id, id: found!.flag_id }
}

const decide = (flag_id: string, operation_type: CaseOperation, client = mia, input = {}) =>
  client.call(reviewFlagCase, { flag_id, operation_type, ...input })

describe('GET /reviewing/type', () => {
  it('counts the open cases of the queues the caller may review', async () => {
    const before = await mia.call(listReviewQueues, {})
    expect(before.map(({ name, label }) => [name, label])).toEqual([
      ['queued_post', 'Queued posts'],
      ['flagged_post', 'Flagged posts'],
      ['flagged_user', 'Flagged users'],
      ['suggested_post_edit', 'Suggested edits'],
    ])
    const { id } = await aCase()
    const amount = async (client: Client) =>
      (await client.call(listReviewQueues, {})).find(({ name }) => name === type)?.todo_amount
    expect(await amount(mia)).toBe(before[1]!.todo_amount + 1)
    await mia.call(skipCase, { type, id })
    expect(await amount(mia)).toBe(before[1]!.todo_amount)
    expect(await amount(max)).toBe(before[1]!.todo_amount + 1)
  })

  it('is empty for members, and has suggested edits for users who may review them', async () => {
    const eve = await aUser(site.ctx, { name: 'Eve' })
    const names = async () =>
      (await site.as(eve.token).call(listReviewQueues, {})).map(({ name }) => name)
    expect(await names()).toEqual([])
    await site.db.update(users).set({ points: 999 }).where(eq(users.id, eve.id))
    expect(await names()).toEqual(['suggested_post_edit'])
  })
})

describe('PUT /review/claim', () => {
  it('shows others who looks at a case, and keeps them from deciding it', async () => {
    const { questionId, id } = await aCase()
    await mia.call(claimCase, { type, id })
    expect((await findCase(questionId, max))?.claimed_by).toMatchObject({ display_name: 'Mia' })
    await expectError(max.call(claimCase, { type, id }), 'review.claimed')
    await expectError(decide(id, 'ignore_report', max), 'review.claimed')
    await decide(id, 'ignore_report')
  })

  it('ends after five minutes, and when the reviewer claims another case', async () => {
    const first = await aCase()
    const second = await aCase()
    await mia.call(claimCase, { type, id: first.id })
    await mia.call(claimCase, { type, id: second.id })
    await max.call(claimCase, { type, id: first.id })
    await expectError(max.call(claimCase, { type, id: second.id }), 'review.claimed')
    site.advance(5 * 60_000 + 1)
    expect((await findCase(second.questionId))?.claimed_by).toBeNull()
    await max.call(claimCase, { type, id: second.id })
    await decide(second.id, 'ignore_report', max)
  })

  it('goes to one of many who claim at the same time', async () => {
    const { id } = await aCase()
    const claims = [mia, max, mia, max].map((client) => client.call(claimCase, { type, id }))
    const results = await Promise.allSettled(claims)
    const won = results.map(({ status }) => status === 'fulfilled')
    expect(won[0]).toBe(won[2])
    expect(won[1]).toBe(won[3])
    expect(won[0]).not.toBe(won[1])
  })

  it('rejects unknown and decided cases, and members', async () => {
    const { id } = await aCase()
    for (const call of [claimCase, skipCase]) {
      await expectError(flagger.call(call, { type, id }), 'auth.forbidden')
      await expectError(mia.call(call, { type, id: 'nonsense' }), 'review.case_not_found')
      await expectError(mia.call(call, { type, id: '10080000009999999' }), 'review.case_not_found')
    }
    await decide(id, 'ignore_report')
    await expectError(mia.call(claimCase, { type, id }), 'review.case_not_found')
  })
})

describe('PUT /review/skip', () => {
  it('removes the case from the list of that reviewer only', async () => {
    const { questionId, id } = await aCase()
    await mia.call(claimCase, { type, id })
    await mia.call(skipCase, { type, id })
    expect(await findCase(questionId)).toBeUndefined()
    expect((await findCase(questionId, max))?.claimed_by).toBeNull()
    const { list } = await mia.call(listFlagCases, { skipped: 'true', page_size: 100 })
    expect(list.map(({ flag_id }) => flag_id)).toContain(id)
    const linked = await mia.call(listFlagCases, { flag_id: id })
    expect(linked.list).toHaveLength(1)
    await decide(id, 'ignore_report')
  })
})

describe('GET /report/unreviewed/post', () => {
  it('filters by kind and reason', async () => {
    const question = await aQuestion(author)
    const answer = await anAnswer(author, question.id)
    await flag(question.id, rude)
    await flag(answer.id, spam)
    const ids = async (filter: object) =>
      (await max.call(listFlagCases, { page_size: 100, ...filter })).list.map(
        ({ object_id }) => object_id,
      )
    const answers = await ids({ object_type: 'answer' })
    expect(answers).toContain(answer.id)
    expect(answers).not.toContain(question.id)
    const insults = await ids({ reason: rude })
    expect(insults).toContain(question.id)
    expect(insults).not.toContain(answer.id)
    expect(await ids({ object_type: 'answer', reason: rude })).not.toContain(answer.id)
  })
})

describe('PUT /review/undo', () => {
  it.each([
    ['close_post', { close_type: 64 }],
    ['unlist_post', {}],
    ['delete_post', {}],
    ['ignore_report', {}],
  ] as const)('reverses %s and opens the case again', async (operation, input) => {
    const { questionId, id } = await aCase()
    const state = async () => {
      const { status, show } = await mia.call(getQuestion, { id: questionId })
      return { status, show }
    }
    const before = await state()
    await decide(id, operation, mia, input)
    if (operation !== 'ignore_report') expect(await state()).not.toEqual(before)
    await mia.call(undoDecision, { type, id })
    expect(await state()).toEqual(before)
    expect(await findCase(questionId)).toMatchObject({ flag_id: id, flags: [{}] })
    await expectError(mia.call(undoDecision, { type, id }), 'review.undo_not_possible')
  })

  it('restores a deleted answer', async () => {
    const question = await aQuestion(author)
    const answer = await anAnswer(author, question.id)
    await flag(answer.id)
    const { flag_id: id } = (await findCase(answer.id))!
    await decide(id, 'delete_post')
    await mia.call(undoDecision, { type, id })
    expect((await mia.call(getAnswer, { id: answer.id })).info.status).toBe(1)
  })

  it('restores an edited text and a deleted comment', async () => {
    const { questionId, id } = await aCase()
    const { title } = await mia.call(getQuestion, { id: questionId })
    await decide(id, 'edit_post', mia, { title: 'Something else' })
    await mia.call(undoDecision, { type, id })
    expect(await mia.call(getQuestion, { id: questionId })).toMatchObject({ title, version: 3 })
    const { comment_id } = await author.call(addComment, {
      object_id: questionId,
      original_text: 'First version.',
    })
    await flag(comment_id)
    const comment = (await findCase(comment_id))!.flag_id
    for (const [operation, input] of [
      ['edit_post', { content: 'Second version.' }],
      ['delete_post', {}],
    ] as const) {
      await decide(comment, operation, mia, input)
      await mia.call(undoDecision, { type, id: comment })
      const { original_text } = await mia.call(getComment, { id: comment_id })
      expect(original_text).toBe('First version.')
    }
  })

  it('is for the reviewer who decided, for 30 seconds', async () => {
    const { id } = await aCase()
    await decide(id, 'ignore_report')
    await expectError(max.call(undoDecision, { type, id }), 'review.undo_not_possible')
    await expectError(flagger.call(undoDecision, { type, id }), 'auth.forbidden')
    site.advance(30_001)
    await expectError(mia.call(undoDecision, { type, id }), 'review.undo_expired')
  })

  it('changes nothing if the content was flagged again meanwhile', async () => {
    const { questionId, id } = await aCase()
    await decide(id, 'unlist_post')
    await flag(questionId)
    await expectError(mia.call(undoDecision, { type, id }), 'review.undo_not_possible')
    expect((await mia.call(getQuestion, { id: questionId })).show).toBe(2)
  })
})

describe('GET /review/decisions', () => {
  it('lists what was decided by whom, newest first', async () => {
    const first = await aCase()
    const second = await aCase()
    await decide(first.id, 'unlist_post')
    await decide(second.id, 'ignore_report', max)
    const { list, own_today } = await mia.call(listDecisions, {})
    expect(list.slice(0, 2).map((one) => [one.id, one.operation])).toEqual([
      [second.id, 'ignore_report'],
      [first.id, 'unlist_post'],
    ])
    expect(list[0]?.user_info.display_name).toBe('Max')
    expect(own_today).toBeGreaterThan(0)
    const { username } = list[1]!.user_info
    const own = await mia.call(listDecisions, { username: username.toUpperCase() })
    expect(own.list.every(({ user_info }) => user_info.display_name === 'Mia')).toBe(true)
    await expectError(flagger.call(listDecisions, {}), 'auth.forbidden')
  })
})

describe('GET /review/context', () => {
  const link = 'See [this shop](https://shop.example/ovens?ref=1).'

  it('has the author, earlier cases, posts with the same links, and who flagged', async () => {
    const cleo = await aUser(site.ctx, { name: 'Cleo' })
    const spammer = site.as(cleo.token)
    const earlier = await aQuestion(spammer, { title: 'Which oven?', content: link })
    await flag(earlier.id)
    await decide((await findCase(earlier.id))!.flag_id, 'delete_post')
    const question = await aQuestion(author, { title: 'How hot?', content: 'In degrees.' })
    const answer = await anAnswer(spammer, question.id, `Very hot. ${link}`)
    await flag(answer.id)
    const context = await mia.call(getReviewContext, { object_id: answer.id })
    expect(context).toMatchObject({
      author: {
        user: { display_name: 'Cleo' },
        question_count: 0,
        answer_count: 1,
        removed_count: 1,
        flags: { upheld: 1, ignored: 0 },
      },
      post: { score: 0, edits: 0, parent: { title: 'How hot?', excerpt: 'In degrees.' } },
      earlier_cases: [],
      same_links: [{ host: 'shop.example', title: 'Which oven?', is_deleted: true }],
    })
    expect(context.flaggers).toHaveLength(1)
    expect(context.flaggers![0]!.upheld).toBeGreaterThan(0)
    expect(context.flaggers![0]!.decided).toBeGreaterThanOrEqual(context.flaggers![0]!.upheld)
  })

  it('lists earlier cases of the same post, newest first', async () => {
    const { questionId, id } = await aCase()
    await decide(id, 'ignore_report')
    await flag(questionId)
    const { earlier_cases, same_links } = await mia.call(getReviewContext, {
      object_id: questionId,
    })
    expect(earlier_cases).toMatchObject([
      { operation: 'ignore_report', decided_by: { display_name: 'Mia' } },
    ])
    expect(same_links).toEqual([])
  })

  it('names the post that a comment is on', async () => {
    const question = await aQuestion(author)
    const answer = await anAnswer(author, question.id, 'Because of the yeast.')
    const { comment_id } = await flagger.call(addComment, {
      object_id: answer.id,
      original_text: 'Rubbish.',
    })
    const { post } = await mia.call(getReviewContext, { object_id: comment_id })
    expect(post.parent?.excerpt).toBe('Because of the yeast.')
  })

  it('tells reviewers who are not staff nothing about flags, and members nothing', async () => {
    const { questionId } = await aCase()
    const eve = await aUser(site.ctx, { name: 'Eve' })
    const input = { object_id: questionId }
    await expectError(site.as(eve.token).call(getReviewContext, input), 'auth.forbidden')
    await site.db.update(users).set({ points: 999 }).where(eq(users.id, eve.id))
    const context = await site.as(eve.token).call(getReviewContext, input)
    expect(context).toMatchObject({
      author: { user: { display_name: 'Ada' }, removed_count: null, flags: null },
      earlier_cases: null,
      same_links: null,
      flaggers: null,
    })
  })
})

describe('the calls of the desk', () => {
  it('take the same number of statements for any number of cases', async () => {
    const eve = await aUser(site.ctx, { name: 'Eve', role: 'moderator' })
    const { questionId } = await aCase()
    const cost = async (url: string, query = {}) => {
      const headers = { authorization: `Bearer ${eve.token}` }
      const response = await site.app.inject({ url, query, headers })
      expect(response.statusCode).toBe(200)
      return Number(response.headers['x-sql-count'])
    }
    for (let n = 0; n < 3; n++) {
      // One of each is the session.
      expect(await cost(listReviewQueues.path)).toBe(5)
      expect(await cost(listFlagCases.path)).toBe(3)
      expect(await cost(getReviewContext.path, { object_id: questionId })).toBe(6)
      expect(await cost(listDecisions.path)).toBe(7)
      await aCase()
    }
  })
})
