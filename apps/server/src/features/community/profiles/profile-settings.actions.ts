import type { updateProfile } from '@stoa/contract/features/profile-settings'
import type { ParsedInputOf } from '@stoa/contract/endpoint'
import { gravatarBaseOf, userSettings } from '@stoa/contract/settings/people'
import { eq } from 'drizzle-orm'
import { failField } from '../../../kernel/errors.ts'
import { type Actor, isStaff, type Verdict } from '../../../kernel/rules.ts'
import type { Tx } from '../../../kernel/context.ts'
import { canTakeName, canTakeUsername } from '../../people/auth/accounts.rules.ts'
import { renderContent } from '../../content/shared/posts.actions.ts'
import { replaceFileUses } from '../../content/shared/uploads.actions.ts'
import { claimUpload, releaseUpload } from '../../content/uploads/uploads.actions.ts'
import { claimUsername } from '../../people/users/users.actions.ts'
import { users, type UserRow } from '../../../schema/users.ts'
import { canChangeField, type ProfileField } from './profile-settings.rules.ts'

type ProfileInput = ParsedInputOf<typeof updateProfile>

/** Updates the fields that were sent and differ. */
export async function changeProfile(tx: Tx, actor: Actor, input: ProfileInput) {
  const [user] = await tx.select().from(users).where(eq(users.id, actor.id)).for('no key update')
  if (user === undefined) throw new Error('session without a user')
  const assertCanChange = (field: ProfileField) =>
    assertFieldAllowed(field, canChangeField(field, tx.ctx.settings.get(userSettings)))
  const changes: Partial<UserRow> = toTextChanges(input, user, assertCanChange)
  if (changes.displayName !== undefined)
    assertFieldAllowed('display_name', canTakeName(changes.displayName, isStaff(actor)))
  if (changes.bio !== undefined) changes.bioHtml = await renderBio(tx, actor, changes.bio)
  const username = input.username?.toLowerCase()
  if (username !== undefined && username !== user.username.toLowerCase()) {
    assertCanChange('username')
    assertFieldAllowed('username', canTakeUsername(username, isStaff(actor)))
    if (!(await claimUsername(tx, username, user.id))) failField('username', 'user.username_taken')
    changes.username = username
  }
  if (input.avatar !== undefined && isAvatarChanged(input.avatar, user)) {
    assertCanChange('avatar')
    Object.assign(changes, await claimAvatar(tx, user, input.avatar))
  }
  if (Object.keys(changes).length === 0) return { user, isChanged: false }
  const [changed] = await tx.update(users).set(changes).where(eq(users.id, actor.id)).returning()
  return { user: changed ?? user, isChanged: true }
}

/** Also records which uploads the bio uses. */
async function renderBio(tx: Tx, actor: Actor, bio: string) {
  const { columns, files } = await renderContent(tx, actor, bio, {
    idScope: 'bio',
    field: 'bio',
    usesPlugins: false,
  })
  await replaceFileUses(tx, actor.id, files)
  return columns.parsedText
}

function toTextChanges(
  input: ProfileInput,
  user: UserRow,
  assertCanChange: (field: ProfileField) => void,
) {
  const columns = {
    display_name: 'displayName',
    bio: 'bio',
    website: 'website',
    location: 'location',
  } as const
  const changes: Partial<UserRow> = {}
  for (const field of Object.keys(columns) as (keyof typeof columns)[]) {
    const value = input[field]
    if (value === undefined || value === user[columns[field]]) continue
    assertCanChange(field)
    changes[columns[field]] = value
  }
  return changes
}

function isAvatarChanged(avatar: NonNullable<ProfileInput['avatar']>, user: UserRow) {
  if (avatar.type !== user.avatarType) return true
  return avatar.type === 'custom' && avatar.custom !== user.avatar
}

/** A custom avatar has to be an upload of this user for this purpose: other URLs are rejected. */
async function claimAvatar(tx: Tx, user: UserRow, avatar: NonNullable<ProfileInput['avatar']>) {
  if (avatar.type === 'gravatar' && gravatarBaseOf(tx.ctx.settings.get(userSettings)) === null) {
    failField('avatar', 'user.gravatar_off')
  }
  const isOwn =
    avatar.type !== 'custom' || (await claimUpload(tx, avatar.custom, user.id, 'user_avatar'))
  if (!isOwn) failField('avatar', 'user.avatar_refused')
  if (user.avatar !== '') await releaseUpload(tx, user.avatar)
  return { avatarType: avatar.type, avatar: avatar.type === 'custom' ? avatar.custom : '' }
}

function assertFieldAllowed(field: ProfileField, verdict: Verdict) {
  if (!verdict.ok) failField(field, verdict.code, verdict.values)
}
