import { type Access, roles } from '@stoa/contract/access'
import type { Endpoint, UserCenterPart } from '@stoa/contract/endpoint'
import { includesScope, type KeyScope, requiredScope } from '@stoa/contract/key-scopes'
import { loginSettings } from '@stoa/contract/settings/people'
import { type SiteMode, siteModeSettings } from '@stoa/contract/settings/site-mode'
import type { FastifyRequest } from 'fastify'
import type { Context } from './context.ts'
import { AppError } from './errors.ts'
import { findUserCenter } from './plugins.ts'
import type { Identify } from './route.ts'
import { type Actor, allow, deny, isStaff, type Verdict } from './rules.ts'
import { readSessionToken } from './session-cookie.ts'

export type SiteAccess = {
  isInstalled: boolean
  isLoginRequired: boolean
  isSecondFactorRequired: boolean
  mode: SiteMode
  /** Seconds until the mode is expected to end. */
  retryAfter: number
  /** What a plugin manages instead of the site. */
  userCenter: { name: string; owns: readonly UserCenterPart[] } | null
}

type Sources = Pick<Context, 'settings' | 'clock' | 'plugins'>

/** From memory: no statement. */
export function readSiteAccess({ settings, clock, plugins }: Sources): SiteAccess {
  const login = settings.get(loginSettings)
  const center = findUserCenter(plugins)
  const { mode, until } = settings.get(siteModeSettings)
  return {
    isInstalled: settings.isInstalled(),
    isLoginRequired: login.login_required,
    isSecondFactorRequired: login.require_second_factor_for_staff,
    mode,
    retryAfter: retryAfterOf(until, clock.now()),
    userCenter: center && { name: center.userCenter.displayName, owns: center.owns },
  }
}

/** Bounded, so that clients come back even when the time was wrong. */
export function retryAfterOf(until: string, now: Date): number {
  const seconds = Math.ceil((Date.parse(until) - now.getTime()) / 1000)
  return seconds > 0 ? Math.min(seconds, 86_400) : 300
}

type ModeEndpoint = Pick<Endpoint, 'access' | 'changesState' | 'allowsReadOnly'>
type KeyedEndpoint = Parameters<typeof requiredScope>[0]

/** What routes outside the API do. */
const siteRead = {
  access: 'public',
  method: 'GET',
  changesState: false,
  allowsReadOnly: false,
  allowsKeys: true,
} as const

/** Returns the error that rejects a call, whatever the input, or null. */
export function checkCall(endpoint: Endpoint, actor: Actor | null, site: SiteAccess) {
  return (
    checkKey(endpoint, actor) ??
    checkMode(endpoint, actor, site) ??
    checkAccess(endpoint.access, actor, site) ??
    checkUserCenter(endpoint, site) ??
    checkSilence(endpoint, actor)
  )
}

/** What the mode of the site leaves to the caller. Admins work on under maintenance, but not on a read-only site. */
export function checkMode(
  { access, changesState, allowsReadOnly }: ModeEndpoint,
  actor: Actor | null,
  { mode, retryAfter }: Pick<SiteAccess, 'mode' | 'retryAfter'>,
): AppError | null {
  if (mode === 'normal' || allowsReadOnly || access === 'install') return null
  const isAllowed =
    mode === 'maintenance'
      ? (access === 'open' && !changesState) || hasRole('admin', actor)
      : !changesState || (mode === 'staff_only_writes' && hasRole('moderator', actor))
  if (isAllowed) return null
  return new AppError(`site.${mode}`, { hint: { retry_after: retryAfter, err_type: 'alert' } })
}

/** What the mode of the site leaves to readers outside the API, such as those of streams. */
export function checkReading(actor: Actor | null, site: Pick<SiteAccess, 'mode' | 'retryAfter'>) {
  return checkMode(siteRead, actor, site)
}

function hasRole(tier: 'moderator' | 'admin', actor: Actor | null) {
  return actor !== null && isActive(actor) && checkRole(tier, actor) === null
}

/** What the scope of an API key allows. What its owner may do is checked too. */
export function canCallWithKey(endpoint: KeyedEndpoint, scope: KeyScope): Verdict {
  const required = requiredScope(endpoint)
  if (required === null) return deny('api_key.session_only')
  if (includesScope(scope, required)) return allow
  return deny(required === 'admin' ? 'api_key.needs_admin' : 'api_key.needs_write')
}

