import type { UserModeration } from '@stoa/contract/features/user-moderation'
import { and, desc, eq, type SQL, sql } from 'drizzle-orm'
import { unionAll } from 'drizzle-orm/pg-core'
import { toUnix } from '../../../kernel/clock.ts'
import type { ReadDb } from '../../../kernel/database.ts'
import { flagCases, flags } from '../../../schema/flags.ts'
import { answers, comments, questions } from '../../../schema/posts.ts'
import type { WriteId } from '../../content/shared/posts.settings.ts'

/** The newest content of each kind that is looked at, so that the cost does not depend on how much the user wrote. */
const maxContent = 200

type Options = { writeId: WriteId; limit: number }

/** Open cases of the user's newest content. Decided ones are in the staff log. */
export async function listFlaggedContent(
  db: ReadDb,
  userId: string,
  { writeId, limit }: Options,
): Promise<UserModeration['flagged']> {
  const newest = (table: ContentTable, kind: SQL<Kind>, order: SQL[]) =>
    db
      .select({ id: table.id, kind: kind.as('kind') })
      .from(table)
      .where(eq(table.userId, userId))
      .orderBy(...order)
      .limit(maxContent)
  const content = unionAll(
    newest(questions, sql<Kind>`'question'`, [desc(questions.createdAt), desc(questions.id)]),
    newest(answers, sql<Kind>`'answer'`, [desc(answers.createdAt), desc(answers.id)]),
    newest(comments, sql<Kind>`'comment'`, [desc(comments.id)]),
  ).as('content')
  const flagCount = sql<number>`(select count(*)::int from ${flags} where ${flags.caseId} = ${flagCases.id})`
  const rows = await db
    .select({
      objectId: flagCases.objectId,
      kind: content.kind,
      questionId: questions.id,
      title: questions.title,
      slug: questions.slug,
      flagCount,
      createdAt: flagCases.createdAt,
    })
    .from(content)
    .innerJoin(flagCases, and(eq(flagCases.objectId, content.id), sql`${flagCases.status} = 1`))
    .innerJoin(questions, eq(questions.id, flagCases.questionId))
    .orderBy(desc(flagCases.id))
    .limit(limit)
  return rows.map((row) => ({
    object_id: writeId(row.objectId),
    object_type: row.kind,
    question_id: writeId(row.questionId),
    title: row.title,
    url_title: row.slug,
    flag_count: row.flagCount,
    flagged_at: toUnix(row.createdAt),
  }))
}

type Kind = 'question' | 'answer' | 'comment'
type ContentTable = typeof questions | typeof answers | typeof comments
