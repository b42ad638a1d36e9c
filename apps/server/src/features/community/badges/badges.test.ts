import { acceptAnswer } from '@stoa/contract/features/answers'
import {
  getBadge,
  listBadgeAwards,
  listBadges,
  listRecentUserBadges,
  listUserBadges,
} from '@stoa/contract/features/badges'
import { sharePost } from '@stoa/contract/features/shares'
import { flagContent } from '@stoa/contract/features/flags'
import { deleteAccount, updateProfile } from '@stoa/contract/features/profile-settings'
import { deleteQuestion, editQuestion } from '@stoa/contract/features/questions'
import { react } from '@stoa/contract/features/reactions'
import { voteDown, voteUp } from '@stoa/contract/features/votes'
import { toShortId } from '@stoa/contract/ids'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { aSite, expectError, type TestSite } from '../../../../test/site.ts'
import { badges } from '../../../schema/badges.ts'
import { anAnswer } from '../../content/answers/answers.factory.ts'
import { aQuestion } from '../../content/questions/questions.factory.ts'
import { aMember, type Member } from '../notifications/notifications.factory.ts'
import { addVotes, badgeIdOf, badgesOf, findWrongCounts } from './badges.factory.ts'

let site: TestSite
let round = 0
let ada: Member
let ben: Member
let question: { id: string }

beforeAll(async () => {
  site = await aSite({ works: true })
})
afterAll(() => site.close())

beforeEach(async () => {
  round++
  ada = await aMember(site, `Ada ${round}`)
  ben = await aMember(site, `Ben ${round}`, 'moderator')
  question = await aQuestion(ada.client, { title: `Does it rise, number ${round}?` })
})

const badgesOfBen = () => badgesOf(site, ben.username)

describe('awards', () => {
  it('are for a first reaction, once', async () => {
    await ben.client.call(react, { object_id: question.id, emoji: 'heart', reaction: 'activate' })
    await ben.client.call(react, { object_id: question.id, emoji: 'smile', reaction: 'activate' })
    expect(await badgesOfBen()).toEqual(['First Reaction 1'])
  })

  it('are for a first upvote, not for a downvote', async () => {
    await ben.client.call(voteDown, { object_id: question.id })
    expect(await badgesOfBen()).toEqual([])
    await ben.client.call(voteUp, { object_id: question.id })
    expect(await badgesOfBen()).toEqual(['First Upvote 1'])
  })

  it('are for a first flag', async () => {
    await ben.client.call(flagContent, { object_id: question.id, report_type: 57 })
    expect(await badgesOfBen()).toEqual(['First Flag 1'])
  })

  it('are for sharing a post that is public', async () => {
    await ben.client.call(sharePost, { object_id: question.id })
    expect(await badgesOfBen()).toEqual(['First Share 1'])
    await ada.client.call(deleteQuestion, { id: question.id })
    await expectError(ada.client.call(sharePost, { object_id: question.id }), 'object.not_found')
  })

  it('are for a profile with a description', async () => {
    await ben.client.call(updateProfile, { display_name: ben.name, username: ben.username })
    expect(await badgesOfBen()).toEqual([])
    const profile = { display_name: ben.name, username: ben.username, bio: 'I bake.' }
    await ben.client.call(updateProfile, profile)
    expect(await badgesOfBen()).toEqual(['Autobiographer 1'])
  })

  it('are for an edit', async () => {
    await ada.client.call(editQuestion, {
      id: question.id,
      title: 'Does it rise at all?',
      content: 'It is flat, and stays flat.',
      tags: [{ slug_name: 'bread' }],
      version: 1,
    })
    expect(await badgesOf(site, ada.username)).toEqual(['Editor 1'])
  })

  it('are for accepting an answer, and for the answer', async () => {
    const answer = await anAnswer(ben.client, question.id)
    await ada.client.call(acceptAnswer, { question_id: question.id, answer_id: answer.id })
    expect(await badgesOf(site, ada.username)).toEqual(['Scholar 1'])
    expect(await badgesOfBen()).toEqual(['Solved 1'])
  })

  it('are for the upvotes of each post, whatever the downvotes', async () => {
    const answer = await anAnswer(ben.client, question.id)
    await addVotes(site, question.id, 9, 1)
    expect(await badgesOf(site, ada.username)).toEqual([])
    await addVotes(site, question.id, 1)
    await addVotes(site, answer.id, 25)
    expect(await badgesOf(site, ada.username)).toEqual(['Nice Question 1'])
    expect(await badgesOfBen()).toEqual(['Good Answer 1', 'Nice Answer 1'])
    const other = await aQuestion(ada.client, { title: `Another one, ${round}?` })
    await addVotes(site, other.id, 10)
    expect(await badgesOf(site, ada.username)).toEqual(['Nice Question 2'])
  })

  it('are not for posts that are deleted', async () => {
    await addVotes(site, question.id, 10)
    await ada.client.call(deleteQuestion, { id: question.id })
    expect(await badgesOf(site, ada.username)).toEqual([])
  })

  it('are not of inactive badges, which are hidden', async () => {
    const id = await badgeIdOf(site, 'first_flag')
    await site.db.update(badges).set({ isActive: false }).where(eq(badges.id, id))
    await ben.client.call(flagContent, { object_id: question.id, report_type: 57 })
    expect(await badgesOfBen()).toEqual([])
    await expectError(site.as().call(getBadge, { id }), 'badge.object_not_found')
    await expectError(site.as().call(listBadgeAwards, { badge_id: id }), 'badge.object_not_found')
    const groups = await site.as().call(listBadges, {})
    expect(groups.flatMap((group) => group.badges)).toHaveLength(13)
    await site.db.update(badges).set({ isActive: true }).where(eq(badges.id, id))
  })

  it('are gone with the account, and not counted', async () => {
    await ben.client.call(react, { object_id: question.id, emoji: 'heart', reaction: 'activate' })
    const id = await badgeIdOf(site, 'first_reaction')
    await badgesOfBen()
    const { award_count: before } = await site.as().call(getBadge, { id })
    await ben.client.call(deleteAccount, { content: 'keep' })
    expect((await site.as().call(getBadge, { id })).award_count).toBe(before - 1)
    expect(await findWrongCounts(site)).toEqual([])
  })
})

