import { sql } from 'drizzle-orm'
import { check, customType, index, integer, pgTable, text } from 'drizzle-orm/pg-core'
import { bigId, time } from './columns.ts'
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
