import type { Client } from '@stoa/contract/client'
import { currentUser } from '@stoa/contract/features/accounts'
import { createApiKey, revokeApiKey } from '@stoa/contract/features/api-keys'
import { addComment } from '@stoa/contract/features/comments'
import { flagContent } from '@stoa/contract/features/flags'
import { changeStatus } from '@stoa/contract/features/people'
import { endUserSessions, getUserOverview } from '@stoa/contract/features/user-overview'
import { deleteQuestion, operateQuestion } from '@stoa/contract/features/questions'
import { suspendUser } from '@stoa/contract/features/user-moderation'
import { voteDown, voteUp } from '@stoa/contract/features/votes'
import { translator } from '@stoa/locales/translate'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { aSite, expectError, type TestSite } from '../../../../test/site.ts'
import { toUnix } from '../../../kernel/clock.ts'
import { currentScope, withScope } from '../../../kernel/request-scope.ts'
import { sessions } from '../../../schema/accounts.ts'
import { mailLog } from '../../../schema/mail.ts'
import { users } from '../../../schema/users.ts'
import { anAnswer } from '../../content/answers/answers.factory.ts'
import { aQuestion } from '../../content/questions/questions.factory.ts'
import { aUser } from '../../people/auth/accounts.factory.ts'
import { getUserOverview as readOverview } from './user-overview.queries.ts'

let site: TestSite
let admin: Client
beforeAll(async () => {
  site = await aSite()
  admin = site.as((await aUser(site.ctx, { name: 'Rosa', role: 'admin' })).token)
})
afterAll(() => site.close())

const aVoter = async (name: string) => {
  const user = await aUser(site.ctx, { name })
  await site.db.update(users).set({ points: 1000 }).where(eq(users.id, user.id))
  return { ...user, client: site.as(user.token) }
}
const inAnHour = () => toUnix(site.ctx.clock.now()) + 3600
const overview = async (user_id: string) => await admin.call(getUserOverview, { user_id })

