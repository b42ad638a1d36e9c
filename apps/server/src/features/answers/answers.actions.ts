import { questionStatuses } from '@stoa/contract/features/questions'
import { and, count, eq, sql } from 'drizzle-orm'
import { fail, failField } from '../../kernel/errors.ts'
import { type Actor, must } from '../../kernel/rules.ts'
import { inserted, type Tx } from '../../kernel/transact.ts'
import {
  keepFiles,
  keepRevision,
  lockAnswer,
  lockQuestion,
  markActive,
  refreshAnswers,
  toWritten,
} from '../posts/posts.actions.ts'
import { expectNotBlocked } from '../posts/deletions.queries.ts'
import { assertEditable } from '../posts/editing.queries.ts'
import { findMentioned, findNewlyMentioned } from '../posts/mentions.queries.ts'
import { keepLinks, lockLinked, moveLinkedCounts } from '../posts/links.actions.ts'
import { canEdit } from '../posts/posts.rules.ts'
import type { PostPolicy } from '../posts/posts.settings.ts'
import { answers } from '../posts/posts.table.ts'
import { isAnswerOpenTo } from '../posts/posts.visibility.ts'
import {
  ask,
  type AskPolicy,
  type NewQuestion,
  toQuestionText,
} from '../questions/questions.actions.ts'
import { revisionStatuses } from '../posts/revisions.table.ts'
import { users } from '../users/users.table.ts'
import { canAnswer, canAnswerAgain } from './answers.rules.ts'

type NewAnswer = { questionId: string; content: string; mentions: readonly string[] }

/** Answers a question, which stays locked: of two answers sent at once, the second knows of the first. */
export async function answer(
  tx: Tx,
  who: Actor,
  { questionId, content, mentions }: NewAnswer,
  policy: PostPolicy,
) {
  await expectNotBlocked(tx, who, policy.deletions)
  const written = await toSaid(tx, who, content, policy)
  const linked = await lockLinked(tx, [questionId], written.links)
  must(canAnswer(who, await lockQuestion(tx, who, questionId), policy.required))
  must(canAnswerAgain(await countOpenAnswers(tx, who.id, questionId), policy.allowsOneAnswer))
  const [created] = await tx
    .insert(answers)
    .values({ questionId, userId: who.id, ...written.columns, createdAt: tx.now })
    .returning({ id: answers.id })
  const answerId = inserted(created).id
  await keepRevision(tx, {
    objectId: answerId,
    version: 1,
    userId: who.id,
    originalText: content,
    status: revisionStatuses.first,
  })
  await keepFiles(tx, answerId, written)
  await refreshAnswers(tx, questionId)
  await markActive(tx, questionId, 'answered', who.id)
  if (linked !== null) {
    await keepLinks(tx, { questionId, postId: answerId }, written.links)
    await moveLinkedCounts(tx, [questionId], linked)
  }
  const mentioned = await findMentioned(tx, who, [...written.mentions, ...mentions])
  await tx.emit('answer.posted', { answerId, questionId, userId: who.id, mentioned })
  await addToAnswerCount(tx, who.id, 1)
  return answerId
}

/** The text of an answer; one that shows nothing, such as a comment in HTML, is refused beside its field. */
async function toSaid(
  tx: Tx,
  who: Actor,
  content: string,
  { siteUrl, field = 'content' }: { siteUrl: string; field?: string },
) {
  const written = await toWritten(tx, who, content, { siteUrl, field })
  if (written.columns.parsedText.trim() === '') failField(field, 'answer.empty')
  return written
}

/** How many answers to a question, locked, a person has in sight. */
export async function countOpenAnswers(tx: Tx, userId: string, questionId: string) {
  const [own] = await tx
    .select({ answers: count() })
    .from(answers)
    .where(
      and(eq(answers.questionId, questionId), eq(answers.userId, userId), isAnswerOpenTo(null)),
    )
  return own?.answers ?? 0
}

type AskedAndAnswered = NewQuestion & { answer_content: string }

/** Asks a question and answers it. What either text links to is locked before anything else. */
export async function askAndAnswer(
  tx: Tx,
  who: Actor,
  { answer_content: content, ...question }: AskedAndAnswered,
  policy: AskPolicy & PostPolicy,
) {
  const { siteUrl } = policy
  const asked = await toQuestionText(tx, who, question.content, { siteUrl })
  const said = await toSaid(tx, who, content, { siteUrl, field: 'answer_content' })
  const links = [...asked.links, ...said.links]
  if (links.length > 0) await lockLinked(tx, [], links)
  const questionId = await ask(tx, who, question, policy)
  return await answer(tx, who, { questionId, content, mentions: [] }, policy)
}

type Edit = {
  id: string
  content: string
  version: number
  edit_summary: string
  mention_username_list: readonly string[]
}

/** Changes the text. Sent again, or without a change, it does nothing: whatever version it names. */
export async function editAnswer(tx: Tx, who: Actor, edit: Edit, policy: PostPolicy) {
  await assertEditable(tx, who, edit.id, policy.required)
  const written = await toSaid(tx, who, edit.content, policy)
  const before = await lockAnswer(tx, who, edit.id)
  must(canEdit(who, { kind: 'answer', ...before }, policy.required))
  if (before.originalText === edit.content) return
  if (before.version !== edit.version) fail('edit.conflict')
  const { questionId } = before
  const linked = await lockLinked(tx, [questionId], written.links)
  const version = before.version + 1
  await tx
    .update(answers)
    .set({ ...written.columns, version, editedAt: tx.now, editedBy: who.id })
    .where(eq(answers.id, edit.id))
  await keepRevision(tx, {
    objectId: edit.id,
    version,
    userId: who.id,
    originalText: edit.content,
    summary: edit.edit_summary,
    status: revisionStatuses.passed,
  })
  await keepFiles(tx, edit.id, written, before.originalText)
  if (before.status === questionStatuses.open) {
    await markActive(tx, questionId, 'modified', who.id)
  }
  if (linked !== null) {
    await keepLinks(tx, { questionId, postId: edit.id }, written.links)
    await moveLinkedCounts(tx, [questionId], linked)
  }
  const mentioned = await findNewlyMentioned(tx, who, {
    names: [...written.mentions, ...edit.mention_username_list],
    before: before.parsedText,
  })
  await tx.emit('answer.edited', { answerId: edit.id, questionId, userId: who.id, mentioned })
}

/** Moves how many open answers a person has. People are locked last. */
export async function addToAnswerCount(tx: Tx, userId: string, delta: number) {
  await tx
    .update(users)
    .set({ answerCount: sql`${users.answerCount} + ${delta}` })
    .where(eq(users.id, userId))
}
