import { getBadge } from '@stoa/contract/features/badges'
import { listNotifications } from '@stoa/contract/features/notifications'
import { react } from '@stoa/contract/features/reactions'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { aSite, type TestSite } from '../../../../test/site.ts'
import { transact } from '../../../kernel/transact.ts'
import { aQuestion } from '../../content/questions/questions.factory.ts'
import { awardFor } from './awarding.actions.ts'
import { aMember } from '../notifications/notifications.factory.ts'
import { addVotes, badgeIdOf, badgesOf, findWrongCounts } from './badges.factory.ts'
import { checkVotes } from './votes.jobs.ts'

let site: TestSite
beforeAll(async () => {
  site = await aSite({ works: true })
})
afterAll(() => site.close())

const times = <T>(count: number, run: () => Promise<T>) =>
  Promise.all(Array.from({ length: count }, run))

it('200 equal events at once give one award and one notification', async () => {
  const ada = await aMember(site, 'Ada')
  const { id } = await aQuestion(ada.client)
  await ada.client.call(react, { object_id: id, emoji: 'heart', reaction: 'activate' })
  await times(200, () =>
    transact(site.ctx, (tx) => awardFor(tx, 'reaction_added', { ids: [ada.id] })),
  )
  expect(await badgesOf(site, ada.username)).toEqual(['First Reaction 1'])
  const badge = await site.as().call(getBadge, { id: await badgeIdOf(site, 'first_reaction') })
  expect(badge.award_count).toBe(1)
  const { list } = await ada.client.call(listNotifications, { type: 'achievement' })
  expect(list.map(({ kind }) => kind)).toEqual(['earned_badge'])
})

it('processes that check votes at once award each badge once', async () => {
  const ben = await aMember(site, 'Ben')
  const { id } = await aQuestion(ben.client, { title: 'Which flour is best?' })
  await addVotes(site, id, 25)
  await times(8, () => checkVotes(site.ctx))
  expect(await badgesOf(site, ben.username)).toEqual(['Good Question 1', 'Nice Question 1'])
  expect(await findWrongCounts(site)).toEqual([])
})
