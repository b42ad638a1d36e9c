import type { Client } from '@stoa/contract/client'
import {
  type Account,
  countAccounts,
  exportAccounts,
  listAccounts,
} from '@stoa/contract/features/people'
import { suspendUser } from '@stoa/contract/features/user-moderation'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { aSite, type TestSite } from '../../../../test/site.ts'
import { stoppedMails } from '../../../schema/mails.ts'
import { passkeys } from '../../../schema/second-factor.ts'
import { users } from '../../../schema/users.ts'
import { aQuestion } from '../../content/questions/questions.factory.ts'
import { aUser } from '../../people/auth/accounts.factory.ts'

let site: TestSite
let admin: Client
beforeAll(async () => {
  site = await aSite()
  admin = site.as((await aUser(site.ctx, { name: 'Rosa', role: 'admin' })).token)
})
afterAll(() => site.close())

const pass = 'columns of marble'
const find = async (input: object): Promise<Account[]> =>
  (await admin.call(listAccounts, input)).list
const findOne = async (id: string) => (await find({ query: `user:${id}` }))[0]!

describe('GET users/page', () => {
  it('lists what admins need, with the email', async () => {
    const { id, email } = await aUser(site.ctx, { name: 'Lina Berg', password: pass })
    await aQuestion(site.as((await aUser(site.ctx)).token))
    expect(await findOne(id)).toMatchObject({
      user_id: id,
      username: 'lina-berg',
      display_name: 'Lina Berg',
      e_mail: email,
      email_state: 'confirmed',
      status: 'normal',
      role_id: 1,
      role_name: 'User',
      rank: 1,
      question_count: 0,
      suspended_at: 0,
      suspended_until: 0,
      deleted_at: 0,
    })
  })

  it('says whether an email that bounced was ever confirmed', async () => {
    const createdAt = site.ctx.clock.now()
    for (const isActivated of [true, false]) {
      const { id: userId, email } = await aUser(site.ctx, { isActivated })
      await site.db.insert(stoppedMails).values({ userId, email, cause: 'bounce', createdAt })
      const row = await findOne(userId)
      expect(row).toMatchObject({ email_state: 'bounced', is_confirmed: isActivated })
    }
  })

  it('finds by exact email, id, and the beginning of a name', async () => {
    const { id, email } = await aUser(site.ctx, { name: 'Quirin Zapf' })
    const ids = async (query: string) => (await find({ query })).map(({ user_id }) => user_id)
    expect(await ids(email.toUpperCase())).toEqual([id])
    expect(await ids(email.slice(1))).toEqual([])
    expect(await ids(`user:${id}`)).toEqual([id])
    expect(await ids('quirin z')).toEqual([id])
    expect(await ids('@quirin-z')).toEqual([id])
    expect(await ids('zapf%')).toEqual([])
  })

  it.each([
    ['status', { status: 'suspended' }, ['suspended']],
    ['inactive', { status: 'inactive' }, ['inactive']],
    ['staff', { staff: 'true' }, ['moderator']],
    ['role', { role_id: '3' }, ['moderator']],
    ['ordinary role', { role_id: '1' }, ['asker', 'suspended', 'inactive', 'old']],
    ['reputation from', { reputation_min: 50 }, ['asker']],
    ['reputation to', { reputation_max: 49 }, ['moderator', 'suspended', 'inactive', 'old']],
    ['joined to', { joined_to: '2021-12-31' }, ['old']],
    ['joined from', { joined_from: '2022-01-01' }, ['asker', 'moderator', 'suspended', 'inactive']],
    ['seen this week', { seen: 'week' }, ['asker', 'moderator', 'suspended', 'inactive']],
    ['seen longer ago', { seen: 'longer' }, ['old']],
    ['with a password', { sign_in: 'password' }, ['asker']],
    ['with a passkey', { sign_in: 'passkey' }, ['moderator']],
    ['with neither', { sign_in: 'none' }, ['suspended', 'inactive', 'old']],
    ['confirmed', { email_state: 'confirmed' }, ['asker', 'moderator', 'suspended', 'old']],
    ['unconfirmed', { email_state: 'unconfirmed' }, ['inactive']],
    ['bounced', { email_state: 'bounced' }, ['old']],
  ])('filters by %s', async (_name, input, expected) => {
    const ids = await aPopulation()
    const found = (await find({ query: 'popul', page_size: 100, ...input })).map(
      (row) => row.user_id,
    )
    expect(found.toSorted()).toEqual(expected.map((name) => ids[name]!).toSorted())
  })

  it.each([
    ['joined', 'asc', 'old'],
    ['seen', 'asc', 'old'],
    ['reputation', 'desc', 'asker'],
    ['posts', 'desc', 'asker'],
  ] as const)('sorts by %s, %s', async (order, direction, first) => {
    const ids = await aPopulation()
    const [row] = await find({ query: 'popul', order, direction })
    expect(row?.user_id).toBe(ids[first])
  })

  it('counts the tabs', async () => {
    await aPopulation()
    const counts = await admin.call(countAccounts, {})
    const listed = async (input: object) => (await admin.call(listAccounts, input)).count
    expect(counts).toEqual({
      all: await listed({}),
      staff: await listed({ staff: 'true' }),
      suspended: await listed({ status: 'suspended' }),
      inactive: await listed({ status: 'inactive' }),
      deleted: await listed({ status: 'deleted' }),
    })
    expect(counts.suspended).toBeGreaterThan(0)
  })
})

