import type { Client } from '@stoa/contract/client'
import { currentUser } from '@stoa/contract/features/accounts'
import { switchBookmark } from '@stoa/contract/features/bookmarks'
import { flagContent } from '@stoa/contract/features/flags'
import { inviteUsers } from '@stoa/contract/features/invites'
import {
  getUser,
  listStaff,
  listUsers,
  rankUsers,
  searchUsers,
} from '@stoa/contract/features/profiles'
import { deleteAccount, exportMyData } from '@stoa/contract/features/profile-settings'
import { getQuestion } from '@stoa/contract/features/questions'
import { listStaffLog } from '@stoa/contract/features/staff-log'
import {
  acknowledgeWarning,
  addUserNote,
  deleteUserNote,
  getAccountStanding,
  getUserModeration,
  silenceUser,
  suspendUser,
  unsilenceUser,
  unsuspendUser,
  warnUser,
} from '@stoa/contract/features/user-moderation'
import { voteUp } from '@stoa/contract/features/votes'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { aSite, expectError, type TestSite } from '../../../../test/site.ts'
import { currentScope, withScope } from '../../../kernel/request-scope.ts'
import type { Actor } from '../../../kernel/rules.ts'
import { userNotes } from '../../../schema/user-moderation.ts'
import { users } from '../../../schema/users.ts'
import { aQuestion } from '../../content/questions/questions.factory.ts'
import { aUser } from '../../people/auth/accounts.factory.ts'
import { suspensionListeners } from './suspensions.jobs.ts'
import { getUserModeration as readModeration } from './user-moderation.queries.ts'

let site: TestSite
let mod: Client
let modId: string
let admin: Client
let adminId: string

beforeAll(async () => {
  site = await aSite()
  const [mia, rut] = [
    await aUser(site.ctx, { name: 'Mia', role: 'moderator' }),
    await aUser(site.ctx, { name: 'Ruth', role: 'admin' }),
  ]
  ;[mod, modId, admin, adminId] = [site.as(mia.token), mia.id, site.as(rut.token), rut.id]
})
afterAll(() => site.close())

type Member = { id: string; client: Client; name: string }
const aMember = async (name: string): Promise<Member> => {
  const { id, token } = await aUser(site.ctx, { name })
  return { id, client: site.as(token), name: name.toLowerCase() }
}
const historyOf = async ({ name }: Member) =>
  (await mod.call(listStaffLog, { username: name })).list.toReversed()
const suspend = (client: Client, user_id: string, input: object = {}) =>
  client.call(suspendUser, { user_id, suspend_duration: '7d', reason: 'Spam.', ...input })
const endSuspensions = () => {
  const job = suspensionListeners.find(({ kind }) => kind === 'every')
  return (job as { run(ctx: unknown): Promise<void> }).run(site.ctx)
}

describe('notes', () => {
  it('are read by staff only, and deleted by their author only', async () => {
    const eve = await aMember('Eve')
    await mod.call(addUserNote, { user_id: eve.id, note: 'Second account of Ada.' })
    await expectError(
      eve.client.call(addUserNote, { user_id: modId, note: 'Hm' }),
      'auth.forbidden',
    )
    await expectError(eve.client.call(getUserModeration, { user_id: eve.id }), 'auth.forbidden')
    const { notes } = await admin.call(getUserModeration, { user_id: eve.id })
    expect(notes).toMatchObject([
      { note: 'Second account of Ada.', author_info: { id: modId }, is_own: false },
    ])
    const note_id = notes[0]!.id
    await expectError(admin.call(deleteUserNote, { note_id }), 'object.not_found')
    await mod.call(deleteUserNote, { note_id })
    expect((await mod.call(getUserModeration, { user_id: eve.id })).notes).toEqual([])
    const history = await historyOf(eve)
    expect(history.map(({ action }) => action)).toEqual(['note', 'delete_note'])
    expect(JSON.stringify(history)).not.toContain('Second account')
  })

  it('need a text and another user', async () => {
    const { id: user_id } = await aMember('Ed')
    const add = (input: { user_id: string; note: string }) => mod.call(addUserNote, input)
    await expectError(add({ user_id, note: '  ' }), 'base.request_format_error')
    await expectError(add({ user_id, note: 'a'.repeat(2001) }), 'base.request_format_error')
    await expectError(add({ user_id: modId, note: 'Me' }), 'user.oneself')
    await expectError(add({ user_id: '999999', note: 'Who?' }), 'user.not_found')
  })

  it('are deleted with the account, and are not in its export', async () => {
    const zoe = await aMember('Zoe')
    await mod.call(addUserNote, { user_id: zoe.id, note: 'zqsecretnote' })
    await mod.call(warnUser, { user_id: zoe.id, message: 'Please stop.' })
    const data = JSON.stringify(await zoe.client.call(exportMyData, {}))
    expect(data).toContain('Please stop.')
    expect(data).not.toContain('zqsecretnote')
    await zoe.client.call(deleteAccount, { content: 'keep', pass: 'a password of ten words' })
    expect(await site.db.select().from(userNotes).where(eq(userNotes.userId, zoe.id))).toEqual([])
  })
})

