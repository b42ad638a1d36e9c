import type { ResetField } from '@stoa/contract/features/flagged-users'
import { eq } from 'drizzle-orm'
import type { Tx } from '../../../kernel/context.ts'
import { fail } from '../../../kernel/errors.ts'
import type { Actor } from '../../../kernel/rules.ts'
import type { FormerProfile } from '../../../schema/flags.ts'
import { users, type UserRow } from '../../../schema/users.ts'
import { claimUpload, releaseUpload } from '../../content/uploads/uploads.actions.ts'
import { recordStaffAction } from '../staff-log/staff-log.actions.ts'
import { lockUser } from './users.actions.ts'

type Column = keyof FormerProfile

const columnsOf: Record<ResetField, readonly Column[]> = {
  display_name: ['displayName'],
  avatar: ['avatarType', 'avatar'],
  bio: ['bio', 'bioHtml'],
  website: ['website'],
  location: ['location'],
}

type Reset = { userId: string; fields: readonly ResetField[] }

/** Empties fields of a profile and returns what they contained. The display name becomes the username. */
export async function resetProfile(
  tx: Tx,
  actor: Actor,
  { userId, fields }: Reset,
): Promise<FormerProfile> {
  const user = await lockUser(tx, actor, userId, 'moderate')
  const columns = fields.flatMap((field) => columnsOf[field])
  if (columns.length === 0) return {}
  const reset = emptyProfile(user)
  await tx.update(users).set(pick(reset, columns)).where(eq(users.id, userId))
  // Deleted after some days, so that it can be restored until then.
  if (columns.includes('avatar') && user.avatar !== '') await releaseUpload(tx, user.avatar)
  await record(tx, actor, 'reset_profile', { userId, columns })
  return pick(user, columns)
}

type Restored = { userId: string; formerProfile: FormerProfile }

/** Fails if the user has changed one of the fields since. */
export async function restoreProfile(tx: Tx, actor: Actor, { userId, formerProfile }: Restored) {
  const user = await lockUser(tx, actor, userId, 'moderate')
  const columns = Object.keys(formerProfile) as Column[]
  if (columns.length === 0) return
  const reset = emptyProfile(user)
  if (columns.some((column) => user[column] !== reset[column])) fail('review.undo_not_possible')
  await tx.update(users).set(formerProfile).where(eq(users.id, userId))
  if (formerProfile.avatar) await claimUpload(tx, formerProfile.avatar, userId, 'user_avatar')
  await record(tx, actor, 'restore_profile', { userId, columns })
}

function emptyProfile({ username }: UserRow): Required<FormerProfile> {
  return {
    displayName: username,
    avatarType: '',
    avatar: '',
    bio: '',
    bioHtml: '',
    website: '',
    location: '',
  }
}

function pick(profile: FormerProfile, columns: readonly Column[]): FormerProfile {
  return Object.fromEntries(columns.map((column) => [column, profile[column]]))
}

async function record(
  tx: Tx,
  actor: Actor,
  action: 'reset_profile' | 'restore_profile',
  { userId, columns }: { userId: string; columns: readonly Column[] },
) {
  await recordStaffAction(tx, {
    actorId: actor.id,
    action,
    objectType: 'user',
    objectId: userId,
    userId,
    after: { fields: columns.filter((column) => !/Html|Type/.test(column)).join(', ') },
  })
  await tx.emit('profile.changed', { userId })
}
