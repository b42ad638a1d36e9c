import { z } from 'zod'
import { apiPrefix, endpoint } from '../endpoint.ts'
import { limits } from '../limits.ts'
import { displayName, existingUsername, password } from './account-fields.ts'
import { avatarTypes, colorSchemes, CurrentUser, ignoredTagModes } from './users.ts'

const webUrl = z.url({ protocol: /^https?$/, hostname: z.regexes.domain })

/** An http(s) URL or empty, normalized: it is shown as a link and must never be a `javascript:` URL. */
const website = z
  .string()
  .trim()
  .max(limits.website.max)
  .check(({ value, issues }) => {
    if (value === '' || webUrl.safeParse(value).success) return
    issues.push({ code: 'invalid_format', format: 'url', input: value })
  })
  .transform((text) => (text === '' ? '' : new URL(text).href))

/** `custom` must be a URL returned by `POST file`. */
const Avatar = z.strictObject({
  type: z.enum(avatarTypes),
  custom: z.string().max(200).default(''),
})

export const updateProfile = endpoint({
  method: 'PUT',
  path: `${apiPrefix}/user/info`,
  access: 'member',
  allowsKeys: true,
  summary: "Updates the caller's profile. Omitted fields do not change.",
  input: {
    display_name: displayName.optional(),
    username: existingUsername.optional(),
    avatar: Avatar.optional(),
    bio: z.string().max(limits.bio.max).optional(),
    website: website.optional(),
    location: z.string().trim().max(limits.location.max).optional(),
  },
  response: CurrentUser,
  errors: [
    'user.field_locked',
    'user.username_taken',
    'user.username_invalid',
    'user.name_reserved',
    'user.avatar_refused',
    'user.gravatar_off',
    'text.too_complex',
  ],
})

export function isTimeZone(name: string) {
  if (!/^[a-z][\w+/-]*$/i.test(name)) return false
  try {
    new Intl.DateTimeFormat('en', { timeZone: name })
    return true
  } catch (error) {
    if (error instanceof RangeError) return false
    throw error
  }
}

export const updateInterface = endpoint({
  method: 'PUT',
  path: `${apiPrefix}/user/interface`,
  access: 'any-user',
  summary:
    "Sets the caller's language, theme, time zone, how lists show ignored tags and whether others see that the caller writes an answer. Empty or `Default`: those of the site.",
  input: {
    language: z.string().max(20),
    color_scheme: z.enum(colorSchemes),
    time_zone: z
      .string()
      .max(64)
      .refine((name) => name === '' || isTimeZone(name))
      .optional(),
    ignored_tags: z.enum(ignoredTagModes).optional(),
    shows_writing: z.boolean().optional(),
  },
  response: z.null(),
  errors: ['language.not_found'],
})

const Channel = z.strictObject({ key: z.literal('email').default('email'), enable: z.boolean() })

export const NotificationConfig = z.object({
  inbox: Channel,
  all_new_question: Channel,
  all_new_question_for_following_tags: Channel,
})
export type NotificationConfig = z.output<typeof NotificationConfig>

export const getNotificationConfig = endpoint({
  method: 'GET',
  path: `${apiPrefix}/user/notification/config`,
  access: 'member',
  allowsKeys: true,
  summary: "Returns the caller's email notification settings.",
  response: NotificationConfig,
})

export const updateNotificationConfig = endpoint({
  method: 'PUT',
  path: `${apiPrefix}/user/notification/config`,
  access: 'member',
  allowsKeys: true,
  allowsSilenced: true,
  summary: "Updates the caller's email notification settings.",
  input: NotificationConfig.shape,
  response: z.null(),
})

export const listPermissions = endpoint({
  method: 'GET',
  path: `${apiPrefix}/permission`,
  access: 'member',
  allowsKeys: true,
  summary: 'Tells whether the caller may take each of these actions, and why not.',
  input: { action: z.string().min(1).max(2000) },
  response: z.record(
    z.string(),
    z.object({ has_permission: z.boolean(), no_permission_tip: z.string() }),
  ),
})

export const exportMyData = endpoint({
  method: 'GET',
  path: `${apiPrefix}/user/data`,
  access: 'any-user',
  summary: 'Exports all data the site stores about the caller.',
  response: z.record(z.string(), z.unknown()),
  limits: ['export.user'],
})

/** What happens to the posts of a deleted account. */
export const deletedAccountContent = ['keep', 'remove'] as const

export const deleteAccount = endpoint({
  method: 'POST',
  path: `${apiPrefix}/user/delete`,
  access: 'any-user',
  summary:
    "Deletes the caller's account. Posts are anonymized or deleted. Users without a password must have logged in recently.",
  input: { pass: password.optional(), content: z.enum(deletedAccountContent) },
  response: z.null(),
  errors: [
    'account.old_password_wrong',
    'account.sign_in_again',
    'account.last_admin',
    'user.deleted',
  ],
  limits: ['credential.user'],
})
