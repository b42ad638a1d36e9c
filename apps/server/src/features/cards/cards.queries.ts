import { and, eq } from 'drizzle-orm'
import type { Db } from '../../kernel/database.ts'
import { questions } from '../posts/posts.table.ts'
import { isQuestionVisibleTo } from '../posts/posts.visibility.ts'
import { questionColumns } from '../questions/questions.queries.ts'
import { users } from '../users/users.table.ts'

/** Null when the question is not public. */
export async function findCardQuestion(db: Db, id: string) {
  const { title, tags, score, answerCount } = questionColumns
  const [row] = await db
    .select({ title, tags, score, answerCount })
    .from(questions)
    .innerJoin(users, eq(users.id, questions.userId))
    .where(and(eq(questions.id, id), isQuestionVisibleTo(null)))
  return row ?? null
}
