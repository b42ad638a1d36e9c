import { deleteAnswer, getAnswer, recoverAnswer } from '@stoa/contract/features/answers'
import { deleteQuestion, getQuestion } from '@stoa/contract/features/questions'
import {
  getUserModeration,
  restoreRemovedPosts,
  suspendUser,
  unsuspendUser,
} from '@stoa/contract/features/user-moderation'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { waitForJobs } from '../../../../test/jobs.ts'
import { aSite, expectError, type TestSite } from '../../../../test/site.ts'
import { runChecks } from '../../admin/doctor/doctor.actions.ts'
import { anAnswer } from '../../content/answers/answers.factory.ts'
import { aQuestion } from '../../content/questions/questions.factory.ts'
import { aUser } from '../../people/auth/accounts.factory.ts'

let site: TestSite

beforeAll(async () => {
  site = await aSite({ works: true })
})
afterAll(() => site.close())

describe('removing recent posts with a suspension', () => {
  it('deletes the posts of the last days, and restores exactly these', async () => {
    const mod = site.as((await aUser(site.ctx, { name: 'Mia', role: 'moderator' })).token)
    const spammer = await aUser(site.ctx, { name: 'Spam' })
    const client = site.as(spammer.token)
    const old = await aQuestion(client)
    site.advance(3 * 86_400_000)
    const [recent, gone, other] = [
      await aQuestion(client),
      await aQuestion(client),
      await aQuestion(mod),
    ]
    const answer = await anAnswer(client, other.id)
    const ownAnswer = await anAnswer(client, recent.id)
    await client.call(deleteQuestion, { id: gone.id })
    const statusOf = async ({ id }: { id: string }) => (await mod.call(getQuestion, { id })).status
    const statusOfAnswer = async ({ id }: { id: string }) =>
      (await mod.call(getAnswer, { id })).info.status
    const user_id = spammer.id
    await mod.call(suspendUser, {
      user_id,
      suspend_duration: '7d',
      reason: 'Spam.',
      remove_days: 1,
    })
    await waitForJobs(site.ctx)
    expect([await statusOf(old), await statusOf(recent), await statusOf(gone)]).toEqual([1, 10, 10])
    expect([await statusOfAnswer(answer), await statusOfAnswer(ownAnswer)]).toEqual([10, 10])
    expect(await statusOf(other)).toBe(1)
    const { suspensions } = await mod.call(getUserModeration, { user_id })
    expect(suspensions).toMatchObject([{ removed_count: 3 }])
    await mod.call(unsuspendUser, { user_id, restore_posts: true })
    await waitForJobs(site.ctx)
    expect([await statusOf(old), await statusOf(recent), await statusOf(gone)]).toEqual([1, 1, 10])
    expect([await statusOfAnswer(answer), await statusOfAnswer(ownAnswer)]).toEqual([1, 1])
    expect(await runChecks(site.ctx, { repair: false })).toEqual([])
  })

  it('leaves posts deleted that another moderator deleted meanwhile, and restores after the end', async () => {
    const mod = site.as((await aUser(site.ctx, { name: 'Max', role: 'moderator' })).token)
    const other = site.as((await aUser(site.ctx, { name: 'Moe', role: 'moderator' })).token)
    const spammer = await aUser(site.ctx, { name: 'Ham' })
    const question = await aQuestion(site.as(spammer.token))
    const answer = await anAnswer(site.as(spammer.token), question.id)
    const user_id = spammer.id
    const input = { user_id, suspend_duration: '24h' as const, reason: 'Spam.', remove_days: 7 }
    await mod.call(suspendUser, input)
    await waitForJobs(site.ctx)
    await mod.call(unsuspendUser, { user_id })
    await mod.call(recoverAnswer, { answer_id: answer.id })
    await other.call(deleteAnswer, { id: answer.id })
    const { suspensions } = await mod.call(getUserModeration, { user_id })
    const [{ id: suspension_id, removed_count }] = suspensions as [(typeof suspensions)[number]]
    expect(removed_count).toBe(2)
    await expectError(
      site.as(spammer.token).call(restoreRemovedPosts, { suspension_id }),
      'auth.forbidden',
    )
    await mod.call(restoreRemovedPosts, { suspension_id })
    await waitForJobs(site.ctx)
    expect((await mod.call(getQuestion, { id: question.id })).status).toBe(1)
    expect((await mod.call(getAnswer, { id: answer.id })).info.status).toBe(10)
  })
})
