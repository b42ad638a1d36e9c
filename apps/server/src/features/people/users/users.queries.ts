import { roles } from '@stoa/contract/access'
import { type CurrentUser, defaultLanguage, type UserBasic } from '@stoa/contract/features/users'
import { and, eq, isNotNull, ne, or, type SQL, sql } from 'drizzle-orm'
import type { AnyPgColumn } from 'drizzle-orm/pg-core'
import { toUnix } from '../../../kernel/clock.ts'
import type { ReadDb } from '../../../kernel/database.ts'
import { fail } from '../../../kernel/errors.ts'
import { type Actor, isStaff, type Viewer } from '../../../kernel/rules.ts'
import { users, type UserRow } from '../../../schema/users.ts'

type UserCardColumn =
  | 'id'
  | 'username'
  | 'displayName'
  | 'avatarType'
  | 'avatar'
  | 'reputation'
  | 'status'
  | 'activatedAt'

/** The columns of a user card, of the table or an alias of it. */
export function selectUserCard<Table extends Record<UserCardColumn, AnyPgColumn>>(
  table: Table,
): Pick<Table, UserCardColumn> {
  const { id, username, displayName, avatarType, avatar, reputation, status, activatedAt } = table
  return { id, username, displayName, avatarType, avatar, reputation, status, activatedAt }
}

export const userCardColumns = selectUserCard(users)

type UserCardRow = Pick<UserRow, UserCardColumn>

export function toUserBasic(user: UserCardRow): UserBasic {
  const isDeleted = user.status === 'deleted'
  return {
    id: user.id,
    username: isDeleted ? '' : user.username,
    display_name: user.displayName,
    avatar: toAvatarUrl(user),
    rank: user.reputation,
    status: statusOf(user),
  }
}

export function toCurrentUser(row: UserRow, now: Date): CurrentUser {
  const user = withoutEnded(row, now)
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
    ignored_tags: user.ignoredTagMode,
    shows_writing: user.showsWriting,
    avatar_type: user.avatarType,
    bio: user.bio,
    bio_html: user.bioHtml,
    website: user.website,
    location: user.location,
    have_password: user.passwordHash !== null,
    suspended_until: toUnix(user.suspendedUntil),
    silenced_until: toUnix(user.silencedUntil),
    has_warning: user.hasWarning,
  }
}

/** A suspension is over at its end, even if the job that removes it has not run yet. */
export function withoutEnded<User extends Standing>(user: User, now: Date): User {
  const isOver = (until: Date | null) => until !== null && until <= now
  const hasEnded = user.status === 'suspended' && isOver(user.suspendedUntil)
  return {
    ...user,
    ...(hasEnded ? { status: 'normal' as const, suspendedUntil: null } : {}),
    ...(isOver(user.silencedUntil) ? { silencedUntil: null } : {}),
  }
}

type Standing = Pick<UserRow, 'status' | 'suspendedUntil' | 'silencedUntil'>

/** Empty for an avatar that is generated from the name. */
function toAvatarUrl(user: Pick<UserRow, 'id' | 'avatarType' | 'avatar' | 'status'>) {
  if (user.status === 'deleted') return ''
  if (user.avatarType === 'custom') return user.avatar
  return user.avatarType === 'gravatar' ? `${gravatarsPath}${user.id}` : ''
}

/** Redirects to Gravatar, so that pages do not contain the hash of an email. */
export const gravatarsPath = '/avatars/'

function statusOf(user: Pick<UserRow, 'status' | 'activatedAt'>): UserBasic['status'] {
  return user.status === 'normal' && user.activatedAt === null ? 'inactive' : user.status
}

/** Matches the expression of the unique index. */
export function equalsIgnoreCase(column: typeof users.email | typeof users.username, text: string) {
  return sql<boolean>`lower(${column}) = lower(${text})`
}

/** Inactive accounts are visible to their owner and staff only: showing them would reveal that an email was free. */
export function isUserVisibleTo(actor: Viewer | null): SQL | undefined {
  if (actor !== null && isStaff(actor)) return undefined
  const isActivated = isNotNull(users.activatedAt)
  return actor === null ? isActivated : or(isActivated, eq(users.id, actor.id))
}

/** Returns null for users the actor may not see. */
export async function findUserId(
  db: ReadDb,
  username: string,
  actor: Viewer | null,
): Promise<string | null> {
  const [user] = await db
    .select({ id: users.id })
    .from(users)
    .where(
      and(
        equalsIgnoreCase(users.username, username),
        ne(users.status, 'deleted'),
        isUserVisibleTo(actor),
      ),
    )
  return user?.id ?? null
}

/** The user with the username or, without one, the actor. Deleted users have no lists. */
export async function getListOwner(db: ReadDb, username: string | undefined, actor: Actor | null) {
  const id = username === undefined ? actor?.id : await findUserId(db, username, actor)
  return id ?? fail('user.not_found')
}

/** For emails about the site. */
export async function listAdminsToInform(db: ReadDb, max: number): Promise<string[]> {
  const rows = await db
    .select({ id: users.id })
    .from(users)
    .where(and(eq(users.roleId, roles.admin), eq(users.status, 'normal')))
    .orderBy(users.id)
    .limit(max)
  return rows.map(({ id }) => id)
}
