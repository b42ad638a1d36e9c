import { listReputation } from '@stoa/contract/features/reputation'
import { exportStaffLog, listStaffLog } from '@stoa/contract/features/staff-log'
import { voteDown, voteUp } from '@stoa/contract/features/votes'
import { votingSettings } from '@stoa/contract/settings/voting'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { aSite, type TestSite } from '../../../../test/site.ts'
import { changeSettings } from '../../../kernel/settings.ts'
import { transact } from '../../../kernel/transact.ts'
import { users } from '../../../schema/users.ts'
import { votes } from '../../../schema/votes.ts'
import { aUser } from '../../people/auth/accounts.factory.ts'
import { aTrustedUser } from '../../people/reputation/reputation.factory.ts'
import { aQuestion } from '../questions/questions.factory.ts'
import { reverseSerialVotes } from './serial-voting.jobs.ts'

let site: TestSite
let staff: { token: string }
type User = Awaited<ReturnType<typeof aTrustedUser>>
let eve: User
let ada: User

beforeAll(async () => {
  site = await aSite()
  site.ctx.limits.take = async () => {}
  staff = await aUser(site.ctx, { role: 'moderator' })
})
beforeEach(async () => {
  eve = await aTrustedUser(site.ctx)
  ada = await aTrustedUser(site.ctx)
})
afterAll(() => site.close())

const hourMs = 3_600_000

async function askMany(author: User, count: number) {
  const ids: string[] = []
  for (let n = 0; n < count; n++) ids.push((await aQuestion(site.as(author.token))).id)
  return ids
}

async function voteAll(voter: User, ids: readonly string[], endpoint = voteUp, pause = 1) {
  for (const object_id of ids) {
    site.advance(pause * hourMs)
    await site.as(voter.token).call(endpoint, { object_id })
  }
}

async function countVotes({ id }: User) {
  return (await site.ctx.db.select().from(votes).where(eq(votes.userId, id))).length
}

async function pointsOf({ id }: User) {
  const [user] = await site.ctx.db.select().from(users).where(eq(users.id, id))
  return user?.points
}

const staffLog = async () =>
  (await site.as(staff.token).call(listStaffLog, { action: 'reverse_votes' })).list

describe('the nightly search for serial voting', () => {
  it('reverses the votes, once, and says so in the reputation and in the staff log', async () => {
    const other = await aTrustedUser(site.ctx)
    const ids = await askMany(ada, 5)
    await voteAll(eve, ids)
    await voteAll(other, ids.slice(0, 1))
    expect(await pointsOf(ada)).toBe(1059)
    for (const _ of [1, 2]) await reverseSerialVotes(site.ctx)
    expect(await countVotes(eve)).toBe(0)
    expect(await countVotes(other)).toBe(1)
    expect(await pointsOf(ada)).toBe(1009)
    const { list } = await site.as(ada.token).call(listReputation, { page_size: 5 })
    expect(list.map(({ rank_type, reputation }) => [rank_type, reputation])).toEqual(
      ids.map(() => ['serial voting reversed', -10]),
    )
    const log = await staffLog()
    expect(log).toMatchObject([
      {
        action: 'reverse_votes',
        object_type: 'user',
        object_id: eve.id,
        is_automatic: true,
        actor_info: null,
        before: { votes: 5 },
        after: { votes: 0 },
      },
    ])
    const csv = await site.as(staff.token).call(exportStaffLog, { action: 'reverse_votes' })
    expect(csv.split('\r\n')[1]).toMatch(/Z,,reverse_votes,user,/)
  })

  it('reverses serial downvotes, and what they cost', async () => {
    await voteAll(eve, await askMany(ada, 6), voteDown)
    expect(await pointsOf(ada)).toBe(987)
    await reverseSerialVotes(site.ctx)
    expect([await pointsOf(ada), await pointsOf(eve)]).toEqual([999, 999])
  })

  it('leaves votes of users who vote on many authors', async () => {
    const ids = await askMany(ada, 5)
    const others = await Promise.all(
      Array.from({ length: 6 }, async () => (await askMany(await aTrustedUser(site.ctx), 1))[0]!),
    )
    await voteAll(eve, [...ids, ...others], voteUp, 0.5)
    await reverseSerialVotes(site.ctx)
    expect(await countVotes(eve)).toBe(11)
  })

  it('reverses a slow ring in both directions', async () => {
    const [ofAda, ofEve] = [await askMany(ada, 5), await askMany(eve, 5)]
    for (let n = 0; n < 5; n++) {
      await voteAll(eve, [ofAda[n]!], voteUp, 14)
      await voteAll(ada, [ofEve[n]!], voteUp, 14)
    }
    await reverseSerialVotes(site.ctx)
    expect([await countVotes(eve), await countVotes(ada)]).toEqual([0, 0])
  })

  it('can be turned off', async () => {
    await voteAll(eve, await askMany(ada, 5))
    const change = (serial_votes: number) =>
      transact(site.ctx, (tx) => changeSettings(tx, votingSettings, { serial_votes }))
    await change(0)
    await reverseSerialVotes(site.ctx)
    expect(await countVotes(eve)).toBe(5)
    await change(6)
    await reverseSerialVotes(site.ctx)
    expect(await countVotes(eve)).toBe(5)
    await change(5)
    await reverseSerialVotes(site.ctx)
    expect(await countVotes(eve)).toBe(0)
  })
})
