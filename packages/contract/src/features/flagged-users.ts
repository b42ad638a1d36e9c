import { z } from 'zod'
import { captchaSolution } from '../captcha.ts'
import { apiPrefix, endpoint } from '../endpoint.ts'
import { objectId } from '../ids.ts'
import { limits } from '../limits.ts'
import { pageOf, paging, wholeNumber } from '../paging.ts'
import { decisionNote, Flag } from './flags.ts'
import { Flaggers, PostReference } from './review.ts'
import { UserBasic } from './users.ts'

const userId = z.string().regex(/^[1-9]\d{0,14}$/)

export const flagUser = endpoint({
  method: 'POST',
  path: `${apiPrefix}/report/user`,
  access: 'member',
  allowsKeys: true,
  summary: 'Flags a user for staff. All flags of one user are one case.',
  input: {
    user_id: userId,
    report_type: z.number().int(),
    content: z.string().trim().max(limits.flagText.max).default(''),
    ...captchaSolution,
  },
  response: z.null(),
  errors: [
    'user.not_found',
    'flag.oneself',
    'flag.already',
    'flag.paused',
    'rank.too_low',
    'reason.not_in_list',
    'reason.content_required',
  ],
  limits: ['flag.user'],
  captcha: 'report',
})

/** What staff need to decide a case about a user. */
const FlaggedUser = z.object({
  flag_id: z.string(),
  created_at: z.number().int(),
  user_info: UserBasic,
  joined_at: z.number().int(),
  bio: z.string(),
  bio_html: z.string(),
  website: z.string(),
  location: z.string(),
  /** Oldest first. */
  flags: z.array(Flag).max(limits.flagsPerCase.max),
  /** Who looks at the case at the moment. */
  claimed_by: UserBasic.nullable(),
})
export type FlaggedUser = z.output<typeof FlaggedUser>

export const listFlaggedUsers = endpoint({
  method: 'GET',
  path: `${apiPrefix}/report/unreviewed/user`,
  access: 'moderator',
  allowsKeys: true,
  summary: 'Lists the open cases of flagged users, oldest first, without one about the caller.',
  input: {
    ...paging,
    /** Cases with at least one flag for this reason. */
    reason: wholeNumber({ min: 1, max: 1000 }).optional(),
    /** Whether to list what the caller skipped, and nothing else. */
    skipped: z.enum(['true', 'false']).default('false'),
    /** A single case, wherever it is in the list. */
    flag_id: objectId('report').optional(),
  },
  response: pageOf(FlaggedUser),
})

export const userCaseOperations = ['uphold_report', 'reset_profile', 'ignore_report'] as const
export type UserCaseOperation = (typeof userCaseOperations)[number]

/** What staff can remove from a profile. The display name becomes the username. */
export const profileFields = ['display_name', 'avatar', 'bio', 'website', 'location'] as const
export type ResetField = (typeof profileFields)[number]

export const reviewFlaggedUser = endpoint({
  method: 'PUT',
  path: `${apiPrefix}/report/user/review`,
  access: 'moderator',
  allowsKeys: true,
  summary:
    'Decides a case about a user: marks the flags as helpful, resets fields of the profile too, or declines the flags.',
  input: {
    flag_id: objectId('report'),
    operation_type: z.enum(userCaseOperations),
    fields: z.array(z.enum(profileFields)).max(profileFields.length).default([]),
    note: decisionNote,
  },
  response: z.null(),
  errors: [
    'flag.case_not_found',
    'flag.case_decided',
    'flag.own_case',
    'review.claimed',
    'user.not_found',
    'user.oneself',
    'user.is_staff',
  ],
  limits: ['review.user'],
})

const FlaggedUserContext = z.object({
  question_count: z.number().int(),
  answer_count: z.number().int(),
  /** Posts that someone else deleted. */
  removed_count: z.number().int(),
  warning_count: z.number().int(),
  suspension_count: z.number().int(),
  /** Whether the caller may warn, silence and suspend the user. */
  can_moderate: z.boolean(),
  /** 0 when not silenced. */
  silenced_until: z.number().int(),
  /** Newest first. */
  posts: z
    .array(PostReference.extend({ created_at: z.number().int(), is_deleted: z.boolean() }))
    .max(limits.reviewContext.posts),
  earlier_cases: z
    .array(
      z.object({
        operation: z.enum(userCaseOperations),
        decided_at: z.number().int(),
        decided_by: UserBasic,
        note: z.string(),
      }),
    )
    .max(limits.reviewContext.cases),
  flaggers: Flaggers,
})
export type FlaggedUserContext = z.output<typeof FlaggedUserContext>

export const getFlaggedUserContext = endpoint({
  method: 'GET',
  path: `${apiPrefix}/review/context/user`,
  access: 'moderator',
  allowsKeys: true,
  summary: 'Returns facts about a flagged user and whoever flagged them.',
  input: { user_id: userId },
  response: FlaggedUserContext,
  errors: ['user.not_found'],
})