describe('GET user', () => {
  it('is for admins only', async () => {
    const { id, token } = await aUser(site.ctx, { role: 'moderator' })
    await expectError(site.as(token).call(getUserOverview, { user_id: id }), 'auth.forbidden')
    await expectError(admin.call(getUserOverview, { user_id: '999999' }), 'user.not_found')
  })

  it('lists the newest content with its state', async () => {
    const ada = await aVoter('Ada Writer')
    const open = await aQuestion(ada.client, { title: 'Open question' })
    const gone = await aQuestion(ada.client, { title: 'Gone question' })
    const quiet = await aQuestion(ada.client, { title: 'Quiet question' })
    const other = await aQuestion((await aVoter('Other')).client, { title: 'Of another' })
    await anAnswer(ada.client, other.id)
    await ada.client.call(addComment, { object_id: gone.id, original_text: 'A comment' })
    await admin.call(operateQuestion, { id: quiet.id, operation: 'hide' })
    await admin.call(deleteQuestion, { id: gone.id })
    const { content } = await overview(ada.id)
    expect(
      content.map(({ object_type, title, state, deleted_by }) => [
        object_type,
        title,
        state,
        deleted_by,
      ]),
    ).toEqual([
      ['comment', 'Gone question', 'deleted', ''],
      ['answer', 'Of another', 'visible', ''],
      ['question', 'Quiet question', 'unlisted', ''],
      ['question', 'Gone question', 'deleted', 'Rosa'],
      ['question', 'Open question', 'visible', ''],
    ])
    expect(content.at(-1)?.question_id).toBe(open.id)
  })

  it('sums votes, with whom they are mostly for and from', async () => {
    const [eve, fay, gil] = [await aVoter('Eve'), await aVoter('Fay'), await aVoter('Gil')]
    const ofFay = [await aQuestion(fay.client), await aQuestion(fay.client)]
    const ofGil = await aQuestion(gil.client)
    for (const { id } of ofFay) await eve.client.call(voteUp, { object_id: id })
    await eve.client.call(voteDown, { object_id: ofGil.id })
    await gil.client.call(voteUp, { object_id: ofFay[0]!.id })
    await gil.client.call(voteUp, { object_id: ofFay[0]!.id, is_cancel: true })
    const { votes_given, votes_received } = await overview(eve.id)
    expect(votes_given).toMatchObject({ up: 2, down: 1, users: 2 })
    expect(votes_given.most.map(({ user_info, up, down }) => [user_info.id, up, down])).toEqual([
      [fay.id, 2, 0],
      [gil.id, 0, 1],
    ])
    expect(votes_received).toEqual({ up: 0, down: 0, users: 0, most: [] })
    const ofFays = (await overview(fay.id)).votes_received
    expect(ofFays).toMatchObject({
      up: 2,
      down: 0,
      users: 1,
      most: [{ user_info: { id: eve.id } }],
    })
  })

  it('says who else uses the address of a session, and logs out one or all', async () => {
    const [ida, jan, kim] = [await aVoter('Ida'), await aVoter('Jan'), await aVoter('Kim')]
    await site.db
      .update(sessions)
      .set({ address: '203.0.113.47' })
      .where(eq(sessions.userId, ida.id))
    await site.db
      .update(sessions)
      .set({ address: '203.0.113.47' })
      .where(eq(sessions.userId, jan.id))
    await admin.call(suspendUser, { user_id: jan.id, suspend_duration: '7d', reason: 'Ads.' })
    const [session] = (await overview(ida.id)).sessions
    expect(session).toMatchObject({ address: '203.0.113.47', other_users: 1, suspended_users: 1 })
    const other = await overview(kim.id)
    const wrong = { user_id: ida.id, session_id: other.sessions[0]!.id }
    await expectError(admin.call(endUserSessions, wrong), 'base.not_found')
    await admin.call(endUserSessions, { user_id: ida.id, session_id: session!.id })
    expect(await ida.client.call(currentUser, {})).toBeNull()
    await admin.call(endUserSessions, { user_id: kim.id })
    expect(await kim.client.call(currentUser, {})).toBeNull()
  })

  it('has the emails of this user only, and counts flags received and made', async () => {
    const [lea, max] = [await aVoter('Lea'), await aVoter('Max')]
    const mail = { kind: 'test', subject: 'Hello', status: 'sent', createdAt: new Date() } as const
    await site.db.insert(mailLog).values([
      { ...mail, recipient: lea.email },
      { ...mail, recipient: max.email, subject: 'Secret of Max' },
    ])
    const { id } = await aQuestion(lea.client)
    await max.client.call(flagContent, { object_id: id, report_type: 57 })
    const ofLea = await overview(lea.id)
    expect(ofLea.mails.map(({ subject }) => subject)).toEqual(['Hello'])
    expect(JSON.stringify(ofLea)).not.toContain(max.email)
    expect(ofLea.flags).toMatchObject({ open: 1, made: 0 })
    expect((await overview(max.id)).flags).toMatchObject({ open: 0, made: 1, made_upheld: 0 })
  })

  it('has the API keys that can be used', async () => {
    const { id, token } = await aUser(site.ctx, { name: 'Pia', role: 'admin' })
    const pia = site.as(token)
    const { id: revoked } = await pia.call(createApiKey, { description: 'Old', scope: 'read' })
    await pia.call(revokeApiKey, { id: revoked })
    const expiring = { description: 'Short', scope: 'read', expires_at: inAnHour() } as const
    await pia.call(createApiKey, expiring)
    await pia.call(createApiKey, { description: 'Backup', scope: 'write' })
    const keysOf = async () => (await overview(id)).api_keys.map(({ description }) => description)
    expect(await keysOf()).toEqual(['Backup', 'Short'])
    site.advance(2 * 3_600_000)
    expect(await keysOf()).toEqual(['Backup'])
    expect((await overview((await aVoter('Quin')).id)).api_keys).toEqual([])
  })

  it('has the staff log of a deleted account', async () => {
    const { id } = await aVoter('Otto')
    expect((await overview(id)).history).toEqual([])
    await admin.call(changeStatus, { user_id: id, status: 'deleted', reason: 'Asked by email.' })
    expect((await overview(id)).history).toMatchObject([
      { action: 'delete_account', reason: 'Asked by email.' },
    ])
  })

  it('takes nine statements, however much the user did', async () => {
    const nan = await aVoter('Nan')
    const view = {
      now: new Date(),
      t: translator('en_US'),
      writeId: (id: string | null) => id ?? '0',
    }
    const count = () =>
      withScope('overview', async () => {
        await readOverview(site.ctx.db, nan.id, view)
        return currentScope()?.sqlCount
      })
    expect(await count()).toBe(9)
    for (const title of ['One', 'Two', 'Three']) await aQuestion(nan.client, { title })
    expect(await count()).toBe(9)
  })
})
