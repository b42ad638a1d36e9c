import { type BrowserContext, expect, type Page } from '@playwright/test'
import { installKeyCookie } from '@stoa/contract/endpoint'
import {
  flagUser,
  listFlaggedUsers,
  reviewFlaggedUser,
} from '@stoa/contract/features/flagged-users'
import { flagContent, listFlagCases, reviewFlagCase } from '@stoa/contract/features/flags'
import { getTag } from '@stoa/contract/features/tags'
import { execFileSync } from 'node:child_process'
import { join } from 'node:path'
import { rootDir } from '../../scripts/services/ports.ts'
import { installKey } from './uninstalled-site.ts'
import { apiClient } from './api-client.ts'
import { runSql } from './databases.ts'
import { seedConnectors } from './login-service.ts'
import { seedPlugins } from './plugin-packages.ts'
import {
  aMember,
  anInactiveMember,
  aSuspendedMember,
  logInAsAdmin,
  seedQuestions,
  type Account,
} from './seed.ts'
import { admin, type Site } from './site.ts'

export type Screen = { path: string; guard: string; area: string }

let screens: Screen[] | undefined

/** Returns the route table that `pnpm routes` prints. */
export function listScreens(): Screen[] {
  screens ??= readScreens()
  return screens
}

function readScreens(): Screen[] {
  const script = join(rootDir, 'scripts/routes.ts')
  const text = execFileSync(process.execPath, [script, '--json'], { encoding: 'utf8' })
  return (JSON.parse(text) as { screens: Screen[] }).screens
}

/** A screen with a real path and an account that may open it. */
export type Visit = {
  screen: Screen
  path: string
  as: Account | null
  status: number
  /** Besides session, theme and language. */
  cookies?: Record<string, string>
  /** Opens an overlay before the screenshot. */
  open?: (page: Page) => Promise<void>
  /** Takes the screenshot of the full page. */
  isFullPage?: boolean
}

/** What screens of one question, tag or user show. */
export type Example = {
  question: { id: string; url_title: string; last_answer_id: string; tags: { slug_name: string }[] }
  username: string
}

export async function seedExample(site: Site): Promise<Example> {
  return { question: await seedQuestions(site), username: admin.name.toLowerCase() }
}

/** Adds accounts and returns a visit to every screen, except those of the installer. */
export async function prepareVisits(site: Site, example: Example): Promise<Visit[]> {
  const [first] = example.question.tags
  const tag = await apiClient(site).call(getTag, { name: first?.slug_name ?? '' })
  const accounts = {
    admin: await logInAsAdmin(site),
    member: await aMember(site, 'Nadia Kotte'),
    inactive: await anInactiveMember(site, 'Ingrid Olsen'),
    suspended: await aSuspendedMember(site, 'Mallory Quick'),
  }
  await flagForReview(site, accounts.member, example)
  await decideCases(site, example, accounts)
  const waveId = await aWave(site, example)
  await computeFigures(site)
  await seedSignIns(site)
  const bulkId = await aBulkAction(site, example)
  const badgeId = await anInactiveBadge(site)
  await seedPlugins(site, accounts.admin)
  await seedConnectors(site, accounts.admin)
  const authorId = await findAuthorId(site, example)
  const ids = { waveId, bulkId, badgeId, authorId, ...(await aPausedWebhook(site)) }
  const visited = listScreens().filter(({ area }) => area !== 'dev' && area !== 'install')
  return visited.map((screen) => ({
    screen,
    path: toPath(screen.path, { ...example, ...ids }, tag),
    as: toAccount(screen, accounts),
    status: statuses[screen.path] ?? 200,
    ...(cookiesOf[screen.path] && { cookies: cookiesOf[screen.path] }),
  }))
}

/** So that the review desk has a case. */
async function flagForReview(site: Site, member: Account, { question }: Example) {
  const input = { object_id: question.last_answer_id, report_type: 59, content: 'Is this true?' }
  await apiClient(site, member.token).call(flagContent, input)
}

