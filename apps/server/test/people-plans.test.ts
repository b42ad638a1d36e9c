import { accountOrders, listAccounts as listCall } from '@stoa/contract/features/people'
import { listSignIns as listSignInsCall } from '@stoa/contract/features/sign-ins'
import { translator } from '@stoa/locales/translate'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { countAccounts, listAccounts } from '../src/features/admin/people/people.queries.ts'
import { listSignIns } from '../src/features/people/auth/sign-ins.queries.ts'
import type { ReadDb } from '../src/kernel/database.ts'
import { explainQuery } from './plans.ts'
import { aSite, type TestSite } from './site.ts'

let site: TestSite

beforeAll(async () => {
  site = await aSite()
  // Most users are ordinary, and few have what the filters look for.
  await site.db.execute(sql`
    insert into users (username, display_name, email, password_hash, role_id, status, activated_at, points,
      question_count, answer_count, created_at, last_login_at, suspended_until)
    select 'user' || n, 'Name ' || md5(n::text),
      case when n % 100 = 1 then null else 'user' || n || '@example.org' end,
      case when n % 50 = 0 or n % 100 = 1 then null else 'hash' end,
      case when n % 1000 = 2 then 3 else 1 end,
      case when n % 100 = 1 then 'deleted' when n % 500 = 3 then 'suspended' else 'normal' end,
      case when n % 100 = 4 then null else now() end,
      case when n % 50 = 5 then n % 5000 else 0 end,
      case when n % 20 = 6 then n % 40 else 0 end, case when n % 25 = 6 then n % 30 else 0 end,
      now() - n * interval '26 minutes',
      case when n % 3 = 0 then null else now() - n * interval '13 minutes' end,
      case when n % 500 = 3 then now() + interval '1 day' end
    from generate_series(1, 60000) n`)
  await site.db.execute(sql`analyze users`)
  await site.db.execute(sql`
    insert into passkeys (user_id, credential_id, public_key, name, created_at)
    select id, 'credential' || id, 'key', 'Key', now() from users where id % 500 = 7`)
  await site.db.execute(sql`
    insert into stopped_mails (user_id, email, cause, created_at)
    select id, lower(email), 'bounce', now() from users where id % 500 = 8 and email is not null`)
  // Most attempts are of unknown accounts. User 17 logs in often.
  await site.db.execute(sql`
    insert into sign_ins (user_id, method, outcome, network, browser, system, created_at)
    select case when n % 10 = 1 then n % 1000 when n % 20 = 2 then 17 end, 'password',
      case when n % 1000 = 2 then 'wrong_password' when n % 10 in (1, 2) then 'ok' else 'unknown_account' end,
      '192.0.2.1', 'Firefox', 'Linux', timestamptz '2026-03-01' - n * interval '1 minute'
    from generate_series(1, 60000) n`)
  await site.db.execute(sql`analyze passkeys, stopped_mails, sign_ins`)
})
afterAll(() => site.close())

/** Rows that a step of a plan may read or sort, of 60,000 users. */
const maxRows = 5_000
const noSmallTables = new Set<string>()
const view = () => ({ now: new Date(), timeZone: 'UTC', t: translator('en_US') })

const cases: [string, object][] = [
  ...accountOrders.flatMap((order): [string, object][] => [
    [`by ${order}`, { order }],
    [`by ${order}, ascending`, { order, direction: 'asc' }],
    [`suspended, by ${order}`, { order, status: 'suspended' }],
    [`staff, by ${order}`, { order, staff: 'true' }],
  ]),
  ['page 100', { page: '100' }],
  ['normal', { status: 'normal' }],
  ['inactive', { status: 'inactive' }],
  ['deleted', { status: 'deleted' }],
  ['moderators', { role_id: '3' }],
  ['ordinary users', { role_id: '1' }],
  ['by email', { query: 'user17@example.org' }],
  ['by id', { query: 'user:17' }],
  ['by name', { query: 'user123' }],
  ['seen this week', { seen: 'week' }],
  ['seen long ago', { seen: 'longer' }],
  ['much reputation', { reputation_min: 3000 }],
  ['joined on one day', { joined_from: '2025-01-01', joined_to: '2025-01-01' }],
  ['with a password', { sign_in: 'password' }],
  ['with a passkey', { sign_in: 'passkey' }],
  ['with neither', { sign_in: 'none' }],
  ['unconfirmed', { email_state: 'unconfirmed' }],
  ['bounced', { email_state: 'bounced' }],
]

it.each(cases)('the list of users, %s: reads few rows', async (_name, input) => {
  const parsed = listCall.input.parse(input)
  const plan = await explainQuery(site, (db) => listAccounts(db, parsed, view()), noSmallTables)
  expect(plan.scans).toEqual([])
  expect(plan.statements).toBe(2)
  expect(Math.max(plan.sorted, plan.read), JSON.stringify(plan.slowest)).toBeLessThanOrEqual(
    maxRows,
  )
})

it('the counts of the tabs read no more than they count', async () => {
  const plan = await explainQuery(site, (db) => countAccounts(db, new Date()), noSmallTables)
  expect(plan.statements).toBe(1)
  expect(plan.read).toBeLessThanOrEqual(10_000)
})

it('the list of suspended users: reads only those of the page, however many there are', async () => {
  const parsed = listCall.input.parse({ status: 'suspended' })
  await site.db.execute(
    sql`update users set status = 'suspended' where id % 10 = 9 and status = 'normal'`,
  )
  await site.db.execute(sql`analyze users`)
  const plan = await explainQuery(site, (db) => listAccounts(db, parsed, view()), noSmallTables)
  expect(plan.indexes).toContain('users_suspended')
  expect(plan.read).toBeLessThanOrEqual(1_000)
})

const signInCases: [string, index: string, object][] = [
  ['all', 'sign_ins_newest', {}],
  ['page 20', 'sign_ins_newest', { page: '20', page_size: '50' }],
  ['of a user', 'sign_ins_user', { user: 'user:11' }],
  ['of a busy user', 'sign_ins_user', { user: 'user17@example.org' }],
  ['of a busy user, failed', 'sign_ins_user', { user: 'user17', outcome: 'wrong_password' }],
  ['of a user who does not exist', 'sign_ins_user', { user: 'nobody' }],
  ['with a frequent outcome', 'sign_ins_newest', { outcome: 'unknown_account' }],
  ['with a rare outcome', 'sign_ins_outcome', { outcome: 'wrong_password' }],
  ['with an outcome that never occurs', 'sign_ins_outcome', { outcome: 'wrong_code' }],
  ['of one day', 'sign_ins_newest', { from: '2026-02-10', to: '2026-02-10' }],
  ['before a day', 'sign_ins_newest', { to: '2026-02-10', outcome: 'unknown_account' }],
]

it.each(signInCases)('the log of logins, %s: reads few rows', async (_name, index, input) => {
  const parsed = listSignInsCall.input.parse(input)
  const read = (db: ReadDb) => listSignIns(db, parsed, 'UTC')
  const plan = await explainQuery(site, read, noSmallTables)
  expect(plan.scans).toEqual([])
  expect(plan.indexes).toContain(index)
  // One more for a username or an email.
  expect(plan.statements).toBe(/^user\d|nobody/.test(parsed.user) ? 3 : 2)
  expect(Math.max(plan.sorted, plan.read), JSON.stringify(plan.slowest)).toBeLessThanOrEqual(
    maxRows,
  )
})
