import { acceptAnswer, deleteAnswer } from '@stoa/contract/features/answers'
import { addComment } from '@stoa/contract/features/comments'
import {
  clearNotificationStatus,
  getNotificationStatus,
  listNotifications,
} from '@stoa/contract/features/notifications'
import { voteDown, voteUp } from '@stoa/contract/features/votes'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { aSite, type TestSite } from '../../../../test/site.ts'
import { waitForJobs } from '../../../../test/jobs.ts'
import { anAnswer } from '../../content/answers/answers.factory.ts'
import { aQuestion } from '../../content/questions/questions.factory.ts'
import { aMember, inboxOf, kindsOf, type Member } from './notifications.factory.ts'

let site: TestSite
let round = 0
let ada: Member
let ben: Member
let voters: Member[]
let answer: { id: string }
let questionId: string

beforeAll(async () => {
  site = await aSite({ works: true })
  // Achievements too.
  await site.db.execute(sql`update badges set is_active = false`)
  voters = await Promise.all(
    ['One', 'Two', 'Three'].map((name) => aMember(site, name, 'moderator')),
  )
})
afterAll(() => site.close())

beforeEach(async () => {
  round++
  ada = await aMember(site, `Ada ${round}`)
  ben = await aMember(site, `Ben ${round}`)
  questionId = (await aQuestion(ada.client, { title: `Does it freeze well, number ${round}?` })).id
  answer = await anAnswer(ben.client, questionId, `Yes, says number ${round}.`)
})

const achievementsOf = async (member: Member) => {
  await waitForJobs(site.ctx)
  return (await member.client.call(listNotifications, { type: 'achievement' })).list
}
const statusOf = async (member: Member) => {
  await waitForJobs(site.ctx)
  return await member.client.call(getNotificationStatus, {})
}

describe('votes', () => {
  it('on the same post are one notification', async () => {
    for (const { client } of voters) {
      await client.call(voteUp, { object_id: answer.id })
      await waitForJobs(site.ctx)
    }
    expect(await inboxOf(site, ben)).toMatchObject([
      {
        kind: 'up_voted_answer',
        user_count: 3,
        users: [{ username: 'three' }, { username: 'two' }],
        object_info: { object_type: 'answer', object_id: answer.id },
      },
    ])
    const [list, others] = await Promise.all([
      ben.client.call(listNotifications, { inbox_type: 'votes' }),
      ben.client.call(listNotifications, { inbox_type: 'posts' }),
    ])
    expect([list.count, others.count]).toEqual([1, 0])
  })

  it('move the notification up at most once a minute, or when it was seen', async () => {
    const timesAfterVote = async (voter: Member | undefined) => {
      await voter!.client.call(voteUp, { object_id: answer.id })
      const [[inbox], [achievement]] = [await inboxOf(site, ben), await achievementsOf(ben)]
      return [inbox?.update_time, achievement?.update_time, inbox?.user_count, achievement?.rank]
    }
    const [at, , ...first] = await timesAfterVote(voters[0])
    expect(first).toEqual([1, 10])
    site.advance(10_000)
    expect(await timesAfterVote(voters[1])).toEqual([at, at, 2, 20])
    for (const type of ['inbox', 'achievement'] as const)
      await ben.client.call(clearNotificationStatus, { type })
    const [seenAt, ...second] = await timesAfterVote(voters[2])
    expect(second).toEqual([seenAt, 3, 30])
    expect(seenAt! - at!).toBeGreaterThanOrEqual(10)
    site.advance(61_000)
    await voters[2]!.client.call(voteDown, { object_id: answer.id })
    const [achievement] = await achievementsOf(ben)
    expect(achievement!.update_time - seenAt!).toBeGreaterThanOrEqual(61)
  })

  it('against a post do not name the voter', async () => {
    await voters[0]!.client.call(voteDown, { object_id: answer.id })
    expect(await inboxOf(site, ben)).toMatchObject([
      { kind: 'down_voted_answer', user_count: 1, user_info: null, users: [] },
    ])
  })

  it('that are retracted or reversed are taken back, and tell nobody again', async () => {
    const { client } = voters[0]!
    await client.call(voteUp, { object_id: answer.id })
    expect(await kindsOf(site, ben)).toEqual(['up_voted_answer (author) 1'])
    await client.call(voteUp, { object_id: answer.id, is_cancel: true })
    expect(await kindsOf(site, ben)).toEqual([])
    await client.call(voteUp, { object_id: answer.id })
    expect(await kindsOf(site, ben)).toEqual([])
    await client.call(voteDown, { object_id: answer.id })
    expect(await kindsOf(site, ben)).toEqual(['down_voted_answer (author) 1'])
  })

  it('on comments and questions notify too', async () => {
    const text = { object_id: questionId, original_text: 'Which flour?' }
    const { comment_id } = await ada.client.call(addComment, text)
    const [voter] = voters
    await voter!.client.call(voteUp, { object_id: comment_id })
    await voter!.client.call(voteUp, { object_id: questionId })
    expect(await kindsOf(site, ada)).toEqual([
      'answer_the_question (asker) 1',
      'up_voted_comment (author) 1',
      'up_voted_question (asker) 1',
    ])
  })
})

describe('reputation', () => {
  it('is one notification per post, with the sum', async () => {
    for (const { client } of voters.slice(0, 2)) await client.call(voteUp, { object_id: answer.id })
    await ada.client.call(acceptAnswer, { question_id: questionId, answer_id: answer.id })
    expect(await achievementsOf(ben)).toMatchObject([
      { kind: 'reputation', rank: 35, user_count: 0, object_info: { object_id: answer.id } },
    ])
    expect(await statusOf(ben)).toMatchObject({ achievement: 1, achievement_points: 35 })
    // Points for accepting are one's own act.
    expect(await achievementsOf(ada)).toEqual([])
  })

  it('counts what is new since the last look', async () => {
    const [one, two] = voters
    await one!.client.call(voteUp, { object_id: answer.id })
    expect(await statusOf(ben)).toMatchObject({ achievement: 1, achievement_points: 10 })
    const cleared = await ben.client.call(clearNotificationStatus, { type: 'achievement' })
    expect(cleared).toMatchObject({ inbox: 1, achievement: 0, achievement_points: 0 })
    await two!.client.call(voteDown, { object_id: answer.id })
    expect(await achievementsOf(ben)).toMatchObject([{ rank: 8 }])
    expect(await statusOf(ben)).toMatchObject({ achievement: 1, achievement_points: -2 })
  })

  it('goes with a deleted post', async () => {
    await voters[0]!.client.call(voteUp, { object_id: answer.id })
    expect(await achievementsOf(ben)).toHaveLength(1)
    await voters[1]!.client.call(deleteAnswer, { id: answer.id })
    expect(await achievementsOf(ben)).toEqual([])
  })
})
