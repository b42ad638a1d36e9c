import type { SiteInfo } from '@stoa/contract/features/site'
import { updateProfile } from '@stoa/contract/features/profile-settings'
import { avatarTypes, type AvatarType } from '@stoa/contract/features/users'
import type { FormSpec } from '../../../kernel/form-spec.ts'

const textFields = ['display_name', 'username', 'bio', 'website', 'location'] as const
type TextField = (typeof textFields)[number]

/** The fields that admins have locked. */
export type Locks = Record<TextField | 'avatar', boolean>

export type ProfileField = TextField | 'avatar' | 'avatar_type' | 'avatar_custom'

export function toLocks(users: SiteInfo['site_users']): Locks {
  return {
    display_name: !users.allow_update_display_name,
    username: !users.allow_update_username,
    avatar: !users.allow_update_avatar,
    bio: !users.allow_update_bio,
    website: !users.allow_update_website,
    location: !users.allow_update_location,
  }
}

/** Locked fields are not sent; browsers omit disabled fields as well. */
export function profileForm(locks: Locks) {
  return {
    fields: [...textFields, 'avatar', 'avatar_type', 'avatar_custom'],
    schema: updateProfile.input,
    toInput(values) {
      const unlocked = textFields.filter((name) => !locks[name] && values[name] !== undefined)
      const type = avatarTypes.find((option) => option === values.avatar_type)
      return {
        ...Object.fromEntries(unlocked.map((name) => [name, values[name]])),
        ...(locks.avatar || type === undefined ? {} : { avatar: toAvatar(type, values) }),
      }
    },
  } satisfies FormSpec<ProfileField>
}

function toAvatar(type: AvatarType, values: { avatar_custom: string }) {
  return { type, custom: type === 'custom' ? values.avatar_custom : '' }
}
