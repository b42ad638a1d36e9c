import { ApiError, createClient, type Client } from '@stoa/contract/client'
import { roles } from '@stoa/contract/access'
import { currentUser } from '@stoa/contract/features/accounts'
import { getNotificationStatus } from '@stoa/contract/features/notifications'
import type { SiteInfo } from '@stoa/contract/features/site'
import type { CurrentUser } from '@stoa/contract/features/users'
import { redirect, type MiddlewareFunction } from 'react-router'
import { isDataRequest } from '../../kernel/api.server.ts'
import { hostContext, htmlContext, visitContext } from '../../kernel/context.server.ts'
import type { HostRequest } from '../../kernel/host-request.ts'
import { installPath } from '../../kernel/paths.ts'
import { type NewCounts, toNewCounts, type Viewer, type Visit } from '../../kernel/visit.ts'
import { findPlugins, resolveLocale } from './visit.server.ts'

/** Root middleware: loads the viewer before guards and loaders run. */
export const visitMiddleware: MiddlewareFunction<Response> = async (args, next) => {
  const { request, url, context } = args
  if (!isDataRequest(args)) context.set(htmlContext, new Map())
  const hostRequest = context.get(hostContext)
  if (!hostRequest.isInstalled) {
    if (isAllowedBeforeInstall(url.pathname)) return next()
    throw redirect(installPath)
  }
  if (hostRequest.audience === 'visitor') return withRetryAfter(await next(), hostRequest)

  const visit = await withViewer(request, hostRequest, context.get(visitContext))
  context.set(visitContext, visit)
  const response = withRetryAfter(await next(), hostRequest)
  const hasInvalidSession = visit.viewer === null && !response.headers.has('set-cookie')
  if (hasInvalidSession) response.headers.append('set-cookie', hostRequest.expiredSessionCookie())
  return response
}

const retrySeconds = { default: 300, max: 86_400 }

/** For search engines, which come back instead of removing the page. */
function withRetryAfter(response: Response, { site, now }: HostRequest): Response {
  if (response.status !== 503 || site.site_mode.mode !== 'maintenance') return response
  const seconds = Date.parse(site.site_mode.until) / 1000 - now
  const retryAfter = seconds > 0 ? Math.min(seconds, retrySeconds.max) : retrySeconds.default
  response.headers.set('retry-after', String(retryAfter))
  return response
}

function isAllowedBeforeInstall(path: string): boolean {
  return /^\/(install(\/|$)|preferences$)/.test(path)
}

async function withViewer(
  request: Request,
  hostRequest: HostRequest,
  visit: Visit,
): Promise<Visit> {
  const client = createClient((endpoint, input, options) =>
    hostRequest.call(endpoint, input, visit.locale, options),
  )
  const user = await client.call(currentUser, {})
  if (user === null) return visit
  // Account settings take precedence over this browser's cookies.
  const locale = resolveLocale(request, hostRequest, user.language)
  return {
    ...visit,
    viewer: { ...toViewer(user, hostRequest), counts: await loadCounts(client, user) },
    locale,
    ...findPlugins(hostRequest, locale),
    theme: user.color_scheme === 'default' ? visit.theme : user.color_scheme,
    timeZone: user.time_zone || visit.timeZone,
  }
}

const noCounts: NewCounts = { inbox: 0, achievement: 0, points: 0, cases: 0 }

async function loadCounts(client: Client, user: CurrentUser): Promise<NewCounts | null> {
  if (user.mail_status !== 1 || user.status === 'suspended') return null
  try {
    return toNewCounts(await client.call(getNotificationStatus, {}))
  } catch (error) {
    // A page is worth more than the counts in its header.
    if (error instanceof ApiError) return noCounts
    throw error
  }
}

function toViewer(user: CurrentUser, { site }: HostRequest): Omit<Viewer, 'counts'> {
  return {
    id: user.id,
    username: user.username,
    display_name: user.display_name,
    avatar: user.avatar,
    rank: user.rank,
    e_mail: user.e_mail,
    status: user.status,
    mail_status: user.mail_status,
    role_id: user.role_id,
    suspended_until: user.suspended_until,
    silenced_until: user.silenced_until,
    has_warning: user.has_warning,
    language: user.language,
    color_scheme: user.color_scheme,
    ignored_tags: user.ignored_tags,
    lacking: findLacking(user, site.required_reputation),
    canReview: canReview(user, site.required_reputation),
  }
}

// Only what pages show: it is sent with every page.
const shownPrivileges = [
  'question.vote_up',
  'question.vote_down',
  'answer.vote_up',
  'answer.vote_down',
  'comment.vote_up',
  'comment.add',
  'answer.add',
  'question.edit',
  'answer.edit',
] as const

const auditPrivileges = ['question.audit', 'answer.audit', 'tag.audit'] as const

/** Staff, and users with the reputation for at least one kind of suggested edits. */
function canReview({ rank, role_id }: CurrentUser, required: SiteInfo['required_reputation']) {
  return role_id !== roles.user || auditPrivileges.some((name) => rank >= required[name])
}

function findLacking(
  { rank, role_id }: CurrentUser,
  required: SiteInfo['required_reputation'],
): Viewer['lacking'] {
  if (role_id !== roles.user) return {}
  const lacking = shownPrivileges.filter((privilege) => rank < required[privilege])
  return Object.fromEntries(lacking.map((privilege) => [privilege, required[privilege]]))
}
