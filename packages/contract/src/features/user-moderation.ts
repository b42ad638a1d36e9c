import { z } from 'zod'
import { apiPrefix, endpoint } from '../endpoint.ts'
import { limits } from '../limits.ts'
import { StaffLogEntry } from './staff-log.ts'
import { UserBasic } from './users.ts'

/** Durations of a suspension, as hours, days, months or years. */
export const suspendDurations = [
  '24h',
  '48h',
  '72h',
  '7d',
  '14d',
  '1m',
  '2m',
  '3m',
  '6m',
  '1y',
  'forever',
] as const
export type SuspendDuration = (typeof suspendDurations)[number]

const silenceDurations = suspendDurations.filter((duration) => duration !== 'forever')

const userId = z.string().regex(/^[1-9]\d{0,14}$/)
const rowId = z.string().regex(/^[1-9]\d{0,17}$/)
const text = z.string().trim().min(1).max(limits.staffText.max)
const targetErrors = ['user.not_found', 'user.oneself', 'user.is_staff'] as const

export const addUserNote = endpoint({
  method: 'POST',
  path: `${apiPrefix}/user/note`,
  access: 'moderator',
  allowsKeys: true,
  summary: 'Adds a note about a user that only staff can read.',
  input: { user_id: userId, note: text },
  response: z.null(),
  errors: ['user.not_found', 'user.oneself'],
})

export const deleteUserNote = endpoint({
  method: 'DELETE',
  path: `${apiPrefix}/user/note`,
  access: 'moderator',
  allowsKeys: true,
  summary: 'Deletes a note of the caller about a user.',
  input: { note_id: rowId },
  response: z.null(),
  errors: ['object.not_found'],
})

export const warnUser = endpoint({
  method: 'POST',
  path: `${apiPrefix}/user/warn`,
  access: 'moderator',
  allowsKeys: true,
  summary: 'Sends a warning, which the user sees on every page until they acknowledge it.',
  input: { user_id: userId, message: text },
  response: z.object({ warning_id: z.string() }),
  errors: targetErrors,
})

export const withdrawWarning = endpoint({
  method: 'DELETE',
  path: `${apiPrefix}/user/warn`,
  access: 'moderator',
  allowsKeys: true,
  summary: 'Withdraws a warning that was sent by mistake. Idempotent.',
  input: { warning_id: rowId },
  response: z.null(),
  errors: targetErrors,
})

export const silenceUser = endpoint({
  method: 'PUT',
  path: `${apiPrefix}/user/silence`,
  access: 'moderator',
  allowsKeys: true,
  summary: 'Lets a user read but not write for some time. Replaces a silence that has not ended.',
  input: { user_id: userId, duration: z.enum(silenceDurations), reason: text },
  response: z.null(),
  errors: targetErrors,
})

export const unsilenceUser = endpoint({
  method: 'PUT',
  path: `${apiPrefix}/user/unsilence`,
  access: 'moderator',
  allowsKeys: true,
  summary: 'Lets a silenced user write again.',
  input: { user_id: userId, reason: z.string().trim().max(limits.staffText.max).default('') },
  response: z.null(),
  errors: [...targetErrors, 'user.not_silenced'],
})

export const suspendUser = endpoint({
  method: 'PUT',
  path: `${apiPrefix}/user/suspend`,
  access: 'moderator',
  allowsKeys: true,
  summary:
    'Suspends a user, who sees the reason, and can delete the posts of the last days in a job. Replaces a suspension that has not ended.',
  input: {
    user_id: userId,
    suspend_duration: z.enum(suspendDurations),
    reason: text,
    /** Deletes the posts of so many days. */
    remove_days: z.number().int().min(0).max(limits.removeDays.max).default(0),
  },
  response: z.null(),
  errors: [...targetErrors, 'account.last_admin'],
})

