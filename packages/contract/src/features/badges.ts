import { z } from 'zod'
import { adminPrefix, apiPrefix, endpoint } from '../endpoint.ts'
import { objectId } from '../ids.ts'
import { limits } from '../limits.ts'
import { pageOf, paging } from '../paging.ts'
import { UserBasic } from './users.ts'

/** The badges of every site. Their names and descriptions are in the locale files. */
export const badgeKeys = [
  'autobiographer',
  'editor',
  'first_flag',
  'first_upvote',
  'first_reaction',
  'first_share',
  'scholar',
  'solved',
  'nice_answer',
  'good_answer',
  'great_answer',
  'nice_question',
  'good_question',
  'great_question',
] as const
export type BadgeKey = (typeof badgeKeys)[number]

/** In the order of the screen. */
export const badgeGroups = ['getting_started', 'community', 'posting', 'site'] as const
export type BadgeGroupKey = (typeof badgeGroups)[number]

export const badgeLevels = { bronze: 1, silver: 2, gold: 3 } as const
export type BadgeLevel = (typeof badgeLevels)[keyof typeof badgeLevels]

const level = z.union([z.literal(1), z.literal(2), z.literal(3)])
const count = z.number().int()

const badgeFields = {
  id: z.string(),
  /** In the language of the caller. */
  name: z.string(),
  icon: z.string(),
  level,
  /** How often the caller earned it, or the user of the list. */
  earned_count: count,
}

export const BadgeAwardSummary = z.object(badgeFields)
export type BadgeAwardSummary = z.output<typeof BadgeAwardSummary>

/** How far the caller is: `value` of `goal`, for the badge that is not earned yet, or not for the next post. */
const progress = z.object({ value: count, goal: count }).nullable()

export const Badge = z.object({
  ...badgeFields,
  description: z.string(),
  award_count: count,
  /** Once for each user; else once for each post. */
  is_single: z.boolean(),
  progress,
})
export type Badge = z.output<typeof Badge>

export const BadgeGroup = z.object({
  group_name: z.string(),
  badges: z.array(Badge).max(limits.badges.max),
})
export type BadgeGroup = z.output<typeof BadgeGroup>

export const listBadges = endpoint({
  method: 'GET',
  path: `${apiPrefix}/badges`,
  access: 'public',
  summary: 'Lists the badges of the site in groups, with what the caller earned.',
  input: {},
  response: z.array(BadgeGroup).max(badgeGroups.length),
})

export const getBadge = endpoint({
  method: 'GET',
  path: `${apiPrefix}/badge`,
  access: 'public',
  summary: 'Returns one badge.',
  input: { id: objectId('badge') },
  response: Badge,
  errors: ['badge.object_not_found'],
})

/** Ids are `0` and texts are empty for a badge that belongs to no post, or to one that is hidden from the caller. */
export const BadgeAward = z.object({
  created_at: count,
  object_type: z.enum(['question', 'answer', '']),
  object_id: z.string(),
  question_id: z.string(),
  answer_id: z.string(),
  comment_id: z.string(),
  title: z.string(),
  url_title: z.string(),
  author_user_info: UserBasic,
})
export type BadgeAward = z.output<typeof BadgeAward>

const username = z.string().min(1).max(limits.username.maxExisting)

export const listBadgeAwards = endpoint({
  method: 'GET',
  path: `${apiPrefix}/badge/awards/page`,
  access: 'public',
  summary: 'Lists who earned a badge, newest first.',
  input: { ...paging, badge_id: objectId('badge'), username: username.optional() },
  response: pageOf(BadgeAward),
  errors: ['badge.object_not_found', 'user.not_found'],
})

const userBadges = z.object({
  count,
  list: z.array(BadgeAwardSummary).max(limits.badges.max),
})

export const listUserBadges = endpoint({
  method: 'GET',
  path: `${apiPrefix}/badge/user/awards`,
  access: 'public',
  summary: 'Lists the badges of a user, gold first.',
  input: { username },
  response: userBadges,
  errors: ['user.not_found'],
})

