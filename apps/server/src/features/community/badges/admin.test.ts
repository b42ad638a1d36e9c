import { listAdminBadges, listBadges, setBadgeStatus } from '@stoa/contract/features/badges'
import { flagContent } from '@stoa/contract/features/flags'
import {
  getNotificationStatus,
  listNotifications,
  markRead,
} from '@stoa/contract/features/notifications'
import { react } from '@stoa/contract/features/reactions'
import { toShortId } from '@stoa/contract/ids'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { aSite, expectError, type TestSite } from '../../../../test/site.ts'
import { waitForJobs } from '../../../../test/jobs.ts'
import { aQuestion } from '../../content/questions/questions.factory.ts'
import { aUser } from '../../people/auth/accounts.factory.ts'
import { aMember, type Member } from '../notifications/notifications.factory.ts'
import { badgeIdOf, badgesOf } from './badges.factory.ts'
import { checkPast } from './past.jobs.ts'

let site: TestSite
let adminToken: string
let round = 0
let ada: Member
let question: { id: string }

beforeAll(async () => {
  site = await aSite({ works: true })
  adminToken = (await aUser(site.ctx, { role: 'admin' })).token
})
afterAll(() => site.close())

beforeEach(async () => {
  ada = await aMember(site, `Ada ${++round}`, 'moderator')
  const other = await aMember(site, `Ben ${round}`)
  question = await aQuestion(other.client, { title: `Is it done, number ${round}?` })
})

const list = (input = {}) => site.as(adminToken).call(listAdminBadges, { page_size: 100, ...input })
const status = () => ada.client.call(getNotificationStatus, {})
const reactTo = (id: string) =>
  ada.client.call(react, { object_id: id, emoji: 'heart', reaction: 'activate' })

describe('GET /admin/api/badges', () => {
  it('finds badges by name, by id and by status, in pages', async () => {
    expect((await list()).count).toBe(14)
    const second = await list({ page: 2, page_size: 10 })
    expect([second.count, second.list.length]).toEqual([14, 4])
    expect((await list({ q: 'nice' })).list.map(({ name }) => name)).toEqual([
      'Nice Answer',
      'Nice Question',
    ])
    const id = await badgeIdOf(site, 'editor')
    for (const text of [id, toShortId(id)])
      expect((await list({ q: `badge:${text}` })).list[0]?.name).toBe('Editor')
    expect((await list({ status: 'inactive' })).count).toBe(0)
  })
})

describe('PUT /admin/api/badge/status', () => {
  it('hides a badge, and awards it later for what was done meanwhile', async () => {
    const id = await badgeIdOf(site, 'first_flag')
    const admin = site.as(adminToken)
    await admin.call(setBadgeStatus, { id, status: 'inactive' })
    await ada.client.call(flagContent, { object_id: question.id, report_type: 57 })
    expect(await badgesOf(site, ada.username)).toEqual([])
    const groups = await site.as().call(listBadges, {})
    expect(groups.flatMap((group) => group.badges)).toHaveLength(13)
    expect((await list({ status: 'inactive' })).list.map(({ name }) => name)).toEqual([
      'First Flag',
    ])
    await admin.call(setBadgeStatus, { id, status: 'active' })
    await checkPast(site.ctx)
    expect(await badgesOf(site, ada.username)).toEqual(['First Flag 1'])
  })

  it('is for admins, and for badges that exist', async () => {
    const id = await badgeIdOf(site, 'first_flag')
    await expectError(ada.client.call(setBadgeStatus, { id, status: 'inactive' }), 'auth.forbidden')
    const unknown = { id: '10090000000000999', status: 'inactive' as const }
    await expectError(site.as(adminToken).call(setBadgeStatus, unknown), 'badge.object_not_found')
  })
})

describe('notifications of badges', () => {
  it('are an achievement and a congratulation, until it is read', async () => {
    await reactTo(question.id)
    await waitForJobs(site.ctx)
    const badgeId = await badgeIdOf(site, 'first_reaction')
    const { achievement, badge_award: award } = await status()
    expect(achievement).toBe(1)
    expect(award).toMatchObject({ badge_id: badgeId, name: 'First Reaction', level: 1 })
    const page = await ada.client.call(listNotifications, { type: 'achievement' })
    expect(page.list).toMatchObject([
      {
        kind: 'earned_badge',
        reason: 'earner',
        user_info: null,
        object_info: {
          object_type: 'badge_award',
          title: 'First Reaction',
          object_map: { question: '0', badge_id: badgeId },
        },
      },
    ])
    await ada.client.call(markRead, { id: award?.notification_id ?? '' })
    expect(await status()).toMatchObject({ achievement: 0, badge_award: null })
  })

  it('congratulate on one badge after the other', async () => {
    await reactTo(question.id)
    await waitForJobs(site.ctx)
    await ada.client.call(flagContent, { object_id: question.id, report_type: 57 })
    await waitForJobs(site.ctx)
    const first = (await status()).badge_award
    expect(first?.name).toBe('First Reaction')
    await ada.client.call(markRead, { id: first?.notification_id ?? '' })
    expect((await status()).badge_award?.name).toBe('First Flag')
  })

  it('are hidden while the badge is inactive', async () => {
    await reactTo(question.id)
    await waitForJobs(site.ctx)
    const id = await badgeIdOf(site, 'first_reaction')
    await site.as(adminToken).call(setBadgeStatus, { id, status: 'inactive' })
    expect(await status()).toMatchObject({ achievement: 0, badge_award: null })
    expect((await ada.client.call(listNotifications, { type: 'achievement' })).count).toBe(0)
    await site.as(adminToken).call(setBadgeStatus, { id, status: 'active' })
  })
})
