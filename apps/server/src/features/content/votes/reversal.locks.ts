import { typeOfId } from '@stoa/contract/ids'
import { asc, inArray } from 'drizzle-orm'
import type { Tx } from '../../../kernel/context.ts'
import { answers, comments, questions } from '../../../schema/posts.ts'

type Content = { questionId: string; authorId: string; isDeleted: boolean }
export type VotedContent = ReadonlyMap<string, Content>

const deleted = 10

/**
 * Locks content and the questions of its answers, in the order of all writers. Votes on locked content cannot change
 * meanwhile. Content that no longer exists is left out.
 */
export async function lockVotedContent(
  tx: Tx,
  votes: readonly { objectId: string }[],
): Promise<VotedContent> {
  const idsOf = (kind: 'question' | 'answer' | 'comment') =>
    [...new Set(votes.map(({ objectId }) => objectId))].filter((id) => typeOfId(id) === kind)
  const lockedComments = await lockRows(tx, comments, idsOf('comment'))
  const lockedAnswers = await lockRows(tx, answers, idsOf('answer'))
  const questionIds = [
    ...new Set([...idsOf('question'), ...lockedAnswers.map(({ questionId }) => questionId)]),
  ]
  const lockedQuestions = await lockQuestions(tx, questionIds)
  const rows = [...lockedComments, ...lockedAnswers, ...lockedQuestions]
  return new Map(
    rows.map(({ id, questionId, userId, status }) => [
      id,
      { questionId, authorId: userId, isDeleted: status === deleted },
    ]),
  )
}

async function lockRows(tx: Tx, table: typeof answers | typeof comments, ids: readonly string[]) {
  if (ids.length === 0) return []
  return await tx
    .select({
      id: table.id,
      questionId: table.questionId,
      userId: table.userId,
      status: table.status,
    })
    .from(table)
    .where(inArray(table.id, [...ids]))
    .orderBy(asc(table.id))
    .for('no key update')
}

async function lockQuestions(tx: Tx, ids: readonly string[]) {
  if (ids.length === 0) return []
  return await tx
    .select({
      id: questions.id,
      questionId: questions.id,
      userId: questions.userId,
      status: questions.status,
    })
    .from(questions)
    .where(inArray(questions.id, [...ids]))
    .orderBy(asc(questions.id))
    .for('no key update')
}
