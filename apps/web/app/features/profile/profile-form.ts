import type { SiteInfo } from '@stoa/contract/features/site'
import { updateProfile } from '@stoa/contract/features/profile'
import { avatarTypes, type AvatarType } from '@stoa/contract/features/users'
import type { FormSpec } from '../../kernel/form-spec.ts'

const texts = ['display_name', 'username', 'bio', 'website', 'location'] as const
type Text = (typeof texts)[number]

/** The parts of a profile that the site's admins have locked. */
export type Locks = Record<Text | 'avatar', boolean>

export type ProfileField = Text | 'avatar' | 'avatar_type' | 'avatar_custom'

export function locksOf(users: SiteInfo['site_users']): Locks {
  return {
    display_name: !users.allow_update_display_name,
    username: !users.allow_update_username,
    avatar: !users.allow_update_avatar,
    bio: !users.allow_update_bio,
    website: !users.allow_update_website,
    location: !users.allow_update_location,
  }
}

/** What is locked is not sent: browsers leave it out of the form as well. */
export function profileForm(locks: Locks) {
  return {
    fields: [...texts, 'avatar', 'avatar_type', 'avatar_custom'],
    schema: updateProfile.input,
    toInput(values) {
      const open = texts.filter((name) => !locks[name] && values[name] !== undefined)
      const type = avatarTypes.find((known) => known === values.avatar_type)
      return {
        ...Object.fromEntries(open.map((name) => [name, values[name]])),
        ...(locks.avatar || type === undefined ? {} : { avatar: toAvatar(type, values) }),
      }
    },
  } satisfies FormSpec<ProfileField>
}

function toAvatar(type: AvatarType, values: { avatar_custom: string }) {
  return { type, custom: type === 'custom' ? values.avatar_custom : '' }
}