export const listRecentUserBadges = endpoint({
  method: 'GET',
  path: `${apiPrefix}/badge/user/awards/recent`,
  access: 'public',
  summary: 'Lists the badges that a user earned last.',
  input: { username },
  response: userBadges,
  errors: ['user.not_found'],
})

const badgeStatus = z.enum(['active', 'inactive'])

export const AdminBadge = z.object({
  ...badgeFields,
  description: z.string(),
  group_name: z.string(),
  award_count: count,
  status: badgeStatus,
  /** Defined by an admin, so its name and look can be changed. */
  is_editable: z.boolean(),
  /** How much of the past is checked for users who deserve it, in percent. */
  checked_percent: count,
})
export type AdminBadge = z.output<typeof AdminBadge>

export const listAdminBadges = endpoint({
  method: 'GET',
  path: `${adminPrefix}/badges`,
  access: 'admin',
  allowsKeys: true,
  summary: 'Lists all badges, also those that are inactive.',
  input: {
    ...paging,
    status: z.enum(['active', 'inactive', '']).default(''),
    /** A part of the name, or `badge:` and an id. */
    q: z.string().trim().max(limits.searchQuery.max).default(''),
  },
  response: pageOf(AdminBadge),
})

export const setBadgeStatus = endpoint({
  method: 'PUT',
  path: `${adminPrefix}/badge/status`,
  access: 'admin',
  allowsKeys: true,
  summary: 'Activates a badge, or hides it and stops awarding it.',
  input: { id: objectId('badge'), status: badgeStatus },
  response: z.null(),
  errors: ['badge.object_not_found'],
})

/** What badges of an admin count: deeds of a user, or upvotes of a post. */
export const countedDeeds = [
  'questions_asked',
  'answers_posted',
  'answers_solved',
  'comments_posted',
] as const
export const countedUpvotes = ['question_upvotes', 'answer_upvotes'] as const

/** As the built-in badges have. */
export const badgeIcons = [
  'person-badge-fill',
  'pencil-fill',
  'flag-fill',
  'hand-thumbs-up-fill',
  'emoji-smile-fill',
  'share-fill',
  'check-circle-fill',
  'check-square-fill',
  'chat-square-text-fill',
  'question-circle-fill',
] as const

const look = {
  name: z.string().trim().min(1).max(limits.badgeName.max),
  description: z.string().trim().min(1).max(limits.badgeDescription.max),
  icon: z.enum(badgeIcons),
  level,
}

export const createBadge = endpoint({
  method: 'POST',
  path: `${adminPrefix}/badge`,
  access: 'admin',
  allowsKeys: true,
  summary: 'Defines a badge. Users who deserve it already get it within minutes.',
  input: {
    ...look,
    condition: z.enum([...countedDeeds, ...countedUpvotes]),
    /** How many of what the condition counts. */
    amount: z.number().int().min(1).max(limits.badgeAmount.max),
    /** Only what is about this tag counts; empty for everything. */
    tag: z.string().trim().max(limits.tagName.max).default(''),
    /** All of it within so many days; of a post, since it was written. 0 for any time. */
    within_days: z.number().int().min(0).max(limits.badgeDays.max).default(0),
    /** Of upvotes: once for each user instead of once for each post. */
    is_single: z.boolean().default(true),
  },
  response: z.object({ id: z.string() }),
  errors: ['tag.not_found', 'badge.too_many'],
})

export const updateBadge = endpoint({
  method: 'PUT',
  path: `${adminPrefix}/badge`,
  access: 'admin',
  allowsKeys: true,
  summary: 'Changes how a badge that an admin defined looks. What earns it stays.',
  input: { id: objectId('badge'), ...look },
  response: z.null(),
  errors: ['badge.object_not_found'],
})

export const takeBadgeBack = endpoint({
  method: 'DELETE',
  path: `${apiPrefix}/badge/awards`,
  access: 'moderator',
  allowsKeys: true,
  summary: 'Takes a badge back from a user, for good. Recorded in the staff log.',
  input: {
    badge_id: objectId('badge'),
    username,
    reason: z.string().trim().min(1).max(limits.staffText.max),
  },
  response: z.null(),
  errors: ['badge.object_not_found', 'user.not_found'],
})