/** So that the history of decisions has a short and a long title. */
async function decideCases(site: Site, { question }: Example, accounts: Accounts) {
  const { admin: staff, member, suspended } = accounts
  const sql = 'select id from users where email = $1'
  const [user] = await runSql<{ id: string }>(site.databaseUrl!, sql, [suspended.email])
  const asMember = apiClient(site, member.token)
  await asMember.call(flagUser, { user_id: user?.id ?? '', report_type: 57 })
  await asMember.call(flagContent, { object_id: question.id, report_type: 57 })
  const asStaff = apiClient(site, staff.token)
  const { list } = await asStaff.call(listFlaggedUsers, { page_size: 100 })
  const flag_id = list.find(({ user_info }) => user_info.id === user?.id)?.flag_id ?? ''
  await asStaff.call(reviewFlaggedUser, { flag_id, operation_type: 'ignore_report' })
  const posts = await asStaff.call(listFlagCases, { page_size: 100 })
  const post = posts.list.find(({ object_id }) => object_id === question.id)
  await asStaff.call(reviewFlagCase, {
    flag_id: post?.flag_id ?? '',
    operation_type: 'ignore_report',
  })
}

/** Instead of waiting for the night. */
export async function computeFigures({ databaseUrl }: Site) {
  const url = databaseUrl ?? ''
  await runSql(
    url,
    `insert into pgboss.job (name, data) values ('every/compute-figures', '{}')`,
    [],
  )
  const count = async () => (await runSql(url, 'select from site_figures', [])).length
  await expect.poll(count, { timeout: 120_000 }).toBe(4)
}

/** A spam wave of one post, which is enough for its screens. */
async function aWave(site: Site, { question }: Example): Promise<string> {
  const [wave] = await runSql<{ id: string }>(
    site.databaseUrl!,
    `insert into waves (label, created_at, last_post_at) values ('cheap-visa.example', now(), now()) returning id`,
    [],
  )
  const waveId = wave?.id ?? ''
  const values = [waveId, question.last_answer_id]
  await runSql(
    site.databaseUrl!,
    `insert into wave_accounts (wave_id, user_id) select $1, user_id from answers where id = $2`,
    values,
  )
  await runSql(
    site.databaseUrl!,
    `insert into post_traces (object_id, question_id, user_id, created_at, network, hosts, signals, wave_id)
     select id, question_id, user_id, created_at, '192.0.2.0/24', '{cheap-visa.example}', '{new_account}', $1
     from answers where id = $2
     on conflict (object_id) do update set wave_id = excluded.wave_id, network = excluded.network,
       hosts = excluded.hosts, signals = excluded.signals`,
    values,
  )
  return waveId
}

/** A bulk action that has ended and left out a post. */
async function aBulkAction(site: Site, { question }: Example): Promise<string> {
  const [bulk] = await runSql<{ id: string }>(
    site.databaseUrl!,
    `insert into bulk_actions (object_type, action, parameters, filter, state, started_by, started_at, ended_at, total, done, rejected)
     select 'question', 'unlist', '{}', 'normal [postgresql]', 'done', id, now(), now(), 40, 39, 1
     from users where role_id = 2 order by id limit 1 returning id`,
    [],
  )
  const bulkId = bulk?.id ?? ''
  await runSql(
    site.databaseUrl!,
    `insert into bulk_action_items (action_id, object_id, outcome, reason) values ($1, $2, 'rejected', 'question.pinned')`,
    [bulkId, question.id],
  )
  return bulkId
}

/** A badge of an admin. Inactive, so that the other screens do not show it. */
async function anInactiveBadge(site: Site): Promise<string> {
  const [badge] = await runSql<{ id: string }>(
    site.databaseUrl!,
    `insert into badges (name, description, "group", icon, level, is_single, condition, amount, is_active)
     values ('Rye master', 'Answer five questions about rye.', 'site', 'check-square-fill', 2, true, 'answers_posted', 5, false)
     returning id::text`,
    [],
  )
  return badge?.id ?? ''
}

