import {
  getUser,
  listStaff,
  listUsers,
  rankUsers,
  searchUsers,
} from '@stoa/contract/features/profiles'
import { updateProfile } from '@stoa/contract/features/profile-settings'
import { loginSettings } from '@stoa/contract/settings/people'
import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { aSite, expectError, type TestSite } from '../../../../test/site.ts'
import { changeSettings } from '../../../kernel/settings.ts'
import { transact } from '../../../kernel/transact.ts'
import { aUser } from '../../people/auth/accounts.factory.ts'
import { users } from '../../../schema/users.ts'
import { listReputationGains, reputationGains } from './reputation.queries.ts'
import { reputationEntries } from '../../../schema/reputation.ts'
import { listUsersStartingWith } from './profiles.queries.ts'

let site: TestSite
beforeAll(async () => {
  site = await aSite()
})
afterAll(() => site.close())

const setRow = (id: string, row: Partial<typeof users.$inferInsert>) =>
  site.db.update(users).set(row).where(eq(users.id, id))

describe('GET /personal/user/info', () => {
  it('returns the profile without private data', async () => {
    const ada = await aUser(site.ctx, { name: 'Ada Page' })
    await site.as(ada.token).call(updateProfile, { bio: 'I **bake**.', location: 'Lyon' })
    const user = await site.as().call(getUser, { username: 'ADA-page' })
    expect(user).toMatchObject({
      username: 'ada-page',
      display_name: 'Ada Page',
      bio: 'I **bake**.',
      location: 'Lyon',
      role_id: 1,
      status: 'normal',
      status_msg: '',
    })
    expect(user.bio_html).toContain('<strong>bake</strong>')
    expect(user.last_login_date % 86_400).toBe(0)
    expect(JSON.stringify(user)).not.toContain(ada.email)
    expect(Object.keys(user)).not.toContain('e_mail')
  })

  it.each(['nobody-at-all', "x' or 1=1 --", '%', '../admin'])(
    'returns not found for %j',
    async (username) => {
      await expectError(site.as().call(getUser, { username }), 'user.not_found')
    },
  )

  it('returns the status of the account', async () => {
    const eve = await aUser(site.ctx, { name: 'Eve Status' })
    const page = () => site.as().call(getUser, { username: 'eve-status' })
    await setRow(eve.id, { status: 'suspended' })
    expect(await page()).toMatchObject({
      status: 'suspended',
      status_msg: 'This account is suspended.',
      suspended_until: 0,
    })
    const until = new Date('2099-05-04T12:00:00Z')
    await setRow(eve.id, { suspendedUntil: until })
    const suspended = await page()
    expect(suspended.status_msg).toContain('2099')
    expect(suspended.suspended_until).toBe(until.getTime() / 1000)
    await setRow(eve.id, { suspendedUntil: new Date(0) })
    expect(await page()).toMatchObject({ status: 'normal', status_msg: '' })
    await setRow(eve.id, { status: 'normal', suspendedUntil: null, activatedAt: null })
    await expectError(page(), 'user.not_found')
    const rut = await aUser(site.ctx, { role: 'admin' })
    const inactive = await site.as(rut.token).call(getUser, { username: 'eve-status' })
    expect(inactive.status_msg).toBe('This account hasn’t been activated.')
    await setRow(rut.id, { roleId: 1 })
    await setRow(eve.id, {
      activatedAt: new Date(),
      status: 'deleted',
      email: null,
      bio: 'x',
      bioHtml: 'x',
      roleId: 3,
    })
    expect(await page()).toMatchObject({
      status: 'deleted',
      username: '',
      avatar: '',
      bio: '',
      bio_html: '',
      role_id: 1,
      last_login_date: 0,
    })
  })

  it('hides the texts of suspended users from everyone but staff and themselves', async () => {
    const eve = await aUser(site.ctx, { name: 'Eve Silent' })
    const own = { bio: 'Buy **rye**.', website: 'https://rye.example/', location: 'Lyon' }
    await site.as(eve.token).call(updateProfile, own)
    const mia = await aUser(site.ctx, { role: 'moderator' })
    const page = (token?: string) => site.as(token).call(getUser, { username: 'eve-silent' })
    const silent = { bio: '', bio_html: '', website: '', location: '' }
    await setRow(eve.id, { status: 'suspended', suspendedUntil: new Date(Date.now() + 3_600_000) })
    const ben = await aUser(site.ctx)
    for (const token of [undefined, ben.token]) expect(await page(token)).toMatchObject(silent)
    for (const token of [mia.token, eve.token]) expect(await page(token)).toMatchObject(own)
    await setRow(eve.id, { suspendedUntil: new Date(0) })
    expect(await page()).toMatchObject(own)
    await setRow(mia.id, { roleId: 1 })
  })

  it('requires a login on a private site', async () => {
    const ada = await aUser(site.ctx, { name: 'Ada Private' })
    const setLoginRequired = (login_required: boolean) =>
      transact(site.ctx, (tx) => changeSettings(tx, loginSettings, { login_required }))
    await setLoginRequired(true)
    await expectError(site.as().call(getUser, { username: 'ada-private' }), 'auth.required')
    await expectError(site.as().call(rankUsers, {}), 'auth.required')
    expect((await site.as(ada.token).call(getUser, { username: 'ada-private' })).id).toBe(ada.id)
    await setLoginRequired(false)
  })
})

