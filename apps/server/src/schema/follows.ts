import type { FollowLevel } from '@stoa/contract/features/follows'
import { sql } from 'drizzle-orm'
import { check, index, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'
import { bigId, time } from './columns.ts'
import { questions } from './posts.ts'
import { users } from './users.ts'

/** The object is a question or a tag. */
export const follows = pgTable(
  'follows',
  {
    userId: bigId('user_id')
      .notNull()
      .references(() => users.id),
    objectId: bigId('object_id').notNull(),
    /** Of a tag: whether its new questions come at once or with a digest. */
    level: text().$type<FollowLevel>().notNull().default('all'),
    createdAt: time('created_at').notNull(),
  },
  (table) => [
    check('follows_level', sql`${table.level} in ('all', 'digest')`),
    primaryKey({ columns: [table.userId, table.objectId] }),
    index('follows_object_id').on(table.objectId, table.userId),
  ],
)

/** Users hear nothing of these questions, except what staff decided about their own content. */
export const mutedQuestions = pgTable(
  'muted_questions',
  {
    userId: bigId('user_id')
      .notNull()
      .references(() => users.id),
    questionId: bigId('question_id')
      .notNull()
      .references(() => questions.id, { onDelete: 'cascade' }),
    createdAt: time('created_at').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.userId, table.questionId] }),
    index('muted_questions_question_id').on(table.questionId),
  ],
)

/** Users who hear of what another user asks and answers. */
export const userFollows = pgTable(
  'user_follows',
  {
    userId: bigId('user_id')
      .notNull()
      .references(() => users.id),
    followedId: bigId('followed_id')
      .notNull()
      .references(() => users.id),
    createdAt: time('created_at').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.userId, table.followedId] }),
    index('user_follows_followed_id').on(table.followedId, table.userId),
    check('user_follows_other', sql`${table.userId} <> ${table.followedId}`),
  ],
)
