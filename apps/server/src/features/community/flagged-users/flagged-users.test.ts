import type { Client } from '@stoa/contract/client'
import {
  flagUser,
  getFlaggedUserContext,
  listFlaggedUsers,
  reviewFlaggedUser,
  type UserCaseOperation,
} from '@stoa/contract/features/flagged-users'
import { listFlagCases, listOwnFlags, reviewFlagCase } from '@stoa/contract/features/flags'
import { updateProfile } from '@stoa/contract/features/profile-settings'
import { getUser } from '@stoa/contract/features/profiles'
import {
  claimCase,
  listDecisions,
  listReviewQueues,
  skipCase,
  undoDecision,
} from '@stoa/contract/features/review'
import { listStaffLog } from '@stoa/contract/features/staff-log'
import { suspendUser, warnUser, withdrawWarning } from '@stoa/contract/features/user-moderation'
import { writeSettings } from '@stoa/contract/settings/writing'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { aSite, expectError, type TestSite } from '../../../../test/site.ts'
import { changeSettings } from '../../../kernel/settings.ts'
import { transact } from '../../../kernel/transact.ts'
import { flagCases, flags } from '../../../schema/flags.ts'
import { userWarnings } from '../../../schema/user-moderation.ts'
import { users } from '../../../schema/users.ts'
import { anAnswer } from '../../content/answers/answers.factory.ts'
import { aQuestion } from '../../content/questions/questions.factory.ts'
import { aUser } from '../../people/auth/accounts.factory.ts'

const [spam, rude, somethingElse, badProfile, impersonation] = [57, 58, 59, 76, 77]

let site: TestSite
let mod: Client
let otherMod: Client
let modId: string

beforeAll(async () => {
  site = await aSite()
  const mia = await aUser(site.ctx, { name: 'Mia', role: 'moderator' })
  modId = mia.id
  mod = site.as(mia.token)
  otherMod = site.as((await aUser(site.ctx, { name: 'Max', role: 'moderator' })).token)
})
afterAll(() => site.close())

const someone = async (name: string) => {
  const { id, token } = await aUser(site.ctx, { name })
  return { id, client: site.as(token) }
}
const flag = (client: Client, user_id: string, report_type = spam, content = '') =>
  client.call(flagUser, { user_id, report_type, content })
const caseOf = async (userId: string, client = mod) => {
  const { list } = await client.call(listFlaggedUsers, { page_size: 100 })
  return list.find(({ user_info }) => user_info.id === userId)
}
const flagged = async (name = 'Vic') => {
  const [victim, flagger] = [await someone(name), await someone('Ben')]
  await flag(flagger.client, victim.id)
  const flag_id = (await caseOf(victim.id))!.flag_id
  return { ...victim, flagger: flagger.client, flag_id }
}
const decide = (flag_id: string, operation_type: UserCaseOperation, input = {}, client = mod) =>
  client.call(reviewFlaggedUser, { flag_id, operation_type, ...input })

