import { questionStatuses } from '@stoa/contract/features/questions'
import { interfaceSettings } from '@stoa/contract/settings/site'
import { and, asc, eq, inArray, ne, sql } from 'drizzle-orm'
import { within } from '../../kernel/events.ts'
import { settings } from '../../kernel/settings.table.ts'
import type { Tx } from '../../kernel/transact.ts'
import { hideReputation } from '../reputation/reputation.actions.ts'
import { tags } from '../posts/tags.table.ts'
import { lockTagging } from '../tags/tags.actions.ts'
import { users } from '../users/users.table.ts'
import { lockAllLinked, moveLinkedCounts } from '../posts/links.actions.ts'
import { refreshAnswers } from '../posts/posts.actions.ts'
import { answers, questions, questionTags } from '../posts/posts.table.ts'
import { isListed } from '../posts/posts.visibility.ts'

const { deleted } = questionStatuses

export const leavingListeners = [
  within('account.left', async (tx, { userId, content }) => {
    if (content === 'remove') await removePostsOf(tx, userId)
  }),
]

/** Takes everything a person wrote out of sight and out of every count, with what it earned them and others. */
async function removePostsOf(tx: Tx, userId: string) {
  const written = await lockPostsOf(tx, userId)
  const linked = await lockAllLinked(tx, written.touched)
  await leaveTags(tx, written.questions)
  const gone = { status: deleted, deletedAt: tx.now, deletedBy: userId }
  await tx
    .update(answers)
    .set({ ...gone, statusBefore: sql`${answers.status}` })
    .where(and(inArray(answers.id, written.answers), ne(answers.status, deleted)))
  await tx
    .update(questions)
    .set({ ...gone, statusBefore: sql`${questions.status}`, isPinned: false })
    .where(and(inArray(questions.id, written.questions), ne(questions.status, deleted)))
  if (written.touched.length > 0) await refreshAnswers(tx, ...written.touched)
  if (linked.length > 0) await moveLinkedCounts(tx, written.touched, linked)
  const posts = [...written.answers, ...written.questions]
  await hideReputation(tx, posts, userId, await timeZoneOf(tx))
  await tx.update(users).set({ questionCount: 0, answerCount: 0 }).where(eq(users.id, userId))
}

/** Answers first. Questions are locked with those they link to, so here they are only found. */
async function lockPostsOf(tx: Tx, userId: string) {
  const own = await tx
    .select({ id: answers.id, questionId: answers.questionId })
    .from(answers)
    .where(and(eq(answers.userId, userId), ne(answers.status, deleted)))
    .orderBy(asc(answers.id))
    .for('no key update')
  const asked = await tx
    .select({ id: questions.id })
    .from(questions)
    .where(and(eq(questions.userId, userId), ne(questions.status, deleted)))
  const ids = asked.map(({ id }) => id)
  return {
    answers: own.map(({ id }) => id),
    questions: ids,
    touched: [...new Set([...ids, ...own.map(({ questionId }) => questionId)])],
  }
}

async function leaveTags(tx: Tx, questionIds: readonly string[]) {
  await lockTagging(tx, 'shared')
  const counted = tx
    .select({ tagId: questionTags.tagId, lost: sql<number>`count(*)::int`.as('lost') })
    .from(questionTags)
    .innerJoin(questions, eq(questions.id, questionTags.questionId))
    .where(and(inArray(questions.id, [...questionIds]), isListed()))
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
}

/** A listener within a transaction has no settings at hand but those in the database. */
async function timeZoneOf(tx: Tx) {
  const [stored] = await tx
    .select({ value: settings.value })
    .from(settings)
    .where(eq(settings.name, interfaceSettings.name))
  return interfaceSettings.schema.parse(stored?.value ?? {}).time_zone
}
