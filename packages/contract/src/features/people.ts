import { z } from 'zod'
import { roles } from '../access.ts'
import { adminPrefix, endpoint } from '../endpoint.ts'
import { limits } from '../limits.ts'
import { pageOf, paging, wholeNumber } from '../paging.ts'
import { displayName, email, existingUsername, newPassword } from './account-fields.ts'
import { suspendDurations } from './user-moderation.ts'

export const accountStatuses = ['normal', 'inactive', 'suspended', 'deleted'] as const
export type AccountStatus = (typeof accountStatuses)[number]

const userId = z.string().regex(/^[1-9]\d{0,14}$/)
const roleId = z.union([z.literal(roles.user), z.literal(roles.admin), z.literal(roles.moderator)])
const at = z.number().int()

export const emailStates = ['confirmed', 'unconfirmed', 'bounced'] as const
export type EmailState = (typeof emailStates)[number]

export const Account = z.object({
  user_id: z.string(),
  /** Empty for users who have not confirmed their email yet, and for deleted ones. */
  username: z.string(),
  display_name: z.string(),
  avatar: z.string(),
  /** Empty for deleted users. */
  e_mail: z.string(),
  /** `bounced` says nothing about the confirmation. */
  email_state: z.enum(emailStates),
  is_confirmed: z.boolean(),
  rank: at,
  question_count: at,
  answer_count: at,
  status: z.enum(accountStatuses),
  role_id: roleId,
  role_name: z.string(),
  created_at: at,
  /** 0: never, or not known. */
  last_seen_at: at,
  deleted_at: at,
  suspended_at: at,
  /** 0 when not suspended, or permanently. */
  suspended_until: at,
})
export type Account = z.output<typeof Account>

export const accountOrders = ['joined', 'seen', 'reputation', 'posts'] as const
export type AccountOrder = (typeof accountOrders)[number]

/** Seen within the last week, month or year, or longer ago. */
export const seenPeriods = ['week', 'month', 'year', 'longer'] as const
export type SeenPeriod = (typeof seenPeriods)[number]

export const signInMethods = ['password', 'passkey', 'none'] as const
export type SignInMethod = (typeof signInMethods)[number]

/** A day in the time zone of the site. */
const day = z.iso
  .date()
  .max(10)
  .regex(/^20\d\d/)
  .optional()
const reputation = wholeNumber({ min: 1, max: 100_000_000 }).optional()

const filters = {
  /** An exact email, `user:` with an id, or the beginning of a name. */
  query: z.string().trim().max(100).default(''),
  status: z.enum(accountStatuses).optional(),
  staff: z.enum(['true', 'false']).default('false'),
  role_id: z.enum(['1', '2', '3']).optional(),
  seen: z.enum(seenPeriods).optional(),
  reputation_min: reputation,
  reputation_max: reputation,
  joined_from: day,
  joined_to: day,
  sign_in: z.enum(signInMethods).optional(),
  email_state: z.enum(emailStates).optional(),
  order: z.enum(accountOrders).default('joined'),
  direction: z.enum(['desc', 'asc']).default('desc'),
}

export const listAccounts = endpoint({
  method: 'GET',
  path: `${adminPrefix}/users/page`,
  access: 'admin',
  allowsKeys: true,
  summary: 'Lists users with their emails. The count stops some pages ahead.',
  input: { ...paging, ...filters },
  response: pageOf(Account),
})

export const countAccounts = endpoint({
  method: 'GET',
  path: `${adminPrefix}/users/counts`,
  access: 'admin',
  allowsKeys: true,
  summary: `Counts users by status, each up to ${limits.accountCount.max}.`,
  response: z.object({
    all: at,
    staff: at,
    suspended: at,
    inactive: at,
    deleted: at,
  }),
})

export const exportAccounts = endpoint({
  method: 'GET',
  path: `${adminPrefix}/users/export`,
  access: 'admin',
  summary: `Returns the first ${limits.accountExport.max} users of the list as CSV.`,
  input: filters,
  response: z.string(),
  limits: ['export.user'],
})

export const listRoles = endpoint({
  method: 'GET',
  path: `${adminPrefix}/roles`,
  access: 'admin',
  allowsKeys: true,
  summary: 'Lists the roles of users.',
  response: z.array(z.object({ id: roleId, name: z.string(), description: z.string() })).max(3),
})

const targetErrors = ['user.not_found', 'user.oneself', 'user.deleted'] as const

export const changeRole = endpoint({
  method: 'PUT',
  path: `${adminPrefix}/user/role`,
  access: 'admin',
  userCenter: 'roles',
  summary: 'Changes the role of a user and ends their sessions. The same role changes nothing.',
  input: { user_id: userId, role_id: roleId },
  response: z.null(),
  errors: [...targetErrors, 'account.last_admin'],
})

