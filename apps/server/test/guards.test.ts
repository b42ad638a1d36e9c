import { getTag } from '@stoa/contract/features/tags'
import { loginSettings } from '@stoa/contract/settings/people'
import { type Screen, screens } from '@stoa/web/routes.ts'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { isStale } from '../../../scripts/build/stale.ts'
import { buildWeb, webBundle } from '../../../scripts/build/web.ts'
import { aUser } from '../src/features/people/auth/accounts.factory.ts'
import { anAnswer } from '../src/features/content/answers/answers.factory.ts'
import { aQuestion } from '../src/features/content/questions/questions.factory.ts'
import { users } from '../src/schema/users.ts'
import { changeSettings } from '../src/kernel/settings.ts'
import { transact } from '../src/kernel/transact.ts'
import { withServerLock } from './databases.ts'
import { aProgram, type Program } from './program.ts'
import { aSite, type TestSite } from './site.ts'

let program: Program
beforeAll(async () => {
  await withServerLock(async () => {
    if (isStale(webBundle, 'web')) buildWeb()
  })
  program = await aProgram()
})
afterAll(() => program.remove())

const kinds = ['visitor', 'inactive', 'member', 'suspended', 'moderator', 'admin'] as const
type Kind = (typeof kinds)[number]

async function cookieOf(site: TestSite, kind: Kind) {
  if (kind === 'visitor') return undefined
  const role = kind === 'moderator' || kind === 'admin' ? kind : 'user'
  const user = await aUser(site.ctx, { role, isActivated: kind !== 'inactive' })
  if (kind === 'suspended')
    await site.db.update(users).set({ status: 'suspended' }).where(eq(users.id, user.id))
  return `sid=${user.token}`
}

/** A real URL for every screen. */
async function createUrls(site: TestSite) {
  const author = await aUser(site.ctx, { name: 'Ada' })
  const question = await aQuestion(site.as(author.token))
  const answer = await anAnswer(site.as(author.token), question.id)
  const values: Record<string, string> = {
    aid: answer.id,
    qid: question.id,
    slug: question.url_title,
    username: 'ada',
    tab: 'overview',
    type: 'inbox',
    subType: 'posts',
    badge_id: '10090000000000001',
    tagName: question.tags[0]?.slug_name ?? '',
    tagId: (await site.as().call(getTag, { name: 'baking' })).tag_id,
  }
  return (path: string) =>
    path === '/*'
      ? '/no/such/place'
      : path.replaceAll(/:(\w+)/g, (_, name: string) => values[name] ?? 'x')
}

const redirects: Record<string, string> = {
  '/': 'home',
  '/users/account-activation': 'activate',
  '/users/account-suspended': 'suspended',
}

/** The page, a status, or the redirect target. */
async function readOutcome(origin: string, url: string, cookie: string | undefined) {
  const headers: Record<string, string> = cookie === undefined ? {} : { cookie }
  const response = await fetch(origin + url, { headers, redirect: 'manual' })
  const html = await response.text()
  const location = response.headers.get('location')
  // Without scripts, a page whose content comes with them is empty.
  const page = html.includes('<main') ? 'in' : 'empty'
  if (location === null) return response.status === 200 ? page : `${response.status}`
  const loginUrl = `/users/login?redirect=${encodeURIComponent(url)}`
  if (location === loginUrl || (url === '/' && location === '/users/login')) return 'login'
  if (location === `/users/account-activation?redirect=${encodeURIComponent(url)}`)
    return 'activate'
  const name = redirects[location]
  if (name !== undefined) return name
  // The canonical URL of the same page.
  return location.startsWith(url) ? 'in' : `to ${location}`
}

async function buildTable(siteKind: 'open' | 'private') {
  const site = await aSite()
  const urlFor = await createUrls(site)
  if (siteKind === 'private')
    await transact(site.ctx, (tx) => changeSettings(tx, loginSettings, { login_required: true }))
  const running = await program.start('serve', {
    STOA_DATABASE_URL: site.ctx.config.database_url ?? '',
  })
  const cookies = await Promise.all(kinds.map((kind) => cookieOf(site, kind)))
  const rows = []
  for (const { path, guard } of listScreens()) {
    const cells = []
    for (const cookie of cookies)
      cells.push(await readOutcome(running.origin, urlFor(path), cookie))
    rows.push(formatRow(path, guard, cells))
  }
  await running.stop()
  await site.close()
  return [formatRow(`On a site that is ${siteKind}`, 'guard', [...kinds]), ...rows]
}

function listScreens(): readonly Screen[] {
  return screens.filter(({ area }) => area !== 'dev')
}

function formatRow(first: string, guard: string, cells: string[]) {
  const padded = cells.map((cell) => cell.padEnd(10))
  return `${first.padEnd(36)}${guard.padEnd(15)}${padded.join(' ')}`.trimEnd()
}

it('every screen admits the reviewed kinds of users, on open and private sites', async () => {
  const tables = [await buildTable('open'), await buildTable('private')]
  const text = tables.map((rows) => `${rows.join('\n')}\n`).join('\n')
  await expect(text).toMatchFileSnapshot('guards.txt')
})
