import {
  maxAffectedUsers,
  maxMarkupProblems,
  previewCustomMarkup,
  previewPermalinks,
  previewPrivileges,
} from '@stoa/contract/features/settings-previews'
import {
  changePrivilegeSettings,
  changeSiteMode,
  getCustomMarkup,
} from '@stoa/contract/features/site-settings'
import { privilegeLevels, privileges } from '@stoa/contract/settings/people'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { explainQuery } from '../../../../test/plans.ts'
import { aSite, expectError, rejectionOf, type TestSite } from '../../../../test/site.ts'
import type { ReadDb } from '../../../kernel/database.ts'
import { requiredReputation } from '../../../kernel/rules.ts'
import { users } from '../../../schema/users.ts'
import { aQuestion } from '../../content/questions/questions.factory.ts'
import { aUser } from '../../people/auth/accounts.factory.ts'
import { previewPrivilegeChanges } from './privilege-effects.queries.ts'

/** PREVIEW_USERS=1000000 fills a large site. */
const userCount = Number(process.env['PREVIEW_USERS'] ?? 30_000)

let site: TestSite
let admin: ReturnType<TestSite['as']>
let adminToken: string
beforeAll(async () => {
  site = await aSite()
  adminToken = (await aUser(site.ctx, { role: 'admin' })).token
  admin = site.as(adminToken)
})
afterAll(() => site.close())

/** Users with these points: reputation is one more. */
async function addUsers(points: readonly number[]) {
  await site.db.execute(sql`
    insert into ${users} (username, display_name, email, created_at, activated_at, points)
    select 'p' || n || '-' || points, 'P', 'p' || n || '-' || points || '@example.org', now(), now(), points
    from unnest(${`{${points.join(',')}}`}::integer[]) with ordinality as given(points, n)`)
}

describe('GET setting/preview/permalinks', () => {
  it('returns nothing on a site without questions', async () => {
    expect(await admin.call(previewPermalinks, {})).toEqual([])
  })

  it('returns the link of a listed question in each form', async () => {
    const { id } = await aQuestion(admin, { title: 'Why does rye rise slowly?' })
    const urls = (await admin.call(previewPermalinks, {})).map(({ url }) => url)
    const short = urls[3]?.slice('http://localhost:3000/questions/'.length) ?? ''
    expect(short).toMatch(/^\w{4,8}$/)
    expect(urls.map((url) => url.replace('http://localhost:3000', ''))).toEqual([
      `/questions/${id}/why-does-rye-rise-slowly`,
      `/questions/${id}`,
      `/questions/${short}/why-does-rye-rise-slowly`,
      `/questions/${short}`,
    ])
  })
})

describe('GET setting/preview/privileges', () => {
  it('counts who would gain or lose each privilege that changes', async () => {
    // Reputation 1, 7, 8, 9, 50; staff and suspended users are not counted.
    await addUsers([0, 6, 7, 8, 49, 20, 21])
    await site.db.execute(
      sql`update ${users} set status = 'suspended' where ${users.username} like 'p%-20'`,
    )
    await site.db.execute(sql`update ${users} set role_id = 2 where ${users.username} like 'p%-21'`)
    const values = 'question.vote_up:9,tag.edit:8,comment.add:1'
    expect(await admin.call(previewPrivileges, { values })).toEqual([
      {
        key: 'question.vote_up',
        reputation_before: 8,
        reputation_after: 9,
        gaining_count: 0,
        losing_count: 1,
        is_capped: false,
      },
      {
        key: 'tag.edit',
        reputation_before: 50,
        reputation_after: 8,
        gaining_count: 2,
        losing_count: 0,
        is_capped: false,
      },
    ])
  })

  it('compares with what is saved', async () => {
    await admin.call(changePrivilegeSettings, { level: 1 })
    const before = privileges.map((name) => `${name}:${privilegeLevels[name][0]}`).join(',')
    expect(await admin.call(previewPrivileges, { values: before })).toEqual([])
    await admin.call(changePrivilegeSettings, { level: 2 })
    const keys = (await admin.call(previewPrivileges, { values: before })).map(({ key }) => key)
    expect(keys).toEqual(
      privileges.filter((name) => privilegeLevels[name][0] !== privilegeLevels[name][1]),
    )
  })

  it.each([
    'tag.fly:1',
    'tag.edit',
    'tag.edit:0',
    'tag.edit:x',
    'tag.edit:9999999999',
    'tag.edit:1,',
  ])('rejects %j', async (values) => {
    const envelope = await rejectionOf(admin.call(previewPrivileges, { values }))
    expect(envelope.data).toMatchObject([{ error_field: 'values' }])
  })

  it('is for admins', async () => {
    const moderator = site.as((await aUser(site.ctx, { role: 'moderator' })).token)
    await expectError(moderator.call(previewPrivileges, {}), 'auth.forbidden')
    await expectError(moderator.call(previewPermalinks, {}), 'auth.forbidden')
  })
})

