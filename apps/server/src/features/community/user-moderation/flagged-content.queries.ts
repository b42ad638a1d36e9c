import type { UserModeration } from '@stoa/contract/features/user-moderation'
import { typeOfId } from '@stoa/contract/ids'
import { and, count, desc, eq, sql } from 'drizzle-orm'
import { toUnix } from '../../../kernel/clock.ts'
import type { ReadDb } from '../../../kernel/database.ts'
import { flagCases, flags } from '../../../schema/flags.ts'
import { questions } from '../../../schema/posts.ts'
import type { WriteId } from '../../content/shared/posts.settings.ts'

type Options = { writeId: WriteId; limit: number }

/** Open cases about the user's content. Decided ones are in the staff log. */
export async function listFlaggedContent(
  db: ReadDb,
  userId: string,
  { writeId, limit }: Options,
): Promise<UserModeration['flagged']> {
  const rows = await db
    .select({
      objectId: flagCases.objectId,
      questionId: questions.id,
      title: questions.title,
      slug: questions.slug,
      flagCount: count(flags.id),
      createdAt: flagCases.createdAt,
    })
    .from(flagCases)
    .innerJoin(questions, eq(questions.id, flagCases.questionId))
    .innerJoin(flags, eq(flags.caseId, flagCases.id))
    .where(and(eq(flagCases.authorId, userId), sql`${flagCases.status} = 1`))
    .groupBy(flagCases.id, questions.id)
    .orderBy(desc(flagCases.id))
    .limit(limit)
  return rows.map((row) => ({
    object_id: writeId(row.objectId),
    object_type: kindOf(row.objectId),
    question_id: writeId(row.questionId),
    title: row.title,
    url_title: row.slug,
    flag_count: row.flagCount,
    flagged_at: toUnix(row.createdAt),
  }))
}

function kindOf(objectId: string) {
  const kind = typeOfId(objectId)
  return kind === 'answer' || kind === 'comment' ? kind : 'question'
}
