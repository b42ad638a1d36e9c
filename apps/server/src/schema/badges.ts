import type { BadgeGroupKey, BadgeKey, BadgeLevel } from '@stoa/contract/features/badges'
import { badgeGroups } from '@stoa/contract/features/badges'
import { sql } from 'drizzle-orm'
import {
  boolean,
  check,
  foreignKey,
  index,
  integer,
  pgTable,
  smallint,
  text,
  unique,
  uniqueIndex,
} from 'drizzle-orm/pg-core'
import { bigId, objectPrimaryKey, textList, time } from './columns.ts'
import { tags } from './tags.ts'
import { users } from './users.ts'

/** What earns a badge. Those about posts earn it once for each post. */
export const badgeConditions = [
  'bio_written',
  'post_edited',
  'flag_sent',
  'upvote_cast',
  'reaction_added',
  'post_shared',
  'answer_accepted',
  'answers_solved',
  'answer_upvotes',
  'question_upvotes',
  'questions_asked',
  'answers_posted',
  'comments_posted',
] as const
export type BadgeCondition = (typeof badgeConditions)[number]

/** Earned by posts. */
export const postConditions: readonly BadgeCondition[] = ['answer_upvotes', 'question_upvotes']

/** The migration adds those of every site; admins define others. */
export const badges = pgTable(
  'badges',
  {
    /** The first hundred numbers are for the badges of every site. */
    id: bigId()
      .primaryKey()
      .default(sql`10090000000000100 + nextval('object_id_seq')`),
    /** Null for badges that an admin defined, which have a name and a description instead. */
    key: text().$type<BadgeKey>().unique('badges_key'),
    name: text().notNull().default(''),
    description: text().notNull().default(''),
    group: text().$type<BadgeGroupKey>().notNull(),
    icon: text().notNull(),
    level: smallint().$type<BadgeLevel>().notNull(),
    isSingle: boolean('is_single').notNull(),
    condition: text().$type<BadgeCondition>().notNull(),
    /** How many of what the condition counts. */
    amount: integer().notNull().default(1),
    /** Only what is about this tag counts. */
    tagId: bigId('tag_id').references(() => tags.id),
    /** All of it within so many days; of a post, since it was written. */
    withinDays: integer('within_days'),
    isActive: boolean('is_active').notNull().default(true),
    awardCount: integer('award_count').notNull().default(0),
    /** The last user or post that was checked for past deeds. */
    checkedTo: bigId('checked_to').notNull().default('0'),
    /** When all of them were. */
    checkedAt: time('checked_at'),
    /** Content up to this id is checked for its authors. */
    contentCheckedTo: bigId('content_checked_to').notNull().default('0'),
    /** Votes until then are checked. */
    votesCheckedAt: time('votes_checked_at').notNull().defaultNow(),
  },
  (table) => [
    // Target of the composite foreign key of the awards.
    unique('badges_id_single').on(table.id, table.isSingle),
    check('badges_group', sql`${table.group} in (${textList(badgeGroups)})`),
    check('badges_condition', sql`${table.condition} in (${textList(badgeConditions)})`),
    check('badges_level', sql`${table.level} in (1, 2, 3)`),
    check('badges_amount', sql`${table.amount} >= 1`),
    check('badges_name', sql`(${table.key} is null) = (${table.name} <> '')`),
    check('badges_within_days', sql`${table.withinDays} >= 1`),
    check('badges_award_count', sql`${table.awardCount} >= 0`),
    check(
      'badges_single',
      sql`${table.isSingle} or ${table.condition} in ('answer_upvotes', 'question_upvotes')`,
    ),
  ],
)

export type BadgeRow = typeof badges.$inferSelect

export const badgeAwards = pgTable(
  'badge_awards',
  {
    id: objectPrimaryKey('badge_award'),
    badgeId: bigId('badge_id').notNull(),
    /** Repeats that of the badge, for the unique indexes. */
    isSingle: boolean('is_single').notNull(),
    userId: bigId('user_id')
      .notNull()
      .references(() => users.id),
    /** The post that earned it. Single badges have none: nobody should learn what somebody flagged. */
    objectId: bigId('object_id'),
    createdAt: time('created_at').notNull(),
    /** Staff took it back. The row stays, so that it is not awarded again. */
    takenBackAt: time('taken_back_at'),
  },
  (table) => [
    foreignKey({
      name: 'badge_awards_badge',
      columns: [table.badgeId, table.isSingle],
      foreignColumns: [badges.id, badges.isSingle],
    }),
    uniqueIndex('badge_awards_once')
      .on(table.badgeId, table.userId)
      .where(sql`${table.isSingle}`),
    uniqueIndex('badge_awards_once_per_object')
      .on(table.badgeId, table.userId, table.objectId)
      .where(sql`not ${table.isSingle}`),
    index('badge_awards_newest').on(table.badgeId, table.id.desc().nullsFirst()),
    index('badge_awards_user_id').on(table.userId, table.id.desc().nullsFirst()),
    index('badge_awards_object_id')
      .on(table.objectId)
      .where(sql`${table.objectId} is not null`),
    check('badge_awards_object', sql`${table.isSingle} = (${table.objectId} is null)`),
  ],
)
