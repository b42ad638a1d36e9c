import { roles } from '@stoa/contract/access'
import type { SettingsOf } from '@stoa/contract/settings/group'
import { type Privilege, privilegeLevels, type userSettings } from '@stoa/contract/settings/people'
import {
  type Actor,
  allow,
  deny,
  isStaff,
  checkPrivilege,
  type RequiredReputation,
  type Verdict,
} from '../../../kernel/rules.ts'

type UserSettings = SettingsOf<typeof userSettings>

const settingNames = {
  display_name: 'allow_update_display_name',
  username: 'allow_update_username',
  avatar: 'allow_update_avatar',
  bio: 'allow_update_bio',
  website: 'allow_update_website',
  location: 'allow_update_location',
} as const satisfies Record<string, keyof UserSettings>

export type ProfileField = keyof typeof settingNames

export function canChangeField(field: ProfileField, settings: UserSettings): Verdict {
  return settings[settingNames[field]] ? allow : deny('user.field_locked')
}

/** A site needs an admin. */
export function canDeleteAccount(user: Pick<Actor, 'roleId'>, otherAdmins: number): Verdict {
  return user.roleId === roles.admin && otherAdmins === 0 ? deny('account.last_admin') : allow
}

/** For users without a password, a login this recent proves their identity. */
const recentLoginMs = 10 * 60_000

export function isRecentLogin(startedAt: Date, now: Date) {
  return now.getTime() - startedAt.getTime() <= recentLoginMs
}

/** Actions for moderators and admins, whatever the reputation. */
const staffActions = new Set([
  'question.delete',
  'question.close',
  'question.reopen',
  'question.pin',
  'question.unpin',
  'question.hide',
  'question.show',
  'question.undeleted',
  'answer.delete',
  'answer.accept',
  'answer.undeleted',
  'comment.edit',
  'comment.delete',
  'tag.delete',
  'tag.edit_slug_name',
  'tag.use_reserved_tag',
  'tag.undeleted',
  'vote.detail',
])

/** In general: authors may do more with their own posts. Unknown actions are denied. */
export function canPerform(actor: Actor, action: string, required: RequiredReputation): Verdict {
  if (isPrivilege(action)) return checkPrivilege(actor, action, required)
  if (action === 'admin.access')
    return actor.roleId === roles.admin ? allow : deny('auth.forbidden')
  return staffActions.has(action) && isStaff(actor) ? allow : deny('auth.forbidden')
}

function isPrivilege(action: string): action is Privilege {
  return Object.hasOwn(privilegeLevels, action)
}
