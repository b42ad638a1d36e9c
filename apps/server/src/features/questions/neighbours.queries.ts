import { type Neighbour, readingSizes } from '@stoa/contract/features/reading'
import { and, desc, eq, sql } from 'drizzle-orm'
import type { Db } from '../../kernel/database.ts'
import { jsonRows } from '../../kernel/json-rows.ts'
import { questionLinks } from '../posts/links.table.ts'
import type { WriteId } from '../posts/posts.settings.ts'
import { questions } from '../posts/posts.table.ts'
import { isLinkListed } from '../posts/posts.visibility.ts'

/** The columns of a question that is named beside another. */
export const neighbourColumns = {
  id: questions.id,
  title: questions.title,
  slug: questions.slug,
  score: questions.score,
  answerCount: questions.answerCount,
  acceptedAnswerId: questions.acceptedAnswerId,
}

export type NeighbourRow = Pick<typeof questions.$inferSelect, keyof typeof neighbourColumns>

export function toNeighbour(row: NeighbourRow, writeId: WriteId): Neighbour {
  return {
    id: writeId(row.id),
    title: row.title,
    url_title: row.slug,
    vote_count: row.score,
    answer_count: row.answerCount,
    accepted_answer_id: writeId(row.acceptedAnswerId),
  }
}

/** The newest questions that link to one, as one column: read from the end of the index of links. */
export function linkedColumn(db: Db, questionId: string) {
  const linking = db
    .selectDistinctOn([questionLinks.fromQuestionId], neighbourColumns)
    .from(questionLinks)
    .innerJoin(questions, eq(questions.id, questionLinks.fromQuestionId))
    .where(and(eq(questionLinks.toQuestionId, questionId), isLinkListed()))
    .orderBy(desc(questionLinks.fromQuestionId))
    .limit(readingSizes.linked)
    .as('linking')
  const { id, title, slug, score, answerCount, acceptedAnswerId } = linking
  return jsonRows(
    { id, title, slug, score, answerCount, acceptedAnswerId },
    { from: sql`${linking}`, order: sql`${linking.id} desc` },
  )
}
