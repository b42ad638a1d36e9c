import { z } from 'zod'

const userStatuses = ['normal', 'inactive', 'suspended', 'deleted'] as const

/** Empty and `system`: generated from the name. */
export const avatarTypes = ['', 'system', 'gravatar', 'custom'] as const
export type AvatarType = (typeof avatarTypes)[number]

/** `default`: the site's setting; `system`: the operating system's. */
export const colorSchemes = ['default', 'light', 'dark', 'system'] as const

/** No preference: the language depends on the browser and the site. */
export const defaultLanguage = 'Default'

export const UserBasic = z.object({
  id: z.string(),
  username: z.string(),
  rank: z.number().int(),
  display_name: z.string(),
  avatar: z.string(),
  status: z.enum(userStatuses),
})
export type UserBasic = z.output<typeof UserBasic>

/** How lists show questions with ignored tags. */
export const ignoredTagModes = ['dim', 'hide'] as const

/** Includes private fields. */
export const CurrentUser = UserBasic.extend({
  e_mail: z.string(),
  created_at: z.number().int(),
  last_login_date: z.number().int(),
  mail_status: z.union([z.literal(1), z.literal(2)]),
  role_id: z.union([z.literal(1), z.literal(2), z.literal(3)]),
  is_admin: z.boolean(),
  /** A locale, or `Default`. */
  language: z.string(),
  color_scheme: z.enum(colorSchemes),
  /** Empty: the site's time zone. */
  time_zone: z.string(),
  ignored_tags: z.enum(ignoredTagModes),
  /** Whether others see that the user writes an answer, without the name. */
  shows_writing: z.boolean(),
  avatar_type: z.enum(avatarTypes),
  bio: z.string(),
  bio_html: z.string(),
  website: z.string(),
  location: z.string(),
  have_password: z.boolean(),
  suspended_until: z.number().int(),
  /** 0 when the user may write. */
  silenced_until: z.number().int(),
  /** Whether there is a warning that the user has not acknowledged. */
  has_warning: z.boolean(),
})
export type CurrentUser = z.output<typeof CurrentUser>
