import { z } from 'zod'
import { adminPrefix, endpoint } from '../endpoint.ts'
import { limits } from '../limits.ts'
import { ApiKey } from './api-keys.ts'
import { MailLogEntry } from './mail.ts'
import { Account } from './people.ts'
import { Session } from './sessions.ts'
import { StaffLogEntry } from './staff-log.ts'
import { UserBasic } from './users.ts'

const userId = z.string().regex(/^[1-9]\d{0,14}$/)
const count = z.number().int()
const { max } = limits.overviewRows

export const contentStates = ['visible', 'closed', 'unlisted', 'pending', 'deleted'] as const

const OverviewContent = z.object({
  object_type: z.enum(['question', 'answer', 'comment']),
  object_id: z.string(),
  question_id: z.string(),
  /** `0` for questions and their comments. */
  answer_id: z.string(),
  /** Of the question. */
  title: z.string(),
  url_title: z.string(),
  score: count,
  created_at: count,
  state: z.enum(contentStates),
  /** The name of who deleted it; empty for content that is not deleted itself. */
  deleted_by: z.string(),
})

const VoteSums = z.object({
  up: count,
  down: count,
  /** Others who voted, or were voted on. */
  users: count,
  /** Whom most votes are for, or from. */
  most: z
    .array(z.object({ user_info: UserBasic, up: count, down: count }))
    .max(limits.overviewVotes.users),
})

/** Everything an admin needs to know about one user. */
const UserOverview = z.object({
  account: Account.extend({
    has_password: z.boolean(),
    has_authenticator: z.boolean(),
    passkeys: count,
    /** Accounts at other services, by the plugin that connects them. */
    external_accounts: z
      .array(z.object({ plugin_slug_name: z.string(), name: z.string() }))
      .max(limits.plugins.max),
    /** 0 when not silenced. */
    silenced_until: count,
    location: z.string(),
    website: z.string(),
  }),
  /** Newest first. */
  content: z.array(OverviewContent).max(max),
  /** Of the newest votes, at most `limits.overviewVotes.max`. */
  votes_given: VoteSums,
  votes_received: VoteSums,
  sessions: z
    .array(
      Session.extend({
        /** Other users with sessions from this address, and those of them who are suspended. */
        other_users: count,
        suspended_users: count,
      }),
    )
    .max(max),
  /** Those that can be used. */
  api_keys: z.array(ApiKey.omit({ owner: true })).max(max),
  mails: z.array(MailLogEntry.omit({ recipient: true })).max(max),
  /** What staff did, of a deleted account only. `getUserModeration` has it for the others. */
  history: z.array(StaffLogEntry).max(limits.moderationRows.max),
  flags: z.object({
    /** Cases about the user and their content. */
    open: count,
    upheld: count,
    declined: count,
    /** Of the newest flags of the user. */
    made: count,
    made_upheld: count,
    made_declined: count,
  }),
})
export type UserOverview = z.output<typeof UserOverview>

export const getUserOverview = endpoint({
  method: 'GET',
  path: `${adminPrefix}/user`,
  access: 'admin',
  allowsKeys: true,
  summary: 'Returns one user with newest content, votes, sessions, emails and flags.',
  input: { user_id: userId },
  response: UserOverview,
  errors: ['user.not_found'],
})

export const endUserSessions = endpoint({
  method: 'DELETE',
  path: `${adminPrefix}/user/sessions`,
  access: 'admin',
  summary: 'Logs a user out: on one device, or everywhere.',
  input: {
    user_id: userId,
    session_id: z
      .string()
      .regex(/^\d{1,18}$/)
      .optional(),
  },
  response: z.null(),
  errors: ['user.not_found', 'user.oneself', 'user.deleted'],
})
