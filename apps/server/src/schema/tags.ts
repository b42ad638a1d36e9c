import { sql } from 'drizzle-orm'
import {
  type AnyPgColumn,
  boolean,
  check,
  index,
  integer,
  pgTable,
  text,
  uniqueIndex,
} from 'drizzle-orm/pg-core'
import { bigId, objectPrimaryKey, time } from './columns.ts'
import { users } from './users.ts'

export const tags = pgTable(
  'tags',
  {
    id: objectPrimaryKey('tag'),
    slugName: text('slug_name').notNull(),
    displayName: text('display_name').notNull(),
    /** Set on synonyms. */
    mainTagId: bigId('main_tag_id').references((): AnyPgColumn => tags.id),
    originalText: text('original_text').notNull().default(''),
    parsedText: text('parsed_text').notNull().default(''),
    excerpt: text().notNull().default(''),
    rendererVersion: integer('renderer_version').notNull().default(0),
    version: integer().notNull().default(1),
    isDeleted: boolean('is_deleted').notNull().default(false),
    /** Counts listed questions only. */
    questionCount: integer('question_count').notNull().default(0),
    followCount: integer('follow_count').notNull().default(0),
    createdBy: bigId('created_by')
      .notNull()
      .references(() => users.id),
    createdAt: time('created_at').notNull(),
    editedAt: time('edited_at'),
  },
  (table) => [
    uniqueIndex('tags_slug_name').on(table.slugName),
    // For autocomplete: the default collation does not support prefix searches.
    index('tags_slug_name_prefix').on(table.slugName.op('text_pattern_ops')),
    index('tags_question_count').on(table.questionCount.desc().nullsFirst(), table.id),
    check(
      'tags_slug_name_form',
      sql`${table.slugName} = lower(${table.slugName}) and length(${table.slugName}) between 1 and 35`,
    ),
    check('tags_display_name_length', sql`length(${table.displayName}) between 1 and 35`),
    index('tags_main_tag_id')
      .on(table.mainTagId)
      .where(sql`${table.mainTagId} is not null`),
    index('tags_created_at').on(table.createdAt.desc().nullsFirst(), table.id),
    check('tags_counts', sql`${table.questionCount} >= 0 and ${table.followCount} >= 0`),
    check('tags_not_own_synonym', sql`${table.mainTagId} <> ${table.id}`),
  ],
)
