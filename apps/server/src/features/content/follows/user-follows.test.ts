import { followUser, listFollowedUsers } from '@stoa/contract/features/follows'
import { deleteAccount } from '@stoa/contract/features/profile-settings'
import { getUser } from '@stoa/contract/features/profiles'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { waitForJobs } from '../../../../test/jobs.ts'
import { aSite, expectError, type TestSite } from '../../../../test/site.ts'
import { userFollows } from '../../../schema/follows.ts'
import {
  aMember,
  inboxOf,
  kindsOf,
  type Member,
} from '../../community/notifications/notifications.factory.ts'
import { anAnswer } from '../answers/answers.factory.ts'
import { aQuestion } from '../questions/questions.factory.ts'

let site: TestSite
let ada: Member
let ben: Member
let round = 0

beforeAll(async () => {
  site = await aSite({ works: true })
})
afterAll(() => site.close())
beforeEach(async () => {
  ada = await aMember(site, `Ada ${++round}`)
  ben = await aMember(site, `Ben ${round}`)
})

const isFollowed = async () =>
  (await ada.client.call(getUser, { username: ben.username })).is_followed

it('a follower is notified of what the user asks and answers, until they unfollow', async () => {
  const other = await aQuestion((await aMember(site, `Cleo ${round}`)).client)
  await ada.client.call(followUser, { username: ben.username })
  await ada.client.call(followUser, { username: ben.username })
  expect(await isFollowed()).toBe(true)
  await aQuestion(ben.client, { title: `Why does it sour, number ${round}?` })
  await anAnswer(ben.client, other.id)
  const kinds = [
    'followed_user_answered (user_follower) 1',
    'followed_user_asked (user_follower) 1',
  ]
  expect(await kindsOf(site, ada)).toEqual(kinds)
  await ada.client.call(followUser, { username: ben.username, is_cancel: true })
  expect(await isFollowed()).toBe(false)
  await aQuestion(ben.client, { title: `Another one, number ${round}?` })
  expect(await kindsOf(site, ada)).toEqual(kinds)
})

it('a notification names only the users whom the receiver follows', async () => {
  const cleo = await aMember(site, `Cleo ${round}`)
  const dora = await aMember(site, `Dora ${round}`)
  const { id } = await aQuestion((await aMember(site, `Emil ${round}`)).client)
  for (const username of [ben.username, dora.username])
    await ada.client.call(followUser, { username })
  await dora.client.call(followUser, { username: cleo.username })
  for (const author of [ben, cleo, dora]) {
    await anAnswer(author.client, id)
    await waitForJobs(site.ctx)
  }
  expect(await kindsOf(site, ada)).toEqual(['followed_user_answered (user_follower) 2'])
  const [notification] = await inboxOf(site, ada)
  expect(notification?.users.map(({ username }) => username)).toEqual([dora.username, ben.username])
  expect(await kindsOf(site, dora)).toEqual(['followed_user_answered (user_follower) 1'])
})

it('an asker who follows the author hears of the answer once, as the asker', async () => {
  await ada.client.call(followUser, { username: ben.username })
  const { id } = await aQuestion(ada.client)
  await anAnswer(ben.client, id)
  expect(await kindsOf(site, ada)).toEqual(['answer_the_question (asker) 1'])
})

it('GET /user/following lists whom the caller follows, newest first', async () => {
  const cleo = await aMember(site, `Cleo ${round}`)
  const list = async () =>
    (await ada.client.call(listFollowedUsers, {})).map(({ display_name }) => display_name)
  expect(await list()).toEqual([])
  for (const { username } of [ben, cleo]) {
    await ada.client.call(followUser, { username })
    site.advance(1000)
  }
  expect(await list()).toEqual([cleo.name, ben.name])
  await ada.client.call(followUser, { username: cleo.username, is_cancel: true })
  expect(await list()).toEqual([ben.name])
  await expectError(site.as().call(listFollowedUsers, {}), 'auth.required')
})

it('nobody follows themselves, an unknown user, or an account that is gone', async () => {
  await expectError(ada.client.call(followUser, { username: ada.username }), 'user.oneself')
  await expectError(ada.client.call(followUser, { username: 'nobody' }), 'user.not_found')
  await ada.client.call(followUser, { username: ben.username })
  await ben.client.call(deleteAccount, { content: 'keep' })
  const rows = await site.db.select().from(userFollows)
  expect(rows.filter(({ followedId }) => followedId === ben.id)).toEqual([])
})
