import type { updateProfile } from '@stoa/contract/features/profile'
import type { ParsedInputOf } from '@stoa/contract/endpoint'
import { gravatarBaseOf, type userSettings } from '@stoa/contract/settings/people'
import type { SettingsOf } from '@stoa/contract/settings/group'
import { eq } from 'drizzle-orm'
import { failField } from '../../kernel/errors.ts'
import { type Actor, isStaff, type Verdict } from '../../kernel/rules.ts'
import type { Tx } from '../../kernel/transact.ts'
import { canTakeName, canTakeUsername } from '../accounts/accounts.rules.ts'
import { toWritten } from '../posts/posts.actions.ts'
import { replaceUses } from '../posts/uploads.actions.ts'
import { claimUpload, releaseUpload } from '../uploads/uploads.actions.ts'
import { claimUsername } from '../users/users.actions.ts'
import { users, type UserRow } from '../users/users.table.ts'
import { canChange, type ProfileField } from './profile.rules.ts'

type Wishes = ParsedInputOf<typeof updateProfile>
type Policy = { users: SettingsOf<typeof userSettings>; siteUrl: string }

/** Changes what was sent and differs; each refused field says why beside itself. */
export async function changeProfile(tx: Tx, who: Actor, wishes: Wishes, policy: Policy) {
  const [user] = await tx.select().from(users).where(eq(users.id, who.id)).for('no key update')
  if (user === undefined) throw new Error('a session without a person')
  const may = (field: ProfileField) => mustField(field, canChange(field, policy.users))
  const changes: Partial<UserRow> = textChanges(wishes, user, may)
  if (changes.displayName !== undefined)
    mustField('display_name', canTakeName(changes.displayName, isStaff(who)))
  if (changes.bio !== undefined) changes.bioHtml = await writeBio(tx, who, changes.bio, policy)
  const username = wishes.username?.toLowerCase()
  if (username !== undefined && username !== user.username.toLowerCase()) {
    may('username')
    mustField('username', canTakeUsername(username, isStaff(who)))
    if (!(await claimUsername(tx, username, user.id))) failField('username', 'user.username_taken')
    changes.username = username
  }
  if (wishes.avatar !== undefined && isOtherAvatar(wishes.avatar, user)) {
    may('avatar')
    Object.assign(changes, await chooseAvatar(tx, user, wishes.avatar, policy))
  }
  if (Object.keys(changes).length === 0) return { user, isChanged: false }
  const [changed] = await tx.update(users).set(changes).where(eq(users.id, who.id)).returning()
  return { user: changed ?? user, isChanged: true }
}

/** The HTML of a bio. What it showed before and shows no more is in use no longer. */
async function writeBio(tx: Tx, who: Actor, bio: string, { siteUrl }: Policy) {
  const { columns, files } = await toWritten(tx, who, bio, {
    siteUrl,
    idScope: 'bio',
    field: 'bio',
  })
  await replaceUses(tx, who.id, files)
  return columns.parsedText
}

/** The fields that are taken as they are. */
function textChanges(wishes: Wishes, user: UserRow, may: (field: ProfileField) => void) {
  const columns = {
    display_name: 'displayName',
    bio: 'bio',
    website: 'website',
    location: 'location',
  } as const
  const changes: Partial<UserRow> = {}
  for (const field of Object.keys(columns) as (keyof typeof columns)[]) {
    const wish = wishes[field]
    if (wish === undefined || wish === user[columns[field]]) continue
    may(field)
    changes[columns[field]] = wish
  }
  return changes
}

function isOtherAvatar(wish: NonNullable<Wishes['avatar']>, user: UserRow) {
  if (wish.type !== user.avatarType) return true
  return wish.type === 'custom' && wish.custom !== user.avatar
}

/** A picture of one's own is one that was uploaded by this person for this purpose; no address counts by itself. */
async function chooseAvatar(
  tx: Tx,
  user: UserRow,
  wish: NonNullable<Wishes['avatar']>,
  policy: Policy,
) {
  if (wish.type === 'gravatar' && gravatarBaseOf(policy.users) === null) {
    failField('avatar', 'user.gravatar_off')
  }
  const isOwn =
    wish.type !== 'custom' || (await claimUpload(tx, wish.custom, user.id, 'user_avatar'))
  if (!isOwn) failField('avatar', 'user.avatar_refused')
  if (user.avatar !== '') await releaseUpload(tx, user.avatar)
  return { avatarType: wish.type, avatar: wish.type === 'custom' ? wish.custom : '' }
}

function mustField(field: ProfileField, verdict: Verdict) {
  if (!verdict.ok) failField(field, verdict.code, verdict.values)
}
