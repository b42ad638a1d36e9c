import { sql } from 'drizzle-orm'
import { check, customType, index, integer, pgTable, text } from 'drizzle-orm/pg-core'
import { bigId, time } from '../../kernel/columns.ts'
import { questions } from '../posts/posts.table.ts'

const tsvector = customType<{ data: string }>({ dataType: () => 'tsvector' })

/**
 * What is found by the built-in search: a row for each question and answer that everyone may find. What changes with
 * every vote or view is not here but joined, and whether a post may be shown is asked of the post itself.
 */
export const searchDocuments = pgTable(
  'search_documents',
  {
    /** A question or an answer, which is why it is no key. */
    objectId: bigId('object_id').primaryKey(),
    questionId: bigId('question_id')
      .notNull()
      .references(() => questions.id, { onDelete: 'cascade' }),
    type: text().$type<'question' | 'answer'>().notNull(),
    /** Who wrote the post, which is the truth about it: here only to search by. */
    userId: bigId('user_id').notNull(),
    createdAt: time('created_at').notNull(),
    /** The words of the title and the tags that stand in `search_words` because of it. */
    titleWords: text('title_words').array().notNull(),
    vector: tsvector().notNull(),
  },
  (table) => [
    // When it was written beside its words, so that those of a time are found without reading those of another.
    index('search_documents_words').using(
      'gin',
      sql`(${table.vector} || search_times(${table.createdAt}))`,
    ),
    // The same for titles and tags alone, which are asked with every letter that someone types.
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

/** The words of titles and tags, to guess what someone meant who mistyped one. */
export const searchWords = pgTable(
  'search_words',
  {
    word: text().primaryKey(),
    /** How many questions have it there. */
    titles: integer().notNull(),
    /** The word, and what is left of it without any one of its letters: near words have some in common. */
    shorter: text().array().notNull(),
  },
  (table) => [index('search_words_shorter').using('gin', table.shorter)],
)

/** How far a rebuild under way has come: the last post it has written. No row when none is. */
export const searchRebuild = pgTable('search_rebuild', {
  lastId: bigId('last_id').primaryKey(),
})