describe('POST /report/user', () => {
  it('collects the flags of a user in one case, oldest first', async () => {
    const vic = await someone('Vic')
    await vic.client.call(updateProfile, { bio: 'Buy **ovens**', website: 'https://oven.example/' })
    const [ben, cleo] = [await someone('Ben'), await someone('Cleo')]
    await flag(ben.client, vic.id, badProfile)
    await flag(cleo.client, vic.id, impersonation, 'Pretends to be the baker.')
    const found = await caseOf(vic.id)
    expect(found).toMatchObject({
      user_info: { display_name: 'Vic' },
      bio: 'Buy **ovens**',
      website: 'https://oven.example/',
      claimed_by: null,
    })
    expect(found?.bio_html).toContain('<strong>ovens</strong>')
    expect(
      found?.flags.map((one) => [
        one.submitter_user.display_name,
        one.reason.name,
        one.reason_content,
      ]),
    ).toEqual([
      ['Ben', 'Inappropriate profile', ''],
      ['Cleo', 'Impersonation', 'Pretends to be the baker.'],
    ])
  })

  it('opens one case for 20 flaggers at once', async () => {
    const vic = await someone('Vic')
    const flaggers = []
    for (let n = 0; n < 20; n++) flaggers.push((await someone(`Ben ${n}`)).client)
    await Promise.all(flaggers.map((client) => flag(client, vic.id)))
    const cases = await site.db.select().from(flagCases).where(eq(flagCases.objectId, vic.id))
    expect(cases).toHaveLength(1)
    const rows = await site.db.select().from(flags).where(eq(flags.caseId, cases[0]!.id))
    expect(rows).toHaveLength(20)
  })

  it('accepts one flag per flagger until the case is decided', async () => {
    const { id, flagger, flag_id } = await flagged()
    await expectError(flag(flagger, id), 'flag.already')
    await decide(flag_id, 'ignore_report')
    await flag(flagger, id)
    expect((await caseOf(id))?.flags).toHaveLength(1)
  })

  it('rejects oneself, unknown users, wrong reasons, missing texts and visitors', async () => {
    const [vic, ben] = [await someone('Vic'), await someone('Ben')]
    await expectError(flag(vic.client, vic.id), 'flag.oneself')
    await expectError(flag(ben.client, '999999999'), 'user.not_found')
    await expectError(flag(ben.client, vic.id, rude), 'reason.not_in_list')
    await expectError(flag(ben.client, vic.id, somethingElse), 'reason.content_required')
    await expectError(flag(ben.client, vic.id, impersonation), 'reason.content_required')
    await expectError(flag(site.as(), vic.id), 'auth.required')
    expect(await caseOf(vic.id)).toBeUndefined()
  })

  it('pauses users whose flags are declined again and again', async () => {
    await transact(site.ctx, (tx) => changeSettings(tx, writeSettings, { flag_pause_ignored: 1 }))
    const { flagger, flag_id } = await flagged()
    await decide(flag_id, 'ignore_report')
    await expectError(flag(flagger, (await someone('Vic')).id), 'flag.paused')
    await transact(site.ctx, (tx) => changeSettings(tx, writeSettings, { flag_pause_ignored: 10 }))
  })
})

describe('the queue of flagged users', () => {
  it('is for staff only, and not for whoever is flagged', async () => {
    const { id, client, flagger, flag_id } = await flagged()
    for (const one of [client, flagger]) {
      await expectError(one.call(listFlaggedUsers, {}), 'auth.forbidden')
      await expectError(one.call(getFlaggedUserContext, { user_id: id }), 'auth.forbidden')
      await expectError(decide(flag_id, 'ignore_report', {}, one), 'auth.forbidden')
      const claim = one.call(claimCase, { type: 'flagged_user', id: flag_id })
      await expectError(claim, 'auth.forbidden')
      expect(await one.call(listReviewQueues, {})).toEqual([])
    }
    await flag(flagger, modId)
    expect(await caseOf(modId)).toBeUndefined()
    const own = (await caseOf(modId, otherMod))!
    await expectError(decide(own.flag_id, 'ignore_report'), 'flag.own_case')
    await decide(own.flag_id, 'ignore_report', {}, otherMod)
  })

  it('is counted and filtered, and remembers skips', async () => {
    const { flag_id } = await flagged()
    const countFor = async (client: Client) =>
      (await client.call(listReviewQueues, {})).find(({ name }) => name === 'flagged_user')
    const before = await countFor(mod)
    expect(before).toMatchObject({ label: 'Flagged users' })
    await mod.call(skipCase, { type: 'flagged_user', id: flag_id })
    expect((await countFor(mod))?.todo_amount).toBe(before!.todo_amount - 1)
    const ids = async (input: object) =>
      (await mod.call(listFlaggedUsers, { page_size: 100, ...input })).list.map(
        (one) => one.flag_id,
      )
    expect(await ids({})).not.toContain(flag_id)
    expect(await ids({ skipped: 'true' })).toEqual([flag_id])
    expect(await ids({ flag_id })).toEqual([flag_id])
    expect(await ids({ reason: somethingElse })).toEqual([])
    await decide(flag_id, 'ignore_report')
  })

  it('leaves out deleted accounts, and never mixes with flagged posts', async () => {
    const { id, flag_id } = await flagged()
    const { list } = await mod.call(listFlagCases, { page_size: 100 })
    expect(list.map((one) => one.flag_id)).not.toContain(flag_id)
    const asPost = { flag_id, operation_type: 'ignore_report' } as const
    await expectError(mod.call(reviewFlagCase, asPost), 'flag.case_not_found')
    const claim = mod.call(claimCase, { type: 'flagged_post', id: flag_id })
    await expectError(claim, 'review.case_not_found')
    await site.db.update(users).set({ status: 'deleted', email: null }).where(eq(users.id, id))
    expect(await caseOf(id)).toBeUndefined()
  })

  it('shows what else is known about the user', async () => {
    const { id, client, flagger, flag_id } = await flagged()
    const question = await aQuestion(client, { title: 'Mine' })
    await anAnswer(client, question.id)
    await mod.call(warnUser, { user_id: id, message: 'Please be kind.' })
    await decide(flag_id, 'uphold_report', { note: 'Thanks.' })
    await flag(flagger, id)
    expect(await mod.call(getFlaggedUserContext, { user_id: id })).toMatchObject({
      question_count: 1,
      answer_count: 1,
      removed_count: 0,
      warning_count: 1,
      suspension_count: 0,
      can_moderate: true,
      posts: [{ title: 'Mine' }, { title: 'Mine', answer_id: '0' }],
      earlier_cases: [
        { operation: 'uphold_report', note: 'Thanks.', decided_by: { display_name: 'Mia' } },
      ],
      flaggers: [{ upheld: 1, decided: 1 }],
    })
  })
})

