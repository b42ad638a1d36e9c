import { roles } from '@stoa/contract/access'
import type { CurrentUser, UserBasic } from '@stoa/contract/features/users'
import { sql } from 'drizzle-orm'
import { toUnix } from '../../kernel/clock.ts'
import { users, type UserRow } from './users.table.ts'

/** The columns a user card is made of. */
export const userCardColumns = {
  id: users.id,
  username: users.username,
  displayName: users.displayName,
  avatarType: users.avatarType,
  avatar: users.avatar,
  reputation: users.reputation,
  status: users.status,
  activatedAt: users.activatedAt,
}

type UserCardRow = Pick<UserRow, keyof typeof userCardColumns>

export function toUserBasic(user: UserCardRow): UserBasic {
  const isGone = user.status === 'deleted'
  return {
    id: user.id,
    username: isGone ? '' : user.username,
    display_name: user.displayName,
    avatar: avatarOf(user),
    rank: user.reputation,
    status: statusOf(user),
  }
}

export function toCurrentUser(user: UserRow): CurrentUser {
  return {
    ...toUserBasic(user),
    e_mail: user.email ?? '',
    created_at: toUnix(user.createdAt),
    last_login_date: toUnix(user.lastLoginAt),
    mail_status: user.activatedAt === null ? 2 : 1,
    role_id: user.roleId,
    is_admin: user.roleId === roles.admin,
    language: user.language,
    color_scheme: user.colorScheme,
    time_zone: user.timeZone,
    avatar_type: user.avatarType,
    bio: user.bio,
    website: user.website,
    location: user.location,
    have_password: user.passwordHash !== null,
    suspended_until: toUnix(user.suspendedUntil),
  }
}

/** The address of a person's picture; empty for one that is drawn from the name. */
function avatarOf(user: Pick<UserRow, 'id' | 'avatarType' | 'avatar' | 'status'>) {
  if (user.status === 'deleted') return ''
  if (user.avatarType === 'custom') return user.avatar
  return user.avatarType === 'gravatar' ? `${gravatarsPath}${user.id}` : ''
}

/** Where a Gravatar picture is asked for: the page itself tells nothing about the address of its owner. */
export const gravatarsPath = '/avatars/'

function statusOf(user: Pick<UserRow, 'status' | 'activatedAt'>): UserBasic['status'] {
  return user.status === 'normal' && user.activatedAt === null ? 'inactive' : user.status
}

/** What is cached about people goes when one of them changes. */
export const peopleTag = 'people'

/** Compares a column the way its unique index does. */
export function sameText(column: typeof users.email | typeof users.username, text: string) {
  return sql<boolean>`lower(${column}) = lower(${text})`
}
