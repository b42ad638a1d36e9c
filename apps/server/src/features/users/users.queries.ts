import { roles } from '@stoa/contract/access'
import { type CurrentUser, defaultLanguage, type UserBasic } from '@stoa/contract/features/users'
import { and, eq, isNotNull, ne, or, type SQL, sql } from 'drizzle-orm'
import type { AnyPgColumn } from 'drizzle-orm/pg-core'
import { toUnix } from '../../kernel/clock.ts'
import type { Db } from '../../kernel/database.ts'
import { fail } from '../../kernel/errors.ts'
import { type Actor, isStaff, type Someone } from '../../kernel/rules.ts'
import { users, type UserRow } from './users.table.ts'

type UserCardColumn =
  | 'id'
  | 'username'
  | 'displayName'
  | 'avatarType'
  | 'avatar'
  | 'reputation'
  | 'status'
  | 'activatedAt'

/** The columns a user card is made of, of the table of people or of another name it has in a statement. */
export function userCardOf<People extends Record<UserCardColumn, AnyPgColumn>>(
  people: People,
): Pick<People, UserCardColumn> {
  const { id, username, displayName, avatarType, avatar, reputation, status, activatedAt } = people
  return { id, username, displayName, avatarType, avatar, reputation, status, activatedAt }
}

export const userCardColumns = userCardOf(users)

type UserCardRow = Pick<UserRow, UserCardColumn>

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
    language: user.language === '' ? defaultLanguage : user.language,
    color_scheme: user.colorScheme,
    time_zone: user.timeZone,
    avatar_type: user.avatarType,
    bio: user.bio,
    bio_html: user.bioHtml,
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

/** Never-activated accounts exist for their owner and staff only: one that appears tells that an email was free. */
export function isUserVisibleTo(who: Someone | null): SQL | undefined {
  if (who !== null && isStaff(who)) return undefined
  const isActivated = isNotNull(users.activatedAt)
  return who === null ? isActivated : or(isActivated, eq(users.id, who.id))
}

/** Null when nobody the reader may know of has the name. */
export async function findUserId(
  db: Db,
  username: string,
  who: Someone | null,
): Promise<string | null> {
  const [person] = await db
    .select({ id: users.id })
    .from(users)
    .where(
      and(sameText(users.username, username), ne(users.status, 'deleted'), isUserVisibleTo(who)),
    )
  return person?.id ?? null
}

/** Whose list is asked for: the person with the name or, without one, the caller. Who has left has no lists. */
export async function getListOwner(db: Db, username: string | undefined, who: Actor | null) {
  const id = username === undefined ? who?.id : await findUserId(db, username, who)
  return id ?? fail('user.not_found')
}
