import type { QuestionChanges } from '@stoa/contract/features/live'
import { limits } from '@stoa/contract/limits'
import { and, asc, eq, sql } from 'drizzle-orm'
import type { ReadDb } from '../../../kernel/database.ts'
import { answers, questions } from '../../../schema/posts.ts'
import { isAnswerVisibleTo, isQuestionVisibleTo } from '../../content/shared/posts.visibility.ts'

/** As everyone sees it, so that all open pages of a question share one result. Null if it is not public. */
export async function findQuestionChanges(db: ReadDb, id: string): Promise<QuestionChanges | null> {
  const [question] = await db
    .select({
      id: questions.id,
      vote_count: questions.score,
      comment_count: questions.commentCount,
      version: questions.version,
      accepted_answer_id: sql<string>`coalesce(${questions.acceptedAnswerId}, 0)::text`,
    })
    .from(questions)
    .where(and(eq(questions.id, id), isQuestionVisibleTo(null)))
  if (question === undefined) return null
  const list = await db
    .select({
      id: answers.id,
      vote_count: answers.score,
      comment_count: answers.commentCount,
      version: answers.version,
    })
    .from(answers)
    .innerJoin(questions, eq(questions.id, answers.questionId))
    .where(and(eq(answers.questionId, id), isAnswerVisibleTo(null)))
    .orderBy(asc(answers.id))
    .limit(limits.liveAnswers.max)
  return { question, answers: list }
}
