import { roles } from '@stoa/contract/access'
import type { CurrentUser } from '@stoa/contract/features/users'

/** The signed-in user, reduced to the fields pages need. */
export type Viewer = Pick<
  CurrentUser,
  | 'id'
  | 'username'
  | 'display_name'
  | 'avatar'
  | 'rank'
  | 'e_mail'
  | 'status'
  | 'mail_status'
  | 'role_id'
  | 'suspended_until'
  | 'language'
  | 'color_scheme'
>

export function toViewer(user: CurrentUser, now: number): Viewer {
  const hasSuspensionEnded = user.suspended_until > 0 && user.suspended_until <= now
  return {
    id: user.id,
    username: user.username,
    display_name: user.display_name,
    avatar: user.avatar,
    rank: user.rank,
    e_mail: user.e_mail,
    status: user.status === 'suspended' && hasSuspensionEnded ? 'normal' : user.status,
    mail_status: user.mail_status,
    role_id: user.role_id,
    suspended_until: user.suspended_until,
    language: user.language,
    color_scheme: user.color_scheme,
  }
}

export const isActivated = (viewer: Viewer) => viewer.mail_status === 1
export const isSuspended = (viewer: Viewer) => viewer.status === 'suspended'
const isNormal = (viewer: Viewer) => isActivated(viewer) && !isSuspended(viewer)
export const isAdmin = (viewer: Viewer) => isNormal(viewer) && viewer.role_id === roles.admin
export const isStaff = (viewer: Viewer) =>
  isAdmin(viewer) || (isNormal(viewer) && viewer.role_id === roles.moderator)