/** With a delivery that failed. Paused, so that nothing is sent. */
async function aPausedWebhook(site: Site) {
  const [row] = await runSql<{ webhookId: string; deliveryId: string }>(
    site.databaseUrl!,
    `with webhook as (
       insert into webhooks (url, description, events, all_events, state, secret, created_at, failing_since)
       values ('https://chat.example.org/hooks/1', 'Chat of the bakers', '{question.created}', false, 'paused', '-', now(), now())
       returning id),
     delivery as (
       insert into webhook_deliveries (webhook_id, message_id, event, body, state, tries, attempts, created_at)
       select id, 'msg_2f6f1c1f0f6b4d8e9a3b5c7d9e1f2a3b', 'question.created', '{"data":{}}', 'failed', 1, 1, now() from webhook
       returning id, webhook_id)
     insert into webhook_attempts (delivery_id, webhook_id, number, started_at, duration_ms, status, error,
       request_headers, response_headers, response_body)
     select id, webhook_id, 1, now(), 87, 500, '', '{"webhook-id": "msg_2f6f1c1f0f6b4d8e9a3b5c7d9e1f2a3b"}',
       '{"content-type": "text/plain"}', 'Internal Server Error' from delivery
     returning webhook_id::text as "webhookId", delivery_id::text as "deliveryId"`,
    [],
  )
  return { webhookId: row?.webhookId ?? '', deliveryId: row?.deliveryId ?? '' }
}

/** One attempt of each outcome, by users with names of different lengths. */
async function seedSignIns(site: Site) {
  await runSql(
    site.databaseUrl!,
    `insert into sign_ins (user_id, method, outcome, network, browser, system, created_at)
     select case when outcome = 'unknown_account' then null
         else (select id from users where status <> 'deleted' order by id offset minutes % 6 limit 1) end,
       method, outcome, network, browser, system, now() - minutes * interval '7 minutes'
     from (values
       (1, 'password', 'unknown_account', '198.51.100.23', '', ''),
       (2, 'password', 'rate_limited', '2001:db8:85a3:8d3::/64', 'Firefox', 'Windows'),
       (3, 'password', 'wrong_password', '2001:db8:85a3:8d3::/64', 'Firefox', 'Windows'),
       (4, 'recovery_code', 'wrong_code', '203.0.113.7', 'Safari', 'iOS'),
       (5, 'password', 'code_required', '203.0.113.7', 'Safari', 'iOS'),
       (6, 'passkey', 'passkey_refused', '192.0.2.118', 'Chrome', 'Android'),
       (7, 'email_change', 'ok', '192.0.2.118', 'Chrome', 'Android'),
       (8, 'password', 'suspended', '198.51.100.23', 'Edge', 'Windows'),
       (9, 'totp', 'ok', '192.0.2.4', 'Samsung Internet', 'Android')
     ) as attempt (minutes, method, outcome, network, browser, system)`,
    [],
  )
}

async function findAuthorId(site: Site, { question }: Example): Promise<string> {
  const sql = 'select user_id::text as id from answers where id = $1'
  const [author] = await runSql<{ id: string }>(site.databaseUrl!, sql, [question.last_answer_id])
  return author?.id ?? ''
}

const statuses: Record<string, number> = {
  '/403': 403,
  '/maintenance': 503,
  '/*': 404,
  // The plugins of the example have no pages, and no settings for users.
  '/p/:slug': 404,
  '/p/:slug/*': 404,
  '/users/settings/:slug_name': 404,
}

/** A login at another service that failed, and one that needs an email. */
const landing = { token: '', message: 'Your account at Northbank is not in the group “bakers”.' }
const cookiesOf: Record<string, Record<string, string>> = {
  '/users/auth-landing': { landing: Buffer.from(JSON.stringify(landing)).toString('base64url') },
  '/users/confirm-email': { connector: 'a-key' },
}

/** Screens that are opened from an email. */
const withCode = new Set([
  '/users/account-activation',
  '/users/confirm-connection',
  '/users/confirm-new-email',
  '/users/password-reset',
  '/users/unsubscribe',
])

/** Rows of screens that the API cannot create. */
type SeededIds = {
  waveId: string
  bulkId: string
  badgeId: string
  authorId: string
  webhookId: string
  deliveryId: string
}