function checkKey(endpoint: KeyedEndpoint, actor: Actor | null) {
  if (actor?.keyScope === undefined) return null
  const verdict = canCallWithKey(endpoint, actor.keyScope)
  return verdict.ok ? null : new AppError(verdict.code)
}

/** A user center owns what it manages, also from admins. */
function checkUserCenter(
  { userCenter: part }: Pick<Endpoint, 'userCenter'>,
  { userCenter }: Pick<SiteAccess, 'userCenter'>,
): AppError | null {
  if (part === null || userCenter?.owns.includes(part) !== true) return null
  return new AppError('user_center.managed', { values: { service: userCenter.name } })
}

/** Returns the error that denies access, or null. */
export function checkAccess(tier: Access, actor: Actor | null, site: SiteAccess): AppError | null {
  if (tier === 'install') return site.isInstalled ? new AppError('install.done') : null
  if (!site.isInstalled) return new AppError('install.required')
  if (tier === 'open') return null
  if (tier === 'public') return site.isLoginRequired ? checkMember(actor) : null
  if (tier === 'any-user') return actor === null ? new AppError('auth.required') : null
  return checkMember(actor) ?? checkRole(tier, actor) ?? checkSecondFactor(tier, actor, site)
}

/** Silenced users may change only what concerns themselves. */
export function checkSilence(
  { access, changesState, allowsSilenced }: Endpoint,
  actor: Actor | null,
): AppError | null {
  const isForMembers = access === 'member' || access === 'moderator' || access === 'admin'
  const isRejected = actor?.isSilenced === true && isForMembers && changesState && !allowsSilenced
  return isRejected ? new AppError('auth.silenced', { hint: { err_type: 'toast' } }) : null
}

function checkMember(actor: Actor | null) {
  if (actor === null) return new AppError('auth.required')
  if (!actor.isActivated) return new AppError('auth.inactive', { hint: { type: 'inactive' } })
  if (actor.isSuspended) return new AppError('auth.suspended', { hint: { type: 'suspended' } })
  return null
}

function checkRole(tier: 'member' | 'moderator' | 'admin', actor: Actor | null) {
  const isGranted =
    actor !== null &&
    (tier === 'member' || (tier === 'moderator' ? isStaff(actor) : actor.roleId === roles.admin))
  return isGranted ? null : new AppError('auth.forbidden')
}

function checkSecondFactor(tier: Access, actor: Actor | null, site: SiteAccess) {
  const isAllowed =
    tier === 'member' || !site.isSecondFactorRequired || actor?.hasUsedSecondFactor === true
  return isAllowed ? null : new AppError('second_factor.missing')
}

export function isPrivateSite(ctx: Context) {
  return ctx.settings.get(loginSettings).login_required
}

export async function assertCanReadSite(ctx: Context, identify: Identify, request: FastifyRequest) {
  const site = { ...readSiteAccess(ctx), isSecondFactorRequired: false }
  const needsActor = site.isLoginRequired || site.mode === 'maintenance'
  const token = needsActor ? readSessionToken(ctx, request) : null
  const actor = token === null ? null : await identify(ctx, token, request.ip)
  const rejection =
    checkKey(siteRead, actor) ?? checkReading(actor, site) ?? checkAccess('public', actor, site)
  if (rejection !== null) throw rejection
}

/** For routes outside the API. Null for visitors and for inactive or suspended users. */
export async function findActiveActor(
  ctx: Context,
  identify: Identify,
  request: FastifyRequest,
  { allowsKeys } = { allowsKeys: false },
): Promise<Actor | null> {
  const token = readSessionToken(ctx, request)
  const actor = token === null ? null : await identify(ctx, token, request.ip)
  const rejection =
    checkKey({ ...siteRead, allowsKeys }, actor) ?? checkReading(actor, readSiteAccess(ctx))
  if (rejection !== null) throw rejection
  return actor !== null && isActive(actor) ? actor : null
}

export function isActive({ isActivated, isSuspended }: Actor) {
  return isActivated && !isSuspended
}
