import { z } from 'zod'
import { apiPrefix, endpoint } from '../endpoint.ts'
import { limits } from '../limits.ts'
import { displayName, knownUsername, password } from './account-fields.ts'
import { avatarTypes, colorSchemes, CurrentUser } from './users.ts'

const webAddress = z.url({ protocol: /^https?$/, hostname: z.regexes.domain })

/** An address of the web in its plain form, or nothing: a link may never be a script. */
const website = z
  .string()
  .trim()
  .max(limits.website.max)
  .check(({ value, issues }) => {
    if (value === '' || webAddress.safeParse(value).success) return
    issues.push({ code: 'invalid_format', format: 'url', input: value })
  })
  .transform((text) => (text === '' ? '' : new URL(text).href))

/** `custom` is the address `POST file` answered with, never another one. */
const Avatar = z.strictObject({
  type: z.enum(avatarTypes),
  custom: z.string().max(200).default(''),
})

export const updateProfile = endpoint({
  method: 'PUT',
  path: `${apiPrefix}/user/info`,
  access: 'member',
  summary: 'Changes the own profile. What is left out stays as it is.',
  input: {
    display_name: displayName.optional(),
    username: knownUsername.optional(),
    avatar: Avatar.optional(),
    bio: z.string().max(limits.bio.max).optional(),
    website: website.optional(),
    location: z.string().trim().max(limits.location.max).optional(),
  },
  reply: CurrentUser,
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

/** Whether a text names a time zone that clocks here know. */
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
    'Language, colours and time zone of the own pages. Empty or `Default`: those of the site.',
  input: {
    language: z.string().max(20),
    color_scheme: z.enum(colorSchemes),
    time_zone: z
      .string()
      .max(64)
      .refine((name) => name === '' || isTimeZone(name))
      .optional(),
  },
  reply: z.null(),
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
  summary: 'What is told to the caller by mail.',
  reply: NotificationConfig,
})

export const updateNotificationConfig = endpoint({
  method: 'PUT',
  path: `${apiPrefix}/user/notification/config`,
  access: 'member',
  summary: 'Chooses what is told by mail.',
  input: NotificationConfig.shape,
  reply: z.null(),
})

export const listPermissions = endpoint({
  method: 'GET',
  path: `${apiPrefix}/permission`,
  access: 'member',
  summary: 'Whether the caller may do each of the named things, and what is missing if not.',
  input: { action: z.string().min(1).max(2000) },
  reply: z.record(
    z.string(),
    z.object({ has_permission: z.boolean(), no_permission_tip: z.string() }),
  ),
})

export const exportMyData = endpoint({
  method: 'GET',
  path: `${apiPrefix}/user/data`,
  access: 'any-user',
  summary: 'Everything the site keeps about the caller.',
  reply: z.record(z.string(), z.unknown()),
  limits: ['export.user'],
})

/** What becomes of the posts of someone who leaves. */
export const leftContent = ['keep', 'remove'] as const

export const deleteAccount = endpoint({
  method: 'POST',
  path: `${apiPrefix}/user/delete`,
  access: 'any-user',
  summary:
    'Deletes the own account. Posts stay under a name that says nothing, or go as well. People without a password must have signed in just now.',
  input: { pass: password.optional(), content: z.enum(leftContent) },
  reply: z.null(),
  errors: ['account.old_password_wrong', 'account.sign_in_again', 'account.last_admin'],
  limits: ['credential.user'],
})