describe('a warning', () => {
  it('is shown until the user acknowledges it', async () => {
    const ben = await aMember('Ben')
    expect((await ben.client.call(currentUser, {}))?.has_warning).toBe(false)
    await mod.call(warnUser, { user_id: ben.id, message: 'First.' })
    await mod.call(warnUser, { user_id: ben.id, message: 'Second.' })
    expect((await ben.client.call(currentUser, {}))?.has_warning).toBe(true)
    const { warnings } = await ben.client.call(getAccountStanding, {})
    expect(warnings.map(({ message }) => message)).toEqual(['First.', 'Second.'])
    expect(JSON.stringify(warnings)).not.toContain('Mia')
    const [first, second] = warnings.map(({ id }) => ({ warning_id: id }))
    await ben.client.call(acknowledgeWarning, first!)
    await ben.client.call(acknowledgeWarning, first!)
    expect((await ben.client.call(currentUser, {}))?.has_warning).toBe(true)
    await ben.client.call(acknowledgeWarning, second!)
    expect((await ben.client.call(currentUser, {}))?.has_warning).toBe(false)
    expect((await ben.client.call(getAccountStanding, {})).warnings).toEqual([])
    const sent = (await mod.call(getUserModeration, { user_id: ben.id })).warnings
    expect(sent.every(({ acknowledged_at }) => acknowledged_at > 0)).toBe(true)
    const cleo = await aMember('Cleo')
    await expectError(cleo.client.call(acknowledgeWarning, first!), 'object.not_found')
  })
})

describe('silencing', () => {
  it('lets a user read and change private things, but not write', async () => {
    const dan = await aMember('Dan')
    const { id } = await aQuestion(mod)
    await mod.call(silenceUser, { user_id: dan.id, duration: '24h', reason: 'Cool down.' })
    const rejected = await expectError(aQuestion(dan.client), 'auth.silenced')
    expect(rejected.data).toEqual({ err_type: 'toast' })
    await expectError(dan.client.call(voteUp, { object_id: id }), 'auth.silenced')
    await dan.client.call(getQuestion, { id })
    await dan.client.call(switchBookmark, { object_id: id, bookmark: true })
    expect(await dan.client.call(getAccountStanding, {})).toMatchObject({
      suspension: null,
      silence: { reason: 'Cool down.' },
    })
    await mod.call(unsilenceUser, { user_id: dan.id })
    await expectError(mod.call(unsilenceUser, { user_id: dan.id }), 'user.not_silenced')
    await aQuestion(dan.client)
    const actions = (await historyOf(dan)).map(({ action }) => action)
    expect(actions).toEqual(['silence', 'unsilence'])
  })

  it('ends by itself', async () => {
    const dora = await aMember('Dora')
    await mod.call(silenceUser, { user_id: dora.id, duration: '24h', reason: 'Cool down.' })
    site.advance(25 * 3_600_000)
    await aQuestion(dora.client)
    expect((await dora.client.call(currentUser, {}))?.silenced_until).toBe(0)
    expect((await dora.client.call(getAccountStanding, {})).silence).toBeNull()
    await endSuspensions()
    const { suspensions } = await mod.call(getUserModeration, { user_id: dora.id })
    expect(suspensions).toMatchObject([{ kind: 'silence', ended_at: suspensions[0]!.until }])
  })
})

