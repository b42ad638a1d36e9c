import { type Access, roles } from '@stoa/contract/access'
import { AppError } from './errors.ts'
import { type Actor, isStaff } from './rules.ts'

export type SiteAccess = {
  isInstalled: boolean
  isLoginRequired: boolean
  /** For staff endpoints. */
  isSecondFactorRequired: boolean
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
