import { z } from 'zod'
import { settingsGroup } from './group.ts'

export const loginSettings = settingsGroup(
  'login',
  {
    allow_new_registrations: z.boolean().default(true),
    allow_email_registrations: z.boolean().default(true),
    allow_password_login: z.boolean().default(true),
    login_required: z.boolean().default(false),
    /** Moderators and admins can use their tools only after logging in with a second factor. */
    require_second_factor_for_staff: z.boolean().default(false),
    allow_email_domains: z.array(z.string().max(253)).max(500).default([]),
  },
  {
    public: [
      'allow_new_registrations',
      'allow_email_registrations',
      'allow_password_login',
      'login_required',
    ],
  },
)

export const userSettings = settingsGroup(
  'users',
  {
    allow_update_avatar: z.boolean().default(true),
    allow_update_bio: z.boolean().default(true),
    allow_update_display_name: z.boolean().default(true),
    allow_update_location: z.boolean().default(true),
    allow_update_username: z.boolean().default(true),
    allow_update_website: z.boolean().default(true),
    default_avatar: z.enum(['system', 'gravatar']).default('system'),
    gravatar_base_url: z.string().max(512).default(''),
  },
  {
    public: [
      'allow_update_avatar',
      'allow_update_bio',
      'allow_update_display_name',
      'allow_update_location',
      'allow_update_username',
      'allow_update_website',
      'default_avatar',
      'gravatar_base_url',
    ],
  },
)

const defaultGravatarBase = 'https://www.gravatar.com/avatar/'

/** Base URL of Gravatar images, or null when the site does not use Gravatar. */
export function gravatarBaseOf(settings: {
  default_avatar: 'system' | 'gravatar'
  gravatar_base_url: string
}): string | null {
  if (settings.default_avatar !== 'gravatar') return null
  return URL.canParse(settings.gravatar_base_url) ? settings.gravatar_base_url : defaultGravatarBase
}

/** Reputation that each privilege requires, for the levels open, default and strict. */
export const privilegeLevels = {
  'question.add': [1, 1, 1],
  'answer.add': [1, 1, 1],
  'comment.add': [1, 1, 1],
  'report.add': [1, 1, 1],
  'comment.vote_up': [1, 1, 1],
  'tag.add': [1, 1, 1500],
  'link.url_limit': [1, 10, 10],
  'question.vote_up': [1, 8, 15],
  'answer.vote_up': [1, 8, 15],
  'question.vote_down': [125, 125, 125],
  'answer.vote_down': [125, 125, 125],
  'answer.invite_someone_to_answer': [1, 500, 1000],
  'tag.edit': [1, 50, 100],
  'question.edit': [1, 100, 200],
  'answer.edit': [1, 100, 200],
  'question.edit_without_review': [1, 1000, 2000],
  'answer.edit_without_review': [1, 1000, 2000],
  'question.audit': [1, 1000, 2000],
  'answer.audit': [1, 1000, 2000],
  'tag.audit': [1, 2500, 5000],
  'tag.edit_without_review': [1, 10_000, 20_000],
  'tag.synonym': [1, 10_000, 20_000],
} as const satisfies Record<string, readonly [number, number, number]>

export type Privilege = keyof typeof privilegeLevels
export const privileges = Object.keys(privilegeLevels) as Privilege[]

export const privilegeSettings = settingsGroup(
  'privileges',
  {
    /** 1 open, 2 default, 3 strict, 99 custom. */
    level: z.union([z.literal(1), z.literal(2), z.literal(3), z.literal(99)]).default(2),
    custom: z.record(z.string().max(64), z.number().int().min(1)).default({}),
  },
  { public: [] },
)