describe('suspending', () => {
  it('acts on the next request, and says why and until when', async () => {
    const flo = await aMember('Flo')
    await suspend(mod, flo.id, { reason: 'Spam links.' })
    await expectError(aQuestion(flo.client), 'auth.suspended')
    const { suspension } = await flo.client.call(getAccountStanding, {})
    expect(suspension).toMatchObject({ kind: 'suspension', reason: 'Spam links.' })
    expect(suspension!.until).toBeGreaterThan(Date.now() / 1000 + 6 * 86_400)
    expect((await site.as().call(getUser, { username: 'flo' })).status).toBe('suspended')
    await mod.call(unsuspendUser, { user_id: flo.id, reason: 'A mistake.' })
    await expectError(mod.call(unsuspendUser, { user_id: flo.id }), 'user.not_suspended')
    await aQuestion(flo.client)
    expect(await historyOf(flo)).toMatchObject([
      { action: 'suspend', reason: 'Spam links.', before: { status: 'normal' } },
      { action: 'unsuspend', reason: 'A mistake.', after: { status: 'normal' } },
    ])
  })

  it('replaces a suspension that has not ended', async () => {
    const gus = await aMember('Gus')
    await suspend(mod, gus.id)
    await suspend(admin, gus.id, { suspend_duration: 'forever', reason: 'Again.' })
    expect((await gus.client.call(getAccountStanding, {})).suspension).toMatchObject({
      reason: 'Again.',
      until: 0,
    })
    const { suspensions } = await mod.call(getUserModeration, { user_id: gus.id })
    expect(suspensions.map(({ ended_at }) => ended_at > 0)).toEqual([false, true])
  })

  it('is over at its end: no list, card or profile says suspended any more', async () => {
    const hal = await aMember('Hal')
    await suspend(mod, hal.id, { suspend_duration: '24h' })
    const isListed = async () =>
      (await site.as().call(listUsers, { username: 'hal' })).list.length === 1
    expect(await isListed()).toBe(false)
    site.advance(25 * 3_600_000)
    expect(await hal.client.call(currentUser, {})).toMatchObject({
      status: 'normal',
      suspended_until: 0,
    })
    expect((await site.as().call(getUser, { username: 'hal' })).status).toBe('normal')
    expect((await hal.client.call(getAccountStanding, {})).suspension).toBeNull()
    await endSuspensions()
    expect(await isListed()).toBe(true)
    const { id } = await aQuestion(hal.client)
    const { user_info } = await site.as().call(getQuestion, { id })
    expect(user_info?.status).toBe('normal')
  })

  it('is over in search, ranking, staff, invites and by email too', async () => {
    const hedda = await aUser(site.ctx, { name: 'Hedda', role: 'moderator' })
    const voter = await aMember('Heddas Voter')
    await site.db.update(users).set({ points: 500 }).where(eq(users.id, voter.id))
    const liked = await aQuestion(site.as(hedda.token))
    await voter.client.call(voteUp, { object_id: liked.id })
    const { id } = await aQuestion(voter.client)
    const places = async () => {
      // Values for all visitors are cached for some minutes.
      site.advance(10 * 60_000)
      const ranking = await site.as().call(rankUsers, {})
      const staff = await site.as().call(listStaff, {})
      const found = await voter.client.call(searchUsers, { username: 'hedda' })
      const invite = voter.client.call(inviteUsers, { id, invite_user: ['hedda'] })
      const [user] = await site.db.select().from(users).where(eq(users.id, hedda.id))
      return {
        ranking: JSON.stringify(ranking).includes('"hedda"'),
        staff: staff.some(({ username }) => username === 'hedda'),
        search: found.some(({ username }) => username === 'hedda'),
        invites: await invite.then(
          () => true,
          () => false,
        ),
        card: (await site.as().call(getQuestion, { id: liked.id })).user_info?.status,
        mails: user?.status === 'normal',
      }
    }
    await suspend(admin, hedda.id, { suspend_duration: '24h' })
    const gone = { ranking: false, staff: false, search: false, invites: false, mails: false }
    expect(await places()).toEqual({ ...gone, card: 'suspended' })
    site.advance(25 * 3_600_000)
    await endSuspensions()
    const back = { ranking: true, staff: true, search: true, invites: true, mails: true }
    expect(await places()).toEqual({ ...back, card: 'normal' })
  })

  it.each([
    ['moderator', 'admin', 'user.is_staff'],
    ['moderator', 'moderator', 'user.oneself'],
    ['admin', 'admin', 'user.oneself'],
    ['moderator', 'nobody', 'user.not_found'],
  ] as const)('by a %s of a %s is rejected: %s', async (actor, target, code) => {
    const client = { moderator: mod, admin }[actor]
    const user_id = { moderator: modId, admin: adminId, nobody: '999999' }[target]
    await expectError(suspend(client, user_id), code)
    await expectError(client.call(warnUser, { user_id, message: 'Hm' }), code)
    const silence = { user_id, duration: '24h' as const, reason: 'Hm' }
    await expectError(client.call(silenceUser, silence), code)
  })

  it('leaves one admin when two suspend each other at the same time', async () => {
    const others = await site.db.select().from(users).where(eq(users.roleId, 2))
    const installer = others.find(({ id }) => id !== adminId)!
    await suspend(admin, installer.id)
    const ivy = await aUser(site.ctx, { name: 'Ivy', role: 'admin' })
    const results = await Promise.allSettled([
      suspend(admin, ivy.id),
      suspend(site.as(ivy.token), adminId),
    ])
    expect(results.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
    const isFirst = results[0]?.status === 'fulfilled'
    const winner = isFirst ? admin : site.as(ivy.token)
    await winner.call(unsuspendUser, { user_id: isFirst ? ivy.id : adminId })
    await winner.call(unsuspendUser, { user_id: installer.id })
  })

  it('creates one current suspension when two moderators act at the same time', async () => {
    const jo = await aMember('Jo')
    await Promise.all([
      suspend(mod, jo.id),
      suspend(admin, jo.id),
      suspend(mod, jo.id, { reason: 'x' }),
    ])
    const { suspensions } = await mod.call(getUserModeration, { user_id: jo.id })
    expect(suspensions.filter(({ ended_at }) => ended_at === 0)).toHaveLength(1)
  })
})

describe('GET /user/moderation', () => {
  it('lists open flags on the content of the user, without names of reporters', async () => {
    const kim = await aMember('Kim')
    const { id } = await aQuestion(kim.client, { title: 'Buy my oven' })
    const reporter = await aMember('Reporterzq')
    await reporter.client.call(flagContent, { object_id: id, report_type: 57 })
    const moderation = await mod.call(getUserModeration, { user_id: kim.id })
    expect(moderation).toMatchObject({
      can_moderate: true,
      flagged: [{ object_id: id, object_type: 'question', title: 'Buy my oven', flag_count: 1 }],
    })
    expect(JSON.stringify(moderation)).not.toMatch(/reporterzq/i)
    expect((await mod.call(getUserModeration, { user_id: adminId })).can_moderate).toBe(false)
  })

  it('takes six statements, however many rows there are', async () => {
    const lou = await aMember('Lou')
    for (const note of ['One.', 'Two.', 'Three.'])
      await mod.call(addUserNote, { user_id: lou.id, note })
    const moderator: Actor = {
      id: modId,
      roleId: 3,
      reputation: 1,
      isActivated: true,
      isSuspended: false,
      hasUsedSecondFactor: false,
    }
    const view = { now: new Date(), writeId: (id: string | null) => id ?? '0' }
    const statements = await withScope('moderation', async () => {
      await readModeration(site.ctx.db, moderator, lou.id, view)
      return currentScope()?.sqlCount
    })
    expect(statements).toBe(6)
  })
})
