import { z } from 'zod'
import { apiPrefix, endpoint } from '../endpoint.ts'
import { limits } from '../limits.ts'
import { wholeNumber } from '../paging.ts'
import { UserBasic } from './users.ts'

const roleId = z.union([z.literal(1), z.literal(2), z.literal(3)])

/** What anyone may know about a person. */
export const Person = UserBasic.extend({
  role_id: roleId,
  created_at: z.number().int(),
  /** The day they were last here, to the day. */
  last_login_date: z.number().int(),
  question_count: z.number().int(),
  answer_count: z.number().int(),
  bio: z.string(),
  bio_html: z.string(),
  website: z.string(),
  location: z.string(),
  /** Says in words why this account is not like others; empty for most. */
  status_msg: z.string(),
  /** 0: not suspended, or for good. */
  suspended_until: z.number().int(),
})
export type Person = z.output<typeof Person>

export const getPerson = endpoint({
  method: 'GET',
  path: `${apiPrefix}/personal/user/info`,
  access: 'public',
  summary: 'The public profile of a person.',
  input: { username: z.string().min(1).max(100) },
  reply: Person,
  errors: ['user.not_found'],
})

const RankedPerson = z.object({
  username: z.string(),
  display_name: z.string(),
  avatar: z.string(),
  rank: z.number().int(),
  vote_count: z.number().int(),
})
export type RankedPerson = z.output<typeof RankedPerson>

const StaffPerson = RankedPerson.extend({ role_id: roleId })
export type StaffPerson = z.output<typeof StaffPerson>

export const rankPeople = endpoint({
  method: 'GET',
  path: `${apiPrefix}/user/ranking`,
  access: 'public',
  summary:
    'Who gained the most reputation (as rank) and gave the most votes in the last seven days, and staff.',
  reply: z.object({
    users_with_the_most_reputation: z.array(RankedPerson),
    users_with_the_most_vote: z.array(RankedPerson),
    staffs: z.array(StaffPerson),
  }),
})

const nameStart = z.string().trim().max(limits.displayName.max)

export const listStaff = endpoint({
  method: 'GET',
  path: `${apiPrefix}/user/staff`,
  access: 'public',
  summary: 'Moderators and admins, by name; those whose name starts with the given text.',
  input: {
    username: nameStart.default(''),
    page_size: wholeNumber({ min: 1, max: limits.pageSize.max }).default(limits.pageSize.default),
  },
  reply: z.array(StaffPerson),
})

export const searchPeople = endpoint({
  method: 'GET',
  path: `${apiPrefix}/user/info/search`,
  access: 'member',
  summary: 'People whose name starts with the given text, without the caller.',
  input: {
    username: nameStart.min(1),
    page_size: wholeNumber({ min: 1, max: 20 }).default(5),
  },
  reply: z.array(UserBasic),
  limits: ['people.user'],
})