describe('GET /badges and /badge', () => {
  it('lists the badges in groups, with what the caller earned and the way to the next', async () => {
    await addVotes(site, question.id, 12, 5)
    await badgesOf(site, ada.username)
    await aQuestion(ada.client, { title: `One with few votes, ${round}?` })
    const groups = await ada.client.call(listBadges, {})
    expect(groups.map((group) => [group.group_name, group.badges.length])).toEqual([
      ['Getting started', 7],
      ['Community', 1],
      ['Posting', 6],
    ])
    const nice = groups[2]?.badges.find(({ name }) => name === 'Nice Question')
    expect(nice).toMatchObject({ level: 1, earned_count: 1, progress: { value: 0, goal: 10 } })
    const good = groups[2]?.badges.find(({ name }) => name === 'Good Question')
    expect(good).toMatchObject({ level: 2, earned_count: 0, progress: { value: 7, goal: 25 } })
  })

  it('shows visitors no progress, and accepts both forms of an id', async () => {
    const id = await badgeIdOf(site, 'nice_answer')
    const badge = await site.as().call(getBadge, { id: toShortId(id) })
    expect(badge).toMatchObject({ id, name: 'Nice Answer', is_single: false, progress: null })
    await expectError(
      site.as().call(getBadge, { id: '10090000000000999' }),
      'badge.object_not_found',
    )
  })
})

describe('GET /badge/awards/page', () => {
  it('lists users with their post, newest first, and filters by user', async () => {
    const badge_id = await badgeIdOf(site, 'nice_question')
    await addVotes(site, question.id, 10)
    await badgesOf(site, ada.username)
    const { list } = await site.as().call(listBadgeAwards, { badge_id })
    expect(list[0]).toMatchObject({
      object_type: 'question',
      question_id: question.id,
      answer_id: '0',
      title: `Does it rise, number ${round}?`,
      author_user_info: { username: ada.username },
    })
    const own = await site.as().call(listBadgeAwards, { badge_id, username: ada.username })
    expect(own.count).toBe(1)
    const none = await site.as().call(listBadgeAwards, { badge_id, username: ben.username })
    expect(none).toEqual({ count: 0, list: [] })
    const unknown = site.as().call(listBadgeAwards, { badge_id, username: 'nobody-here' })
    await expectError(unknown, 'user.not_found')
  })

  it('leaves out a post that the caller may not read', async () => {
    const badge_id = await badgeIdOf(site, 'nice_answer')
    const answer = await anAnswer(ada.client, question.id)
    await addVotes(site, answer.id, 10)
    await badgesOf(site, ada.username)
    await ben.client.call(deleteQuestion, { id: question.id })
    const input = { badge_id, username: ada.username }
    const [seen] = (await site.as().call(listBadgeAwards, input)).list
    expect(seen).toMatchObject({ object_type: '', object_id: '0', question_id: '0', title: '' })
    const [ofStaff] = (await ben.client.call(listBadgeAwards, input)).list
    expect(ofStaff).toMatchObject({ object_type: 'answer', answer_id: answer.id })
  })
})

describe('GET /badge/user/awards', () => {
  it('lists gold first, and the recent ones newest first', async () => {
    const answer = await anAnswer(ben.client, question.id)
    await addVotes(site, answer.id, 50)
    await badgesOfBen()
    await ben.client.call(react, { object_id: question.id, emoji: 'heart', reaction: 'activate' })
    await badgesOfBen()
    const input = { username: ben.username }
    const best = await site.as().call(listUserBadges, input)
    expect(best.list.map(({ level }) => level)).toEqual([3, 2, 1, 1])
    const recent = await site.as().call(listRecentUserBadges, input)
    expect(recent.list[0]?.name).toBe('First Reaction')
    expect(recent.count).toBe(4)
  })
})
