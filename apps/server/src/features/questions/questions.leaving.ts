import { questionStatuses } from '@stoa/contract/features/questions'
import { asc, eq, inArray, sql } from 'drizzle-orm'
import { within } from '../../kernel/events.ts'
import type { Tx } from '../../kernel/transact.ts'
import { tags } from '../tags/tags.table.ts'
import { users } from '../users/users.table.ts'
import { questions, questionTags } from './questions.table.ts'

export const leavingListeners = [
  within('account.left', async (tx, { userId, content }) => {
    if (content === 'remove') await removeQuestionsOf(tx, userId)
  }),
]

/** Takes every question of a person out of sight, and out of the counts of its tags. */
async function removeQuestionsOf(tx: Tx, userId: string) {
  const ofThem = eq(questions.userId, userId)
  await tx.select({ id: questions.id }).from(questions).where(ofThem).for('no key update')
  const counted = tx
    .select({ tagId: questionTags.tagId, lost: sql<number>`count(*)::int`.as('lost') })
    .from(questionTags)
    .innerJoin(questions, eq(questions.id, questionTags.questionId))
    .where(sql`${ofThem} and ${questions.status} in (1, 2)`)
    .groupBy(questionTags.tagId)
    .as('counted')
  await tx
    .select({ id: tags.id })
    .from(tags)
    .where(inArray(tags.id, tx.select({ id: counted.tagId }).from(counted)))
    .orderBy(asc(tags.id))
    .for('no key update')
  await tx
    .update(tags)
    .set({ questionCount: sql`${tags.questionCount} - ${counted.lost}` })
    .from(counted)
    .where(eq(tags.id, counted.tagId))
  await tx
    .update(questions)
    .set({ status: questionStatuses.deleted, isPinned: false })
    .where(ofThem)
  await tx.update(users).set({ questionCount: 0 }).where(eq(users.id, userId))
}