export const changeStatus = endpoint({
  method: 'PUT',
  path: `${adminPrefix}/user/status`,
  access: 'admin',
  summary:
    'Suspends, deactivates, or deletes a user, or ends a suspension. Never marks an email as confirmed. Deleting is final.',
  input: {
    user_id: userId,
    status: z.enum(accountStatuses),
    /** Of a suspension. */
    suspend_duration: z.enum(suspendDurations).default('forever'),
    /** Of a suspension; the user reads it. */
    reason: z.string().trim().max(limits.staffText.max).default(''),
    /** With a suspension, in a job; with a deletion, at once. */
    remove_all_content: z.boolean().default(false),
  },
  response: z.null(),
  errors: [
    ...targetErrors,
    'account.last_admin',
    'user.not_confirmed',
    'user.content_not_removable',
  ],
})

export const setPassword = endpoint({
  method: 'PUT',
  path: `${adminPrefix}/user/password`,
  access: 'admin',
  userCenter: 'login',
  summary:
    'Emails a link to set a new password. With a password, sets it and ends the sessions of the user.',
  input: { user_id: userId, password: newPassword.optional() },
  response: z.null(),
  errors: [...targetErrors, 'account.password_common', 'account.password_login_off'],
})

export const editAccount = endpoint({
  method: 'PUT',
  path: `${adminPrefix}/user/profile`,
  access: 'admin',
  summary:
    'Changes the names and the email of a user. A new email has to be confirmed by the user before they continue.',
  input: {
    user_id: userId,
    display_name: displayName,
    /** Empty for users who have not confirmed their email yet: they have no username. */
    username: existingUsername.or(z.literal('')),
    email,
  },
  response: z.null(),
  errors: [
    ...targetErrors,
    'user.username_taken',
    'user.username_invalid',
    'user.name_reserved',
    'account.email_taken',
  ],
})

export const createActivationLink = endpoint({
  method: 'GET',
  path: `${adminPrefix}/user/activation`,
  access: 'admin',
  userCenter: 'login',
  summary: 'Creates an activation link that works for an hour. Older links stop working.',
  changesState: true,
  input: { user_id: userId },
  response: z.object({ activation_url: z.string() }),
  errors: [...targetErrors, 'user.confirmed'],
  limits: ['write.user'],
})

export const activateByLink = endpoint({
  method: 'POST',
  path: `${adminPrefix}/user/activation`,
  access: 'admin',
  userCenter: 'login',
  summary: 'Emails an activation link, or returns one that works for an hour.',
  input: { user_id: userId, by: z.enum(['email', 'link']).default('email') },
  response: z.object({
    /** Empty if the link was sent by email. */
    activation_url: z.string(),
  }),
  errors: [...targetErrors, 'user.confirmed'],
})

export const lineProblems = [
  'fields',
  'name',
  'name_reserved',
  'email',
  'email_taken',
  'email_twice',
  'password',
  'password_common',
] as const
export type LineProblem = (typeof lineProblems)[number]

/** A line of the list, without its password. */
const AddedLine = z.object({
  line: z.number().int(),
  name: z.string(),
  e_mail: z.string(),
  verdict: z.enum(['ok', 'duplicate', 'invalid']),
  problem: z.enum(lineProblems).nullable(),
})
export type AddedLine = z.output<typeof AddedLine>

export const addAccounts = endpoint({
  method: 'POST',
  path: `${adminPrefix}/users`,
  access: 'admin',
  userCenter: 'login',
  allowsKeys: true,
  summary:
    'Adds users who need not confirm their email, all of them or none. A dry run only checks the lines.',
  input: {
    /** One user per line: name, email, password. */
    users: z.string().trim().min(1).max(limits.addedUsers.characters),
    dry_run: z.boolean().default(false),
  },
  response: z.object({
    added: z.number().int(),
    lines: z.array(AddedLine).max(limits.addedUsers.max),
  }),
  errors: ['user.line_invalid', 'user.too_many_lines'],
})

export const getUserCenterAgent = endpoint({
  method: 'GET',
  path: `${adminPrefix}/user-center/agent`,
  access: 'admin',
  allowsKeys: true,
  summary: 'Says what a user center leaves to admins.',
  response: z.object({
    enabled: z.boolean(),
    allow_create_user: z.boolean(),
    allow_update_user_status: z.boolean(),
    allow_update_user_password: z.boolean(),
    allow_update_user_role: z.boolean(),
  }),
})
