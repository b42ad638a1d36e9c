import { type QuestionSummary, questionPageSizes } from '@stoa/contract/features/question-page'
import { and, desc, eq, sql } from 'drizzle-orm'
import type { ReadDb } from '../../../kernel/database.ts'
import { jsonRows } from '../../../kernel/json-rows.ts'
import { questionLinks } from '../../../schema/links.ts'
import type { WriteId } from '../shared/posts.settings.ts'
import { questions } from '../../../schema/posts.ts'
import { isLinkListed } from '../shared/posts.visibility.ts'

/** Columns of linked and related questions, which are shown beside a question. */
export const neighborColumns = {
  id: questions.id,
  title: questions.title,
  slug: questions.slug,
  score: questions.score,
  answerCount: questions.answerCount,
  acceptedAnswerId: questions.acceptedAnswerId,
}

export type NeighborRow = Pick<typeof questions.$inferSelect, keyof typeof neighborColumns>

export function toNeighbor(row: NeighborRow, writeId: WriteId): QuestionSummary {
  return {
    id: writeId(row.id),
    title: row.title,
    url_title: row.slug,
    vote_count: row.score,
    answer_count: row.answerCount,
    accepted_answer_id: writeId(row.acceptedAnswerId),
  }
}

/** The newest questions that link to one, as a JSON column. Scans the link index backward. */
export function linkedColumn(db: ReadDb, questionId: string) {
  const linkingQuestions = db
    .selectDistinctOn([questionLinks.fromQuestionId], neighborColumns)
    .from(questionLinks)
    .innerJoin(questions, eq(questions.id, questionLinks.fromQuestionId))
    .where(and(eq(questionLinks.toQuestionId, questionId), isLinkListed()))
    .orderBy(desc(questionLinks.fromQuestionId))
    .limit(questionPageSizes.linked)
    .as('linking_questions')
  const { id, title, slug, score, answerCount, acceptedAnswerId } = linkingQuestions
  return jsonRows(
    { id, title, slug, score, answerCount, acceptedAnswerId },
    { from: sql`${linkingQuestions}`, order: sql`${linkingQuestions.id} desc` },
  )
}