describe('GET /user/ranking', () => {
  const invalidateRanking = () => site.ctx.cache.invalidate(['ranking'])

  it('lists the largest reputation gains of the last seven days, and staff by name', async () => {
    const [low, high, early, lost, out] = await Promise.all(
      ['Low', 'High', 'Early', 'Lost', 'Out'].map((name) =>
        aUser(site.ctx, { name: `Rank ${name}` }),
      ),
    )
    await aUser(site.ctx, { name: 'Abe Moderator', role: 'moderator' })
    const day = 86_400_000
    const gain = (userId: string, points: number, daysAgo: number) =>
      site.db.insert(reputationEntries).values({
        userId,
        byUserId: userId,
        kind: 'question.voted_up',
        change: points > 0 ? 'given' : 'taken_back',
        points,
        objectId: '0',
        day: '2020-01-01',
        createdAt: new Date(Date.now() - daysAgo * day),
      })
    for (let n = 0; n < 20; n++) await gain(early!.id, 100, 30 - n)
    await gain(low!.id, 500, 8)
    for (const points of [10, 10, -10, 9]) await gain(low!.id, points, 6)
    for (const points of [10, 10]) await gain(high!.id, points, 5)
    for (const points of [10, -10]) await gain(lost!.id, points, 4)
    await gain(out!.id, 900, 1)
    await setRow(high!.id, { points: 20 })
    await setRow(out!.id, { status: 'suspended' })
    await invalidateRanking()
    const ranking = await site.as().call(rankUsers, {})
    expect(ranking.users_with_the_most_reputation).toEqual([
      { username: 'rank-high', display_name: 'Rank High', avatar: '', rank: 20, vote_count: 0 },
      { username: 'rank-low', display_name: 'Rank Low', avatar: '', rank: 19, vote_count: 0 },
    ])
    expect(ranking.users_with_the_most_vote).toEqual([])
    expect(ranking.staffs.map(({ username, role_id }) => [username, role_id])).toEqual([
      ['abe-moderator', 3],
      ['rut', 2],
    ])
  })

  it('lists the users with the most votes in the last seven days', async () => {
    const [many, few, early, gone] = await Promise.all(
      ['Vote Many', 'Vote Few', 'Vote Early', 'Vote Gone'].map((name) => aUser(site.ctx, { name })),
    )
    const cast = (userId: string, count: number, daysAgo: number) =>
      site.db.execute(sql`
        insert into votes select ${userId}, 10010000000000000 + n, 1, now() - ${daysAgo} * interval '1 day'
        from generate_series(1, ${count}::int) n`)
    await cast(many!.id, 5, 6)
    await cast(few!.id, 2, 1)
    await cast(early!.id, 9, 8)
    await cast(gone!.id, 9, 1)
    await setRow(gone!.id, { status: 'suspended' })
    await invalidateRanking()
    const { users_with_the_most_vote: voters } = await site.as().call(rankUsers, {})
    expect(voters.map(({ username, vote_count }) => [username, vote_count])).toEqual([
      ['vote-many', 5],
      ['vote-few', 2],
    ])
  })

  it('GET /user/staff matches the start of a name', async () => {
    const names = async (username: string, page_size?: number) =>
      (await site.as().call(listStaff, { username, ...(page_size ? { page_size } : {}) })).map(
        (user) => user.username,
      )
    expect(await names('AB')).toEqual(['abe-moderator'])
    expect(await names('')).toEqual(['abe-moderator', 'rut'])
    expect(await names('', 1)).toEqual(['abe-moderator'])
    expect(await names('%')).toEqual([])
  })
})