let population: Promise<Record<string, string>> | undefined

/** Five users who differ in what the filters compare. */
function aPopulation() {
  population ??= createPopulation()
  return population
}

async function createPopulation() {
  const create = async (name: string, options: Parameters<typeof aUser>[1] = {}) =>
    await aUser(site.ctx, { name: `Popul ${name}`, ...options })
  const asker = await create('asker', { password: pass })
  await aQuestion(site.as(asker.token))
  await site.db.update(users).set({ points: 60 }).where(eq(users.id, asker.id))
  const moderator = await create('mod', { role: 'moderator' })
  await site.db.insert(passkeys).values({
    userId: moderator.id,
    credentialId: 'c',
    publicKey: 'k',
    name: 'Key',
    createdAt: site.ctx.clock.now(),
  })
  const suspended = await create('suspended')
  await admin.call(suspendUser, { user_id: suspended.id, suspend_duration: '7d', reason: 'Ads.' })
  const inactive = await create('inactive', { isActivated: false })
  const old = await create('old')
  const longAgo = new Date('2021-05-05')
  const changes = { createdAt: longAgo, lastLoginAt: longAgo, lastSeenAt: null }
  await site.db.update(users).set(changes).where(eq(users.id, old.id))
  const stopped = { userId: old.id, email: old.email, cause: 'bounce', createdAt: longAgo } as const
  await site.db.insert(stoppedMails).values(stopped)
  return {
    asker: asker.id,
    moderator: moderator.id,
    suspended: suspended.id,
    inactive: inactive.id,
    old: old.id,
  }
}

describe('GET users/export', () => {
  it('is CSV in the order of the list, over several batches', async () => {
    const now = site.ctx.clock.now()
    await site.db.insert(users).values(
      Array.from({ length: 1100 }, (_, index) => ({
        username: `export-${String(index).padStart(4, '0')}`,
        displayName: index === 0 ? '=1+1' : 'Exported, "quoted"',
        email: `export-${index}@example.org`,
        points: index % 7,
        activatedAt: now,
        createdAt: now,
      })),
    )
    for (const order of ['joined', 'seen', 'reputation', 'posts'] as const) {
      for (const direction of ['asc', 'desc'] as const) {
        const text = await admin.call(exportAccounts, { query: 'export-', order, direction })
        const lines = text.trimEnd().split('\r\n')
        expect(lines).toHaveLength(1101)
        expect(new Set(lines).size).toBe(1101)
        const list = await find({ query: 'export-', order, direction, page_size: 3 })
        const ids = lines.slice(1, 4).map((line) => line.split(',')[0])
        expect(ids).toEqual(list.map(({ user_id }) => user_id))
      }
    }
    const text = await admin.call(exportAccounts, { query: 'export-0000' })
    expect(text).toMatch(/^user_id,username,display_name,email,/)
    expect(text).toContain(`,export-0000,'=1+1,export-0@example.org,confirmed,User,normal,,1,0,0,`)
  })
})
