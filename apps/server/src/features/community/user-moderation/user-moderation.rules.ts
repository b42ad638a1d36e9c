import { type RoleId, roles } from '@stoa/contract/access'
import type { SuspendDuration } from '@stoa/contract/features/user-moderation'
import type { UserRow } from '../../../schema/users.ts'
import { type Actor, allow, deny, isStaff, type Verdict } from '../../../kernel/rules.ts'

export type ModeratedUser = { id: string; roleId: RoleId }

/** Moderators never act on staff, and nobody on themselves. */
export function canModerate(actor: Pick<Actor, 'id' | 'roleId'>, user: ModeratedUser): Verdict {
  if (!isStaff(actor)) return deny('auth.forbidden')
  if (user.id === actor.id) return deny('user.oneself')
  return isStaff(user) && actor.roleId !== roles.admin ? deny('user.is_staff') : allow
}

/** `otherAdmins`: active admins except the user. */
export function canSuspend(
  actor: Pick<Actor, 'id' | 'roleId'>,
  user: ModeratedUser,
  otherAdmins: number,
): Verdict {
  const verdict = canModerate(actor, user)
  if (!verdict.ok) return verdict
  return user.roleId === roles.admin && otherAdmins === 0 ? deny('account.last_admin') : allow
}

type AdminColumns = Pick<UserRow, 'roleId' | 'status' | 'activatedAt'>

export function isActiveAdmin({ roleId, status, activatedAt }: AdminColumns) {
  return roleId === roles.admin && status === 'normal' && activatedAt !== null
}

/** Instead of a number of days: all content, with comments. Fits a smallint. */
export const allDays = 32_767

const hourMs = 3_600_000
const hours = { '24h': 24, '48h': 48, '72h': 72, '7d': 7 * 24, '14d': 14 * 24 } as const
const months = { '1m': 1, '2m': 2, '3m': 3, '6m': 6, '1y': 12 } as const

/** Null: never. A month ends on its last day if it has no such day. */
export function toEnd(duration: SuspendDuration, now: Date): Date | null {
  if (duration === 'forever') return null
  if (duration in hours)
    return new Date(now.getTime() + hours[duration as keyof typeof hours] * hourMs)
  const end = new Date(now)
  end.setUTCMonth(end.getUTCMonth() + months[duration as keyof typeof months])
  if (end.getUTCDate() !== now.getUTCDate()) end.setUTCDate(0)
  return end
}