describe('GET /user/info/search', () => {
  it('matches the start of a username or name, highest reputation first', async () => {
    const names = ['Zora Neale', 'Zora Quiet', 'Zorba', 'Ezora']
    const members = await Promise.all(names.map((name) => aUser(site.ctx, { name })))
    const [neale, quiet, zorba] = members
    await setRow(neale!.id, { points: 49 })
    await site.as(zorba!.token).call(updateProfile, { username: 'greek', display_name: 'Zorba' })
    const find = async (username: string, token = quiet!.token) =>
      (await site.as(token).call(searchUsers, { username })).map((user) => user.display_name)
    expect(await find('zor')).toEqual(['Zora Neale', 'Zorba'])
    expect(await find('GREEK')).toEqual(['Zorba'])
    expect(await find('zora', neale!.token)).toEqual(['Zora Quiet'])
    for (const text of ['_ora', '%', '\\', '%ora%']) expect(await find(text), text).toEqual([])
    await setRow(zorba!.id, { status: 'suspended' })
    expect(await find('zorba')).toEqual([])
  })

  it('requires a login', async () => {
    await expectError(site.as().call(searchUsers, { username: 'a' }), 'auth.required')
  })
})

describe('GET /user/page', () => {
  it('lists active users by reputation in pages, and by the start of a name', async () => {
    const members = await Promise.all(
      ['Wim One', 'Wim Two', 'Wim Three'].map((name) => aUser(site.ctx, { name })),
    )
    const [one, two, three] = members
    await setRow(one!.id, { points: 900_000 })
    await setRow(two!.id, { points: 800_000 })
    await setRow(three!.id, { points: 700_000, status: 'suspended' })
    const list = async (input: Partial<{ page: number; page_size: number; username: string }>) => {
      const result = await site.as().call(listUsers, input)
      return result.list.map((user) => user.display_name)
    }
    expect((await list({})).slice(0, 2)).toEqual(['Wim One', 'Wim Two'])
    expect(await list({})).not.toContain('Wim Three')
    expect(await list({ page: 2, page_size: 1 })).toEqual(['Wim Two'])
    expect(await list({ username: 'wim' })).toEqual(['Wim One', 'Wim Two'])
    expect(await list({ username: 'wim', page: 2 })).toEqual([])
  })
})

describe('query plans on a large site', () => {
  beforeAll(async () => {
    await site.db.execute(sql`
      insert into users (username, display_name, email, points, activated_at, created_at)
      select 'user' || n, 'Name ' || n, 'user' || n || '@example.org', n % 5000, now(), now()
      from generate_series(1, 20000) as n`)
    await site.db.execute(sql`analyze users`)
  })

  const explain = async (query: { getSQL(): ReturnType<typeof sql> }) => {
    const result = await site.ctx.db.execute<{ 'QUERY PLAN': string }>(sql`explain ${query}`)
    return result.rows.map((row) => row['QUERY PLAN']).join('\n')
  }

  it.each(['user12', 'name 7', 'n', 'zz'])('search for %j reads its two indexes', async (start) => {
    const plan = await explain(listUsersStartingWith(site.ctx.db, start, { not: '1', limit: 5 }))
    expect(plan).toContain('users_username_prefix')
    expect(plan).toContain('users_display_name_prefix')
    expect(plan).not.toContain('Seq Scan')
    const result = await site.ctx.db.execute<{ 'QUERY PLAN': string }>(
      sql`explain (analyze, timing off, costs off) ${listUsersStartingWith(site.ctx.db, start, { not: '1', limit: 5 })}`,
    )
    const text = result.rows.map((row) => row['QUERY PLAN']).join('\n')
    const rows = [...text.matchAll(/Scan .*rows=(\d+)/g)].map((match) => Number(match[1]))
    expect(Math.max(...rows)).toBeLessThanOrEqual(100)
  })

  it('the ranking reads only recent reputation entries', async () => {
    await site.db.execute(sql`delete from reputation_entries`)
    await site.db.execute(sql`
      insert into reputation_entries (user_id, kind, change, points, object_id, by_user_id, day, created_at)
      select id, 'question.voted_up', 'given', 10, 0, id, now(), now() - (20000 - row_number() over (order by id)) * interval '1 hour'
      from users where username like 'user%'`)
    await site.db.execute(sql`vacuum analyze reputation_entries`)
    const since = new Date(Date.now() - 7 * 86_400_000)
    const gains = await listReputationGains(site.ctx.db, since, 1_000)
    expect(gains.length).toBe(168)
    const plan = await explain(reputationGains(since, 1_000))
    expect(plan).not.toContain('Seq Scan')
  })
})