function toPath(path: string, example: Example & SeededIds, tag: TagRef): string {
  const { question, username } = example
  const staffPath = toStaffPath(path, example)
  if (staffPath !== null) return staffPath
  if (path.startsWith('/tags/')) {
    return path.replace(':tagName', tag.slug_name).replace(':tagId', tag.tag_id)
  }
  if (path === '/badges/:badge_id') return '/badges/10090000000000009'
  if (path === '/*') return '/there/is/nothing/here'
  if (path in cookiesOf) return `${path}?error=connector.rejected&connector=northbank`
  if (withCode.has(path)) return `${path}?code=a-code-from-an-email`
  if (path.startsWith('/users/notifications/')) {
    return path.replace(':type', 'inbox').replace(':subType', 'posts')
  }
  if (path.startsWith('/users/:username')) {
    return path.replace(':username', username).replace(':tab', 'overview')
  }
  if (path === '/search') return '/search?q=%5Bpostgresql%5D+index'
  if (path === '/questions/linked/:qid') return path.replace(':qid', question.id)
  if (path.startsWith('/posts/')) {
    return path.replace(':qid', question.id).replace(':aid', question.last_answer_id)
  }
  // Only the canonical URL does not redirect.
  return path
    .replace(/:qid(\/:slug)?$/, `${question.id}/${question.url_title}`)
    .replace(':qid/:slug/:aid', `${question.id}/${question.url_title}/${question.last_answer_id}`)
}

function toStaffPath(
  path: string,
  { waveId, bulkId, badgeId, authorId, webhookId, deliveryId }: SeededIds,
): string | null {
  if (path.startsWith('/review/waves/')) return path.replace(':id', waveId)
  if (path.startsWith('/admin/webhooks/'))
    return path.replace(':id', webhookId).replace(':delivery', deliveryId)
  if (path.endsWith('/:slug_name')) return path.replace(':slug_name', 'chat-bridge')
  if (path === '/api-docs/:feature') return path.replace(':feature', 'badges')
  if (path === '/admin/bulk/:id') return path.replace(':id', bulkId)
  if (path === '/admin/badges/:id') return path.replace(':id', badgeId)
  if (path === '/admin/users/:user_id') return path.replace(':user_id', authorId)
  return path === '/admin/settings' ? '/admin/settings?query=email' : null
}

type TagRef = { tag_id: string; slug_name: string }

type Accounts = Record<'admin' | 'member' | 'inactive' | 'suspended', Account>

function toAccount({ path, guard }: Screen, accounts: Accounts): Account | null {
  if (/^\/(?:admin|posts|review|users\/notifications)\b/.test(path)) return accounts.admin
  if (path === '/users/logout') return accounts.member
  if (guard === 'member' || guard === 'activated') return accounts.member
  if (guard === 'not-activated') return accounts.inactive
  return guard === 'suspended' ? accounts.suspended : null
}

export type Appearance = { theme: 'light' | 'dark' | 'system'; locale: 'en_US' | 'ar' }

/** Sets the session, theme and language cookies. */
export async function setCookies(
  context: BrowserContext,
  site: Site,
  as: Account | null,
  appearance: Appearance,
) {
  const cookieUrl = { url: site.url }
  await context.clearCookies()
  await context.addCookies([
    { name: 'theme', value: appearance.theme, ...cookieUrl },
    { name: 'lang', value: appearance.locale, ...cookieUrl },
    // Shows the last installer step on an installed site.
    { name: 'installed', value: '1', ...cookieUrl },
    { name: installKeyCookie, value: encodeURIComponent(installKey), ...cookieUrl },
    ...(as === null ? [] : [{ name: 'sid', value: as.token, httpOnly: true, ...cookieUrl }]),
  ])
}

/** Sets the session, theme and language cookies, and those of the visit. */
export async function setVisitCookies(
  context: BrowserContext,
  site: Site,
  { as, cookies = {} }: Visit,
  appearance: Appearance,
) {
  await setCookies(context, site, as, appearance)
  const others = Object.entries(cookies).map(([name, value]) => ({ name, value, url: site.url }))
  await context.addCookies(others)
}
