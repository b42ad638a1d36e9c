import { roles } from '@stoa/contract/access'
import type { SettingsOf } from '@stoa/contract/settings/group'
import { type Privilege, privilegeLevels, type userSettings } from '@stoa/contract/settings/people'
import {
  type Actor,
  allow,
  deny,
  isStaff,
  needs,
  type RequiredReputation,
  type Verdict,
} from '../../kernel/rules.ts'

type UserSettings = SettingsOf<typeof userSettings>

const switches = {
  display_name: 'allow_update_display_name',
  username: 'allow_update_username',
  avatar: 'allow_update_avatar',
  bio: 'allow_update_bio',
  website: 'allow_update_website',
  location: 'allow_update_location',
} as const satisfies Record<string, keyof UserSettings>

export type ProfileField = keyof typeof switches

/** Whether members may change this part of their profile. */
export function canChange(field: ProfileField, settings: UserSettings): Verdict {
  return settings[switches[field]] ? allow : deny('user.field_locked')
}

/** Someone has to hold the keys. */
export function canLeave(who: Actor, otherAdmins: number): Verdict {
  return who.roleId === roles.admin && otherAdmins === 0 ? deny('account.last_admin') : allow
}

/** A session this young counts as proof of who is asking, for people without a password. */
const freshMs = 10 * 60_000

export function isFresh(startedAt: Date, now: Date) {
  return now.getTime() - startedAt.getTime() <= freshMs
}

/** What no reputation gives: moderators and admins only. */
const staffPowers = new Set([
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

/** Whether a person may do a thing in general; on one post their authorship may add to it. What is unknown is refused. */
export function canDo(who: Actor, action: string, required: RequiredReputation): Verdict {
  if (isPrivilege(action)) return needs(who, action, required)
  if (action === 'admin.access') return who.roleId === roles.admin ? allow : deny('auth.forbidden')
  return staffPowers.has(action) && isStaff(who) ? allow : deny('auth.forbidden')
}

function isPrivilege(action: string): action is Privilege {
  return Object.hasOwn(privilegeLevels, action)
}
