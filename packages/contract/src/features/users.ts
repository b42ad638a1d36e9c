import { z } from 'zod'

const userStatuses = ['normal', 'inactive', 'suspended', 'deleted'] as const

/** How a person's picture is chosen; empty and `system` are drawn from the name. */
export const avatarTypes = ['', 'system', 'gravatar', 'custom'] as const
export type AvatarType = (typeof avatarTypes)[number]

/** `default` leaves it to the site, `system` to the reader's machine. */
export const colorSchemes = ['default', 'light', 'dark', 'system'] as const

/** The language of someone who has chosen none: whatever the browser and the site say. */
export const defaultLanguage = 'Default'

/** The card of a person, wherever one is named. */
export const UserBasic = z.object({
  id: z.string(),
  username: z.string(),
  rank: z.number().int(),
  display_name: z.string(),
  avatar: z.string(),
  status: z.enum(userStatuses),
})
export type UserBasic = z.output<typeof UserBasic>

/** The signed-in person, as only they see themselves. */
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
  /** Empty: that of the site. */
  time_zone: z.string(),
  avatar_type: z.enum(avatarTypes),
  bio: z.string(),
  bio_html: z.string(),
  website: z.string(),
  location: z.string(),
  have_password: z.boolean(),
  suspended_until: z.number().int(),
})
export type CurrentUser = z.output<typeof CurrentUser>
