import { z } from 'zod'
import { apiPrefix, endpoint } from '../endpoint.ts'
import { limits } from '../limits.ts'
import { pageOf, paging, wholeNumber } from '../paging.ts'
import { byUsername } from './posts.ts'
import { Tag } from './tags.ts'
import { UserBasic } from './users.ts'

const roleId = z.union([z.literal(1), z.literal(2), z.literal(3)])

export const UserProfile = UserBasic.extend({
  role_id: roleId,
  created_at: z.number().int(),
  /** Rounded to the day. */
  last_login_date: z.number().int(),
  question_count: z.number().int(),
  answer_count: z.number().int(),
  bio: z.string(),
  bio_html: z.string(),
  website: z.string(),
  location: z.string(),
  /** Why the account is suspended, inactive or deleted; empty otherwise. */
  status_msg: z.string(),
  /** 0 when not suspended, or suspended permanently. */
  suspended_until: z.number().int(),
  /** Whether the caller follows the user. */
  is_followed: z.boolean(),
})
export type UserProfile = z.output<typeof UserProfile>

export const getUser = endpoint({
  method: 'GET',
  path: `${apiPrefix}/personal/user/info`,
  access: 'public',
  summary: 'Returns the public profile of a user.',
  input: { username: z.string().min(1).max(100) },
  response: UserProfile,
  errors: ['user.not_found'],
})

const UserStatistics = z.object({
  /** Posts per week of the last year, oldest first. `week` is a Monday in the site's time zone, as midnight in UTC. */
  weeks: z
    .array(
      z.object({
        week: z.number().int(),
        question_count: z.number().int(),
        answer_count: z.number().int(),
      }),
    )
    .max(53),
  /** Reputation at the end of each of the last twelve months, oldest first; `month` is its first day in UTC. */
  months: z.array(z.object({ month: z.number().int(), rank: z.number().int() })).max(12),
  /** Tags of the user's best posts, with the sum of their scores. */
  tags: z.array(z.object({ tag: Tag, score: z.number().int() })).max(5),
  /** Views of the questions that the user asked or answered. */
  view_count: z.number().int(),
  /** Percent of the user's answers that were accepted. */
  accepted_percent: z.number().int().min(0).max(100),
  /** Percent of the user's questions that have an answer. */
  answered_percent: z.number().int().min(0).max(100),
})
export type UserStatistics = z.output<typeof UserStatistics>

export const getUserStatistics = endpoint({
  method: 'GET',
  path: `${apiPrefix}/personal/user/statistics`,
  access: 'public',
  summary:
    'Returns what the charts of a profile show, from the newest and best public posts of the user.',
  input: byUsername,
  response: UserStatistics,
  errors: ['user.not_found'],
})

const RankedUser = z.object({
  username: z.string(),
  display_name: z.string(),
  avatar: z.string(),
  rank: z.number().int(),
  vote_count: z.number().int(),
})
export type RankedUser = z.output<typeof RankedUser>

const StaffUser = RankedUser.extend({ role_id: roleId })
export type StaffUser = z.output<typeof StaffUser>

export const rankUsers = endpoint({
  method: 'GET',
  path: `${apiPrefix}/user/ranking`,
  access: 'public',
  summary:
    'Lists staff and the users with the most reputation gained (rank) and votes cast in the last seven days.',
  response: z.object({
    users_with_the_most_reputation: z.array(RankedUser),
    users_with_the_most_vote: z.array(RankedUser),
    staffs: z.array(StaffUser),
  }),
})

const namePrefix = z.string().trim().max(limits.displayName.max)

export const listStaff = endpoint({
  method: 'GET',
  path: `${apiPrefix}/user/staff`,
  access: 'public',
  summary: 'Lists moderators and admins whose name starts with the given text, by name.',
  input: {
    username: namePrefix.default(''),
    page_size: wholeNumber({ min: 1, max: limits.pageSize.max }).default(limits.pageSize.default),
  },
  response: z.array(StaffUser),
})

export const listUsers = endpoint({
  method: 'GET',
  path: `${apiPrefix}/user/page`,
  access: 'public',
  summary:
    'Lists active users by reputation; with a username, the first page of those whose name starts with it.',
  input: { ...paging, username: namePrefix.default('') },
  response: pageOf(UserBasic),
  limits: ['people.user'],
})

export const searchUsers = endpoint({
  method: 'GET',
  path: `${apiPrefix}/user/info/search`,
  access: 'member',
  allowsKeys: true,
  summary: 'Lists users whose name starts with the given text, except the caller.',
  input: {
    username: namePrefix.min(1),
    page_size: wholeNumber({ min: 1, max: 20 }).default(5),
  },
  response: z.array(UserBasic),
  limits: ['people.user'],
})
