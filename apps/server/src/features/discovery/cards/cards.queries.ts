import { and, eq } from 'drizzle-orm'
import type { ReadDb } from '../../../kernel/database.ts'
import { questions } from '../../../schema/posts.ts'
import { isQuestionVisibleTo } from '../../content/shared/posts.visibility.ts'
import { questionColumns } from '../../content/questions/questions.queries.ts'
import { users } from '../../../schema/users.ts'

/** Null when the question is not public. */
export async function findCardQuestion(db: ReadDb, id: string) {
  const { title, tags, score, answerCount } = questionColumns
  const [row] = await db
    .select({ title, tags, score, answerCount })
    .from(questions)
    .innerJoin(users, eq(users.id, questions.userId))
    .where(and(eq(questions.id, id), isQuestionVisibleTo(null)))
  return row ?? null
}
