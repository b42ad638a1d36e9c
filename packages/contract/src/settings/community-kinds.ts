import type { settingsGroups } from './groups.ts'

type GroupName = (typeof settingsGroups)[number]['name']
type Preset = Readonly<Record<GroupName, Readonly<Record<string, unknown>>>>

/** What a new site sets, by the name of the sentence that says so. */
export const communityPresets = {
  members_read: { login: { login_required: true } },
  by_invitation: { login: { allow_new_registrations: false } },
  not_indexed: { seo: { robots: 'User-agent: *\nDisallow: /\n' } },
  every_privilege: { privileges: { level: 1 } },
  every_vote: { voting: { serial_votes: 0 } },
} as const satisfies Readonly<Record<string, Preset>>

export type CommunityPreset = keyof typeof communityPresets

export const communityKinds = ['public', 'company', 'course'] as const
export type CommunityKind = (typeof communityKinds)[number]

/** A public community has the defaults. */
export const presetsOfKind: Readonly<Record<CommunityKind, readonly CommunityPreset[]>> = {
  public: [],
  company: ['members_read', 'by_invitation', 'not_indexed', 'every_privilege'],
  course: ['by_invitation', 'not_indexed', 'every_privilege', 'every_vote'],
}
