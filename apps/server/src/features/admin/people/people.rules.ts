import { type RoleId, roles } from '@stoa/contract/access'
import type { AccountStatus } from '@stoa/contract/features/people'
import { type Actor, allow, deny, type Verdict } from '../../../kernel/rules.ts'
import type { UserRow } from '../../../schema/users.ts'

type AdminActor = Pick<Actor, 'id' | 'roleId'>
export type Target = Pick<UserRow, 'id' | 'roleId' | 'status' | 'activatedAt'>

/** Nobody acts on themselves, and a deleted account stays as it is. */
export function canManage(actor: AdminActor, target: Pick<Target, 'id' | 'status'>): Verdict {
  if (actor.roleId !== roles.admin) return deny('auth.forbidden')
  if (target.id === actor.id) return deny('user.oneself')
  return target.status === 'deleted' ? deny('user.deleted') : allow
}

/** `otherAdmins`: active admins except the user. */
export function canChangeRole(
  actor: AdminActor,
  target: Target,
  roleId: RoleId,
  otherAdmins: number,
): Verdict {
  const verdict = canManage(actor, target)
  if (!verdict.ok) return verdict
  return target.roleId === roles.admin && roleId !== roles.admin && otherAdmins === 0
    ? deny('account.last_admin')
    : allow
}

type StatusChange = { status: AccountStatus; removesContent: boolean }

export function canChangeStatus(
  actor: AdminActor,
  target: Target,
  { status, removesContent }: StatusChange,
  otherAdmins: number,
): Verdict {
  const verdict = canManage(actor, target)
  if (!verdict.ok) return verdict
  if (removesContent && (status === 'normal' || status === 'inactive'))
    return deny('user.content_not_removable')
  if (status === 'normal' && target.status === 'normal' && target.activatedAt === null)
    return deny('user.not_confirmed')
  return status !== 'normal' && target.roleId === roles.admin && otherAdmins === 0
    ? deny('account.last_admin')
    : allow
}

/** Only for users who have not confirmed their email. */
export function canSendActivation(actor: AdminActor, target: Target): Verdict {
  const verdict = canManage(actor, target)
  if (!verdict.ok) return verdict
  return target.activatedAt === null ? allow : deny('user.confirmed')
}
