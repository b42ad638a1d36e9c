import { flagUser, listFlaggedUsers } from '@stoa/contract/features/flagged-users'
import { claimCase, skipCase } from '@stoa/contract/features/review'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { aSite, type TestSite } from '../../../../test/site.ts'
import { reviewClaims, reviewSkips } from '../../../schema/review.ts'
import { aUser } from '../../people/auth/accounts.factory.ts'
import { sweepReviewState } from './sweep.jobs.ts'

let site: TestSite
beforeAll(async () => {
  site = await aSite()
})
afterAll(() => site.close())

it('forgets skips of cases that no longer wait, and claims that have ended', async () => {
  const mia = await aUser(site.ctx, { name: 'Mia', role: 'moderator' })
  const vic = await aUser(site.ctx, { name: 'Vic' })
  const [mod, ben] = [site.as(mia.token), site.as((await aUser(site.ctx, { name: 'Ben' })).token)]
  await ben.call(flagUser, { user_id: vic.id, report_type: 57 })
  const { list } = await mod.call(listFlaggedUsers, {})
  const id = list[0]!.flag_id
  await mod.call(skipCase, { type: 'flagged_user', id })
  await mod.call(claimCase, { type: 'flagged_user', id })
  const gone = { caseId: '999999', userId: mia.id }
  await site.db.insert(reviewSkips).values([
    { queue: 'queued_post', ...gone },
    { queue: 'suggested_post_edit', ...gone },
    { queue: 'flagged_post', ...gone },
    { queue: 'flagged_user', ...gone },
  ])
  await sweepReviewState(site.ctx)
  expect(await site.db.select().from(reviewSkips)).toMatchObject([{ caseId: id }])
  expect(await site.db.select().from(reviewClaims)).toHaveLength(1)
  site.advance(5 * 60_000)
  await sweepReviewState(site.ctx)
  expect(await site.db.select().from(reviewClaims)).toEqual([])
})