export const unsuspendUser = endpoint({
  method: 'PUT',
  path: `${apiPrefix}/user/unsuspend`,
  access: 'moderator',
  allowsKeys: true,
  summary: 'Ends a suspension, and can restore the posts that it deleted.',
  input: {
    user_id: userId,
    reason: z.string().trim().max(limits.staffText.max).default(''),
    restore_posts: z.boolean().default(false),
  },
  response: z.null(),
  errors: [...targetErrors, 'user.not_suspended'],
})

export const restoreRemovedPosts = endpoint({
  method: 'PUT',
  path: `${apiPrefix}/user/posts/restore`,
  access: 'moderator',
  allowsKeys: true,
  summary: 'Restores the posts that a suspension deleted, in a job.',
  input: { suspension_id: rowId },
  response: z.null(),
  errors: [...targetErrors, 'object.not_found'],
})

const listed = limits.moderationRows.max

const Note = z.object({
  id: z.string(),
  note: z.string(),
  created_at: z.number().int(),
  author_info: UserBasic,
  is_own: z.boolean(),
})

const Warning = z.object({ id: z.string(), message: z.string(), created_at: z.number().int() })

const SentWarning = Warning.extend({
  author_info: UserBasic,
  /** 0 until the user has acknowledged it. */
  acknowledged_at: z.number().int(),
})

const suspensionFields = {
  kind: z.enum(['suspension', 'silence']),
  reason: z.string(),
  created_at: z.number().int(),
  /** 0: permanent. */
  until: z.number().int(),
}

const Suspension = z.object({
  id: z.string(),
  ...suspensionFields,
  author_info: UserBasic,
  /** 0 while it lasts. */
  ended_at: z.number().int(),
  /** Posts that it deleted and that can be restored. */
  removed_count: z.number().int(),
})

const FlaggedContent = z.object({
  object_id: z.string(),
  object_type: z.enum(['question', 'answer', 'comment']),
  question_id: z.string(),
  title: z.string(),
  url_title: z.string(),
  flag_count: z.number().int(),
  flagged_at: z.number().int(),
})

const UserModeration = z.object({
  user_info: UserBasic,
  /** Whether the caller may warn, silence and suspend the user. */
  can_moderate: z.boolean(),
  /** 0 when not suspended, or permanently: see the status of the user. */
  suspended_until: z.number().int(),
  /** 0 when not silenced. */
  silenced_until: z.number().int(),
  notes: z.array(Note).max(listed),
  warnings: z.array(SentWarning).max(listed),
  suspensions: z.array(Suspension).max(listed),
  /** Among the newest content of the user. */
  flagged: z.array(FlaggedContent).max(listed),
  /** Entries of the staff log about the user. */
  history: z.array(StaffLogEntry).max(listed),
})
export type UserModeration = z.output<typeof UserModeration>

export const getUserModeration = endpoint({
  method: 'GET',
  path: `${apiPrefix}/user/moderation`,
  access: 'moderator',
  allowsKeys: true,
  summary: 'Returns what staff need to know about a user: notes, warnings, suspensions, flags.',
  input: { user_id: userId },
  response: UserModeration,
  errors: ['user.not_found'],
})

const AccountStanding = z.object({
  suspension: z.object(suspensionFields).nullable(),
  silence: z.object(suspensionFields).nullable(),
  /** Not acknowledged yet, oldest first. */
  warnings: z.array(Warning).max(listed),
})
export type AccountStanding = z.output<typeof AccountStanding>

export const getAccountStanding = endpoint({
  method: 'GET',
  path: `${apiPrefix}/user/standing`,
  access: 'any-user',
  summary: 'Returns why the caller is suspended or silenced, and their warnings.',
  response: AccountStanding,
})

export const acknowledgeWarning = endpoint({
  method: 'PUT',
  path: `${apiPrefix}/user/warning/acknowledge`,
  access: 'any-user',
  summary: 'Marks a warning as read. Idempotent.',
  input: { warning_id: rowId },
  response: z.null(),
  errors: ['object.not_found'],
})
