import { questionStatuses } from '@stoa/contract/features/questions'
import { typeOfId } from '@stoa/contract/ids'
import { eq, sql, type SQL } from 'drizzle-orm'
import type { ReadDb } from '../../../kernel/database.ts'
import { answers, comments, questions } from '../../../schema/posts.ts'

type Kind = 'question' | 'answer' | 'comment'

/** Deleted content, with everything that is removed together with it. */
export type RemovableContent = {
  kind: Kind
  id: string
  questionId: string
  userId: string
  /** Of the question. */
  title: string
  isDeleted: boolean
  answerIds: string[]
  commentIds: string[]
}

/** Null when there is no such content, or no more. */
export async function findRemovable(db: ReadDb, id: string): Promise<RemovableContent | null> {
  const kind = typeOfId(id)
  if (kind !== 'question' && kind !== 'answer' && kind !== 'comment') return null
  const root = await findRoot(db, kind, id)
  if (root === undefined) return null
  const { status, ...content } = root
  return {
    kind,
    id,
    ...content,
    isDeleted: status === questionStatuses.deleted,
    ...(await listParts(db, kind, { id, questionId: root.questionId })),
  }
}

async function findRoot(db: ReadDb, kind: Kind, id: string) {
  const { title } = questions
  if (kind === 'question') {
    const [row] = await db
      .select({
        questionId: questions.id,
        userId: questions.userId,
        status: questions.status,
        title,
      })
      .from(questions)
      .where(eq(questions.id, id))
    return row
  }
  const table = kind === 'answer' ? answers : comments
  const [row] = await db
    .select({ questionId: table.questionId, userId: table.userId, status: table.status, title })
    .from(table)
    .innerJoin(questions, eq(questions.id, table.questionId))
    .where(eq(table.id, id))
  return row
}

async function listParts(
  db: ReadDb,
  kind: Kind,
  { id, questionId }: { id: string; questionId: string },
) {
  const listIds = async (table: SQL, condition: SQL) => {
    const { rows } = await db.execute<{ id: string }>(
      sql`select id from ${table} where ${condition} order by id`,
    )
    return rows.map((row) => String(row.id))
  }
  const ofQuestion = sql`question_id = ${questionId}::bigint`
  if (kind === 'comment') return { answerIds: [], commentIds: [id] }
  if (kind === 'answer') {
    const onAnswer = sql`${ofQuestion} and answer_id = ${id}::bigint`
    return { answerIds: [id], commentIds: await listIds(sql`${comments}`, onAnswer) }
  }
  return {
    answerIds: await listIds(sql`${answers}`, ofQuestion),
    commentIds: await listIds(sql`${comments}`, ofQuestion),
  }
}