describe('the calls of the queue', () => {
  it('take the same number of statements for any number of cases', async () => {
    const eve = await aUser(site.ctx, { name: 'Eve', role: 'moderator' })
    const headers = { authorization: `Bearer ${eve.token}` }
    const cost = async (url: string, query = {}) => {
      const response = await site.app.inject({ url, query, headers })
      expect(response.statusCode).toBe(200)
      return Number(response.headers['x-sql-count'])
    }
    for (let n = 0; n < 3; n++) {
      const { id } = await flagged()
      // One of each is the session.
      expect(await cost(listFlaggedUsers.path)).toBe(3)
      expect(await cost(getFlaggedUserContext.path, { user_id: id })).toBe(5)
    }
  })
})

describe('PUT /report/user/review', () => {
  it('resets what was chosen of a profile, and undo restores it', async () => {
    const { id, client, flag_id } = await flagged('Rude name')
    const [{ username } = { username: '' }] = await site.db
      .select()
      .from(users)
      .where(eq(users.id, id))
    await client.call(updateProfile, {
      bio: 'Rude',
      website: 'https://a.example/',
      location: 'Rome',
    })
    await decide(flag_id, 'reset_profile', { fields: ['display_name', 'bio', 'website'] })
    const read = () => mod.call(getUser, { username })
    expect(await read()).toMatchObject({
      display_name: username,
      bio: '',
      website: '',
      location: 'Rome',
    })
    expect(await caseOf(id)).toBeUndefined()
    await mod.call(undoDecision, { type: 'flagged_user', id: flag_id })
    expect(await read()).toMatchObject({
      display_name: 'Rude name',
      bio: 'Rude',
      website: 'https://a.example/',
    })
    const { list } = await mod.call(listStaffLog, { username })
    expect(list.map(({ action }) => action)).toEqual([
      'reopen_flags',
      'restore_profile',
      'decide_flags',
      'reset_profile',
    ])
  })

  it('does not undo a reset after the user has changed the profile, or after 30 seconds', async () => {
    const { client, flag_id } = await flagged()
    await client.call(updateProfile, { bio: 'Rude' })
    await decide(flag_id, 'reset_profile', { fields: ['bio'] })
    await client.call(updateProfile, { bio: 'Kind' })
    const undo = () => mod.call(undoDecision, { type: 'flagged_user', id: flag_id })
    await expectError(undo(), 'review.undo_not_possible')
    await expectError(
      otherMod.call(undoDecision, { type: 'flagged_user', id: flag_id }),
      'review.undo_not_possible',
    )
    site.advance(31_000)
    await expectError(undo(), 'review.undo_expired')
  })

  it('does not reset the profile of staff for a moderator', async () => {
    const admin = await aUser(site.ctx, { name: 'Root', role: 'admin' })
    await flag((await someone('Ben')).client, admin.id)
    const { flag_id } = (await caseOf(admin.id))!
    await expectError(decide(flag_id, 'reset_profile', { fields: ['bio'] }), 'user.is_staff')
    await decide(flag_id, 'ignore_report')
  })

  it('decides a case once when two moderators decide at the same time', async () => {
    const { flag_id } = await flagged()
    const results = await Promise.allSettled([
      decide(flag_id, 'uphold_report'),
      decide(flag_id, 'ignore_report', {}, otherMod),
    ])
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    const rejection = results.find((result) => result.status === 'rejected')
    expect(String(rejection?.reason)).toContain('decided')
  })

  it('rejects a decision while another moderator looks at the case', async () => {
    const { flag_id } = await flagged()
    await otherMod.call(claimCase, { type: 'flagged_user', id: flag_id })
    await expectError(decide(flag_id, 'ignore_report'), 'review.claimed')
    await decide(flag_id, 'ignore_report', {}, otherMod)
    await expectError(decide(flag_id, 'ignore_report'), 'flag.case_decided')
  })

  it('appears in the history of decisions', async () => {
    const { id, flag_id } = await flagged()
    await decide(flag_id, 'uphold_report')
    const { list } = await mod.call(listDecisions, {})
    expect(list[0]).toMatchObject({
      type: 'flagged_user',
      id: flag_id,
      operation: 'uphold_report',
      flagged_user: { id, display_name: 'Vic' },
      user_info: { display_name: 'Mia' },
    })
  })
})

