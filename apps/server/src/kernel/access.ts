import { type Access, roles } from '@stoa/contract/access'
import { AppError } from './errors.ts'
import { type Actor, isStaff } from './rules.ts'

/** What the door needs to know about the site. */
export type SiteGate = {
  isInstalled: boolean
  loginRequired: boolean
  /** Staff reach their tools only from a session that began with a second factor. */
  staffSecured: boolean
}

/** The error that keeps a caller out of a tier, or null when the door is open. */
export function refusal(tier: Access, who: Actor | null, site: SiteGate): AppError | null {
  if (tier === 'install') return site.isInstalled ? new AppError('install.done') : null
  if (!site.isInstalled) return new AppError('install.required')
  if (tier === 'open') return null
  if (tier === 'public') return site.loginRequired ? unlessMember(who) : null
  if (tier === 'any-user') return who === null ? new AppError('auth.required') : null
  return unlessMember(who) ?? unlessRole(tier, who) ?? unlessSecured(tier, who, site)
}

function unlessMember(who: Actor | null) {
  if (who === null) return new AppError('auth.required')
  if (!who.isActivated) return new AppError('auth.inactive', { hint: { type: 'inactive' } })
  if (who.isSuspended) return new AppError('auth.suspended', { hint: { type: 'suspended' } })
  return null
}

function unlessRole(tier: 'member' | 'moderator' | 'admin', who: Actor | null) {
  const granted =
    who !== null &&
    (tier === 'member' || (tier === 'moderator' ? isStaff(who) : who.roleId === roles.admin))
  return granted ? null : new AppError('auth.forbidden')
}

function unlessSecured(tier: Access, who: Actor | null, site: SiteGate) {
  const isOpen = tier === 'member' || !site.staffSecured || who?.isSecured === true
  return isOpen ? null : new AppError('second_factor.missing')
}
