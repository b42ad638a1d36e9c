import { z } from 'zod'
import { apiPrefix, endpoint } from '../endpoint.ts'
import { limits } from '../limits.ts'
import { wholeNumber } from '../paging.ts'
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

export const searchUsers = endpoint({
  method: 'GET',
  path: `${apiPrefix}/user/info/search`,
  access: 'member',
  summary: 'Lists users whose name starts with the given text, except the caller.',
  input: {
    username: namePrefix.min(1),
    page_size: wholeNumber({ min: 1, max: 20 }).default(5),
  },
  response: z.array(UserBasic),
  limits: ['people.user'],
})