describe('GET /report/own', () => {
  it('tells whoever flagged the outcome and the note, but not who decided', async () => {
    const { id, flagger, flag_id } = await flagged()
    const own = async (input = {}) => (await flagger.call(listOwnFlags, input)).list
    expect(await own()).toMatchObject([
      { object_type: 'user', state: 'open', decided_at: 0, note: '', user_info: { id } },
    ])
    await decide(flag_id, 'uphold_report', { note: 'We suspended the account.' })
    const [decided] = await own()
    expect(decided).toMatchObject({ state: 'helpful', note: 'We suspended the account.' })
    expect(JSON.stringify(decided)).not.toContain('Mia')
    await flag(flagger, id)
    await decide((await caseOf(id))!.flag_id, 'ignore_report')
    expect((await own({ user_id: id })).map(({ state }) => state)).toEqual(['declined', 'helpful'])
    expect(await own({ state: 'open' })).toEqual([])
    await expectError(site.as().call(listOwnFlags, {}), 'auth.required')
  })
})

describe('DELETE /user/warn', () => {
  it('withdraws a warning, also twice, and is for staff who may warn', async () => {
    const vic = await someone('Vic')
    const { warning_id } = await mod.call(warnUser, { user_id: vic.id, message: 'Please stop.' })
    await expectError(vic.client.call(withdrawWarning, { warning_id }), 'auth.forbidden')
    await mod.call(withdrawWarning, { warning_id })
    await mod.call(withdrawWarning, { warning_id })
    const [user] = await site.db.select().from(users).where(eq(users.id, vic.id))
    expect(user?.hasWarning).toBe(false)
    expect(await site.db.select().from(userWarnings)).not.toContainEqual(
      expect.objectContaining({ id: warning_id }),
    )
  })

  it('keeps other warnings unread', async () => {
    const vic = await someone('Vic')
    await mod.call(warnUser, { user_id: vic.id, message: 'First.' })
    const { warning_id } = await mod.call(warnUser, { user_id: vic.id, message: 'Second.' })
    await mod.call(suspendUser, { user_id: vic.id, suspend_duration: '24h', reason: 'Spam' })
    await mod.call(withdrawWarning, { warning_id })
    const [user] = await site.db.select().from(users).where(eq(users.id, vic.id))
    expect(user?.hasWarning).toBe(true)
  })
})
