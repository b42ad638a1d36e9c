import { sql } from 'drizzle-orm'
import {
  bigint,
  check,
  customType,
  index,
  integer,
  pgSequence,
  pgTable,
  text,
  uniqueIndex,
} from 'drizzle-orm/pg-core'
import { bigId, time } from './columns.ts'
import { plugins } from './plugins.ts'
import { questions } from './posts.ts'

const tsvector = customType<{ data: string }>({ dataType: () => 'tsvector' })

/**
 * One row for each public question and answer. Values that change with votes or views are joined from the post,
 * and so is visibility.
 */
export const searchDocuments = pgTable(
  'search_documents',
  {
    /** A question or an answer, so there is no foreign key. */
    objectId: bigId('object_id').primaryKey(),
    questionId: bigId('question_id')
      .notNull()
      .references(() => questions.id, { onDelete: 'cascade' }),
    type: text().$type<'question' | 'answer'>().notNull(),
    /** A copy of the post's author, for searching. */
    userId: bigId('user_id').notNull(),
    createdAt: time('created_at').notNull(),
    /** Words of title and tags that are counted in `search_words`. */
    titleWords: text('title_words').array().notNull(),
    vector: tsvector().notNull(),
  },
  (table) => [
    // Includes time lexemes, so that a time range can be searched without reading other documents.
    index('search_documents_words').using(
      'gin',
      sql`(${table.vector} || search_times(${table.createdAt}))`,
    ),
    // The same for titles and tags only, for suggestions while typing.
    index('search_documents_titles')
      .using('gin', sql`(ts_filter(${table.vector}, '{a,b}') || search_times(${table.createdAt}))`)
      .where(sql`${table.type} = 'question'`),
    index('search_documents_asked')
      .on(table.createdAt.desc().nullsFirst(), table.objectId.desc().nullsFirst())
      .where(sql`${table.type} = 'question'`),
    index('search_documents_newest').on(
      table.createdAt.desc().nullsFirst(),
      table.objectId.desc().nullsFirst(),
    ),
    index('search_documents_user_id').on(table.userId, table.createdAt.desc().nullsFirst()),
    index('search_documents_question_id').on(table.questionId),
    check('search_documents_type', sql`${table.type} in ('question', 'answer')`),
  ],
)

/** Words of titles and tags, for spelling correction. */
export const searchWords = pgTable(
  'search_words',
  {
    word: text().primaryKey(),
    /** How many questions contain it. */
    titles: integer().notNull(),
    /** The word and its single-character deletions, which similar words share. */
    shorter: text().array().notNull(),
  },
  (table) => [index('search_words_shorter').using('gin', table.shorter)],
)

/** The position of a running rebuild: the last indexed post. Empty when none runs. */
export const searchRebuild = pgTable('search_rebuild', {
  lastId: bigId('last_id').primaryKey(),
})

/** Of documents and indexes of search plugins: later ones are higher. */
export const searchVersions = pgSequence('search_versions')

/** The enabled search plugin and its indexes. Empty when none is enabled. */
export const searchPlugins = pgTable(
  'search_plugins',
  {
    slug: text()
      .primaryKey()
      .references(() => plugins.slug, { onDelete: 'cascade' }),
    /** The index that is searched; null until the first one is complete. */
    generation: bigint({ mode: 'number' }),
    /** The index that is being built, or null. */
    building: bigint({ mode: 'number' }),
    /** The last post in the index that is being built. */
    lastId: bigId('last_id').notNull().default('0'),
    /** When the build last made progress. */
    progressAt: time('progress_at').notNull(),
  },
  () => [uniqueIndex('search_plugins_single').on(sql`(true)`)],
)

/** Posts of which the search plugin does not have the current state yet. Written with the documents above. */
export const searchChanges = pgTable(
  'search_changes',
  {
    objectId: bigId('object_id').primaryKey(),
    version: bigint({ mode: 'number' }).notNull(),
    /** A process sends it. After this time, another one may. */
    claimedUntil: time('claimed_until'),
  },
  (table) => [index('search_changes_version').on(table.version)],
)