describe('POST setting/preview/custom-markup', () => {
  it('lists what would be removed or blocked, and saves nothing', async () => {
    const saved = await admin.call(getCustomMarkup, {})
    const markup = { custom_head: '<script>x()</script>', custom_css: 'p {' }
    expect(await admin.call(previewCustomMarkup, markup)).toEqual({
      count: 2,
      list: [
        { field: 'custom_css', problem: 'css_unclosed', line: 1, excerpt: '{' },
        { field: 'custom_head', problem: 'script', line: 1, excerpt: '<script>' },
      ],
    })
    expect(await admin.call(getCustomMarkup, {})).toEqual(saved)
  })

  it('finds nothing without markup', async () => {
    expect(await admin.call(previewCustomMarkup, {})).toEqual({ count: 0, list: [] })
  })

  it('counts what it does not list', async () => {
    const custom_footer = '<script></script>'.repeat(maxMarkupProblems + 1)
    const { count, list } = await admin.call(previewCustomMarkup, { custom_footer })
    expect(count).toBe(maxMarkupProblems + 1)
    expect(list).toHaveLength(maxMarkupProblems)
  })

  it('works while the site is read-only', async () => {
    await admin.call(changeSiteMode, { mode: 'read_only' })
    expect(await admin.call(previewCustomMarkup, {})).toEqual({ count: 0, list: [] })
    await admin.call(changeSiteMode, { mode: 'normal' })
  })

  it('rejects a cookie from another site, as every POST', async () => {
    const response = await site.app.inject({
      method: 'POST',
      url: previewCustomMarkup.path,
      headers: { cookie: `sid=${adminToken}`, 'sec-fetch-site': 'cross-site' },
      payload: {},
    })
    expect(response.statusCode).toBe(403)
  })

  it('is for admins', async () => {
    const moderator = site.as((await aUser(site.ctx, { role: 'moderator' })).token)
    await expectError(moderator.call(previewCustomMarkup, {}), 'auth.forbidden')
    await expectError(site.as().call(previewCustomMarkup, {}), 'auth.required')
  })
})

describe('on a large site', () => {
  beforeAll(async () => {
    await site.db.execute(sql`
      insert into ${users} (username, display_name, email, created_at, activated_at, points)
      select 'many' || n, 'Many', 'many' || n || '@example.org', now(), now(),
        case when n % 10 < 7 then 0 else n % 30000 end
      from generate_series(1, ${userCount}) n`)
    await site.db.execute(sql`vacuum analyze ${users}`)
  }, 3_600_000)

  const open = new Map(privileges.map((name) => [name, privilegeLevels[name][0]] as const))
  const preview = (db: ReadDb) =>
    previewPrivilegeChanges(db, requiredReputation(site.ctx.settings), open)

  it('stops counting', async () => {
    const [voting] = await preview(site.ctx.db)
    expect(voting).toMatchObject({ gaining_count: maxAffectedUsers, is_capped: true })
  })

  it('reads a bounded part of an index in one statement', async () => {
    const plan = await explainQuery(site, preview, new Set())
    process.stdout.write(`${userCount} users: ${plan.milliseconds.toFixed(1)} ms\n`)
    expect(plan.statements).toBe(1)
    expect(plan.scans).toEqual([])
    expect(plan.indexes).toContain('users_reputation')
    expect(JSON.stringify(plan.slowest.plan)).toContain('"Node Type":"Index Only Scan"')
  })
})
