import { questionStatuses } from '@stoa/contract/features/questions'
import { and, asc, eq, inArray, ne, sql } from 'drizzle-orm'
import { within } from '../../../kernel/events.ts'
import type { Tx } from '../../../kernel/context.ts'
import { hideReputation } from '../../people/reputation/reputation.actions.ts'
import { tags } from '../../../schema/tags.ts'
import { lockTagging } from '../tags/tags.actions.ts'
import { users } from '../../../schema/users.ts'
import { lockLinkedExclusively, updateLinkedCounts } from '../shared/links.actions.ts'
import { refreshAnswerSummary } from '../shared/posts.actions.ts'
import { answers, questions, questionTags } from '../../../schema/posts.ts'
import { isListed } from '../shared/posts.visibility.ts'

const { deleted } = questionStatuses

export const answersListeners = [
  within('account.left', async (tx, { userId, content }) => {
    if (content === 'remove') await deletePostsOf(tx, userId)
  }),
]

/** Deletes all posts of a user, updates all counts and hides the reputation earned. */
async function deletePostsOf(tx: Tx, userId: string) {
  const posts = await lockPostsOf(tx, userId)
  const previousLinks = await lockLinkedExclusively(tx, posts.affectedQuestions)
  await lowerTagCounts(tx, posts.questions)
  const deletion = { status: deleted, deletedAt: tx.now, deletedBy: userId }
  await tx
    .update(answers)
    .set({ ...deletion, statusBefore: sql`${answers.status}` })
    .where(and(inArray(answers.id, posts.answers), ne(answers.status, deleted)))
  await tx
    .update(questions)
    .set({ ...deletion, statusBefore: sql`${questions.status}`, isPinned: false })
    .where(and(inArray(questions.id, posts.questions), ne(questions.status, deleted)))
  if (posts.affectedQuestions.length > 0) await refreshAnswerSummary(tx, ...posts.affectedQuestions)
  if (previousLinks.length > 0) await updateLinkedCounts(tx, posts.affectedQuestions, previousLinks)
  const postIds = [...posts.answers, ...posts.questions]
  await hideReputation(tx, postIds, userId)
  await tx.update(users).set({ questionCount: 0, answerCount: 0 }).where(eq(users.id, userId))
}

/** Locks the answers. Questions are locked later, together with their link targets. */
async function lockPostsOf(tx: Tx, userId: string) {
  const ownAnswers = await tx
    .select({ id: answers.id, questionId: answers.questionId })
    .from(answers)
    .where(and(eq(answers.userId, userId), ne(answers.status, deleted)))
    .orderBy(asc(answers.id))
    .for('no key update')
  const ownQuestions = await tx
    .select({ id: questions.id })
    .from(questions)
    .where(and(eq(questions.userId, userId), ne(questions.status, deleted)))
  const ids = ownQuestions.map(({ id }) => id)
  return {
    answers: ownAnswers.map(({ id }) => id),
    questions: ids,
    affectedQuestions: [...new Set([...ids, ...ownAnswers.map(({ questionId }) => questionId)])],
  }
}

async function lowerTagCounts(tx: Tx, questionIds: readonly string[]) {
  await lockTagging(tx, 'shared')
  const lostCounts = tx
    .select({ tagId: questionTags.tagId, lost: sql<number>`count(*)::int`.as('lost') })
    .from(questionTags)
    .innerJoin(questions, eq(questions.id, questionTags.questionId))
    .where(and(inArray(questions.id, [...questionIds]), isListed()))
    .groupBy(questionTags.tagId)
    .as('lost_counts')
  await tx
    .select({ id: tags.id })
    .from(tags)
    .where(inArray(tags.id, tx.select({ id: lostCounts.tagId }).from(lostCounts)))
    .orderBy(asc(tags.id))
    .for('no key update')
  await tx
    .update(tags)
    .set({ questionCount: sql`${tags.questionCount} - ${lostCounts.lost}` })
    .from(lostCounts)
    .where(eq(tags.id, lostCounts.tagId))
}
