import type { BrowserContext, Page } from '@playwright/test'
import { installKeyCookie } from '@stoa/contract/endpoint'
import { getTag } from '@stoa/contract/features/tags'
import { execFileSync } from 'node:child_process'
import { join } from 'node:path'
import { rootDir } from '../../scripts/services/ports.ts'
import { installKey } from './empty-machine.ts'
import { patientClient } from './patient-client.ts'
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

/** The route table, as `pnpm routes` prints it. */
export function listScreens(): Screen[] {
  const script = join(rootDir, 'scripts/routes.ts')
  const text = execFileSync(process.execPath, [script, '--json'], { encoding: 'utf8' })
  return (JSON.parse(text) as { screens: Screen[] }).screens
}

/** A screen of the route table with a real address and someone who may see it. */
export type Visit = {
  screen: Screen
  path: string
  as: Account | null
  status: number
  /** Opens something over the screen before it is photographed. */
  open?: (page: Page) => Promise<void>
  /** Photographed to its end. */
  isWhole?: boolean
}

/** Fills a site and finds a way to every screen of the route table; those of the installer have their own sites. */
export async function visitEveryScreen(site: Site): Promise<Visit[]> {
  const question = await seedQuestions(site)
  const [first] = question.tags
  const tag = await patientClient(site).call(getTag, { name: first?.slug_name ?? '' })
  const accounts = {
    admin: await logInAsAdmin(site),
    member: await aMember(site, 'Nadia Kotte'),
    inactive: await anInactiveMember(site, 'Ingrid Olsen'),
    suspended: await aSuspendedMember(site, 'Mallory Quick'),
  }
  const built = listScreens().filter(({ area }) => area !== 'dev' && area !== 'install')
  return built.map((screen) => ({
    screen,
    path: toAddress(screen.path, question, tag),
    as: toAccount(screen, accounts),
    status: statuses[screen.path] ?? 200,
  }))
}

const statuses: Record<string, number> = { '/403': 403, '/maintenance': 503, '/*': 404 }

/** Screens that a mail leads to. */
const withCode = new Set([
  '/users/account-activation',
  '/users/confirm-new-email',
  '/users/password-reset',
  '/users/unsubscribe',
])

function toAddress(path: string, question: Asked, tag: Named): string {
  if (path.startsWith('/tags/')) {
    return path.replace(':tagName', tag.slug_name).replace(':tagId', tag.tag_id)
  }
  if (path === '/*') return '/there/is/nothing/here'
  if (withCode.has(path)) return `${path}?code=a-code-from-a-mail`
  if (path.startsWith('/users/:username')) {
    return path.replace(':username', admin.name.toLowerCase()).replace(':tab', 'overview')
  }
  if (path === '/search') return '/search?q=%5Bpostgresql%5D+index'
  if (path === '/questions/linked/:qid') return path.replace(':qid', question.id)
  if (path.startsWith('/posts/')) {
    return path.replace(':qid', question.id).replace(':aid', question.last_answer_id)
  }
  // Only one form of each address is not a redirect.
  return path
    .replace(/:qid(\/:slug)?$/, `${question.id}/${question.url_title}`)
    .replace(':qid/:slug/:aid', `${question.id}/${question.url_title}/${question.last_answer_id}`)
}

type Named = { tag_id: string; slug_name: string }
type Asked = { id: string; url_title: string; last_answer_id: string }

type Accounts = Record<'admin' | 'member' | 'inactive' | 'suspended', Account>

function toAccount({ path, guard }: Screen, accounts: Accounts): Account | null {
  if (path.startsWith('/posts/')) return accounts.admin
  if (path === '/users/logout') return accounts.member
  if (guard === 'member' || guard === 'activated') return accounts.member
  if (guard === 'not-activated') return accounts.inactive
  return guard === 'suspended' ? accounts.suspended : null
}

export type Look = { theme: 'light' | 'dark' | 'system'; locale: 'en_US' | 'ar' }

/** Gives a browser the session, the theme and the language of a visit. */
export async function enter(context: BrowserContext, site: Site, as: Account | null, look: Look) {
  const at = { url: site.url }
  await context.clearCookies()
  await context.addCookies([
    { name: 'theme', value: look.theme, ...at },
    { name: 'lang', value: look.locale, ...at },
    // Shows the last page of the installer, on a site that is installed.
    { name: 'installed', value: '1', ...at },
    { name: installKeyCookie, value: encodeURIComponent(installKey), ...at },
    ...(as === null ? [] : [{ name: 'sid', value: as.token, httpOnly: true, ...at }]),
  ])
}
