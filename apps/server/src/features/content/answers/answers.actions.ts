import type { Tx } from '../../../kernel/context.ts'
import { questionStatuses } from '@stoa/contract/features/questions'
import { writeSettings } from '@stoa/contract/settings/writing'
import { and, count, eq, sql } from 'drizzle-orm'
import { fail, failField } from '../../../kernel/errors.ts'
import { type Actor, assertAllowed, requiredReputation } from '../../../kernel/rules.ts'
import { requireRow } from '../../../kernel/transact.ts'
import {
  updateFileUses,
  saveRevision,
  lockAnswer,
  lockQuestion,
  markActive,
  refreshAnswerSummary,
  renderContent,
} from '../shared/posts.actions.ts'
import { assertNotBlocked } from '../shared/deletions.queries.ts'
import { assertEditable } from '../shared/editing.queries.ts'
import { findMentioned, findNewlyMentioned } from '../shared/mentions.queries.ts'
import { saveLinks, lockLinkedQuestions, updateLinkedCounts } from '../shared/links.actions.ts'
import { saveSuggestion, withdrawSuggestion } from '../shared/suggestions.actions.ts'
import { answers } from '../../../schema/posts.ts'
import { isAnswerOpenTo } from '../shared/posts.visibility.ts'
import { askQuestion, type NewQuestion, renderQuestion } from '../questions/questions.actions.ts'
import { revisionStatuses } from '../../../schema/revisions.ts'
import { users } from '../../../schema/users.ts'
import { canAnswer, canAnswerAgain } from './answers.rules.ts'

type NewAnswer = { questionId: string; content: string; mentions: readonly string[] }

/** Holds the lock on the question, so that concurrent answers of a user see each other. */
export async function postAnswer(
  tx: Tx,
  actor: Actor,
  { questionId, content, mentions }: NewAnswer,
) {
  await assertNotBlocked(tx, actor)
  const rendered = await renderAnswer(tx, actor, content, 'content')
  const previousLinks = await lockLinkedQuestions(tx, [questionId], rendered.links)
  const required = requiredReputation(tx.ctx.settings)
  assertAllowed(canAnswer(actor, await lockQuestion(tx, actor, questionId), required))
  await assertCanAnswerAgain(tx, actor.id, questionId)
  const [created] = await tx
    .insert(answers)
    .values({ questionId, userId: actor.id, ...rendered.columns, createdAt: tx.now })
    .returning({ id: answers.id })
  const answerId = requireRow(created).id
  await saveRevision(tx, {
    objectId: answerId,
    version: 1,
    userId: actor.id,
    originalText: content,
    status: revisionStatuses.first,
  })
  await updateFileUses(tx, answerId, rendered)
  await refreshAnswerSummary(tx, questionId)
  await markActive(tx, questionId, 'answered', actor.id)
  if (previousLinks !== null) {
    await saveLinks(tx, { questionId, postId: answerId }, rendered.links)
    await updateLinkedCounts(tx, [questionId], previousLinks)
  }
  const mentioned = await findMentioned(tx, actor, [...rendered.mentions, ...mentions])
  await tx.emit('answer.posted', { answerId, questionId, userId: actor.id, mentioned })
  await addToAnswerCount(tx, actor.id, 1)
  return answerId
}

/** Rejects text without visible content, such as an HTML comment. */
async function renderAnswer(tx: Tx, actor: Actor, content: string, field: string) {
  const rendered = await renderContent(tx, actor, content, { field })
  if (rendered.columns.parsedText.trim() === '') failField(field, 'answer.empty')
  return rendered
}

/** Requires the lock on the question. */
export async function assertCanAnswerAgain(tx: Tx, userId: string, questionId: string) {
  const [row] = await tx
    .select({ count: count() })
    .from(answers)
    .where(
      and(eq(answers.questionId, questionId), eq(answers.userId, userId), isAnswerOpenTo(null)),
    )
  const { restrict_answer: allowsOneAnswer } = tx.ctx.settings.get(writeSettings)
  assertAllowed(canAnswerAgain(row?.count ?? 0, allowsOneAnswer))
}

type NewQuestionWithAnswer = NewQuestion & { answer_content: string }

/** Locks the link targets of both texts before anything else. */
export async function askAndAnswer(
  tx: Tx,
  actor: Actor,
  { answer_content: content, ...question }: NewQuestionWithAnswer,
) {
  const renderedQuestion = await renderQuestion(tx, actor, question.content)
  const renderedAnswer = await renderAnswer(tx, actor, content, 'answer_content')
  const links = [...renderedQuestion.links, ...renderedAnswer.links]
  if (links.length > 0) await lockLinkedQuestions(tx, [], links)
  const questionId = await askQuestion(tx, actor, question)
  return await postAnswer(tx, actor, { questionId, content, mentions: [] })
}

type AnswerEdit = {
  id: string
  content: string
  version: number
  edit_summary: string
  mention_username_list: readonly string[]
}

/** Saves a suggestion if the actor's edits are reviewed. */
export async function editAnswer(tx: Tx, actor: Actor, edit: AnswerEdit) {
  const required = requiredReputation(tx.ctx.settings)
  const isReviewed = await assertEditable(tx, actor, edit.id, required)
  if (isReviewed) return await suggestAnswerEdit(tx, actor, edit)
  await publishAnswerEdit(tx, actor, edit)
  return { isSuggestion: false }
}

/** Locks nothing: the answer is not changed. An edit without changes withdraws the actor's open suggestion. */
async function suggestAnswerEdit(tx: Tx, actor: Actor, edit: AnswerEdit) {
  const rendered = await renderAnswer(tx, actor, edit.content, 'content')
  const { originalText, version } = answers
  const rows = await tx
    .select({ originalText, version })
    .from(answers)
    .where(eq(answers.id, edit.id))
  const current = requireRow(rows[0])
  if (current.originalText === edit.content) {
    await withdrawSuggestion(tx, actor, edit.id)
    return { isSuggestion: false }
  }
  if (current.version !== edit.version) fail('edit.conflict')
  const { id: objectId, version: baseVersion, content, edit_summary: summary } = edit
  const suggestion = { objectId, baseVersion, originalText: content, summary }
  await saveSuggestion(tx, actor, suggestion, rendered)
  return { isSuggestion: true }
}

/**
 * Idempotent: an edit without changes succeeds whatever version it is based on. The caller has checked that the actor
 * may edit the answer.
 */
export async function publishAnswerEdit(tx: Tx, actor: Actor, edit: AnswerEdit) {
  const rendered = await renderAnswer(tx, actor, edit.content, 'content')
  const previous = await lockAnswer(tx, actor, edit.id)
  if (previous.status === questionStatuses.deleted) fail('post.deleted')
  if (previous.originalText === edit.content) return
  if (previous.version !== edit.version) fail('edit.conflict')
  const { questionId } = previous
  const previousLinks = await lockLinkedQuestions(tx, [questionId], rendered.links)
  const version = previous.version + 1
  await tx
    .update(answers)
    .set({ ...rendered.columns, version, editedAt: tx.now, editedBy: actor.id })
    .where(eq(answers.id, edit.id))
  await saveRevision(tx, {
    objectId: edit.id,
    version,
    userId: actor.id,
    originalText: edit.content,
    summary: edit.edit_summary,
    status: revisionStatuses.passed,
  })
  await updateFileUses(tx, edit.id, rendered, previous.originalText)
  if (previous.status === questionStatuses.open) {
    await markActive(tx, questionId, 'modified', actor.id)
  }
  if (previousLinks !== null) {
    await saveLinks(tx, { questionId, postId: edit.id }, rendered.links)
    await updateLinkedCounts(tx, [questionId], previousLinks)
  }
  const mentioned = await findNewlyMentioned(tx, actor, {
    names: [...rendered.mentions, ...edit.mention_username_list],
    previousHtml: previous.parsedText,
  })
  await tx.emit('answer.edited', { answerId: edit.id, questionId, userId: actor.id, mentioned })
}

/** Counts open answers only. Locks the user, which comes last in the lock order. */
export async function addToAnswerCount(tx: Tx, userId: string, delta: number) {
  await tx
    .update(users)
    .set({ answerCount: sql`${users.answerCount} + ${delta}` })
    .where(eq(users.id, userId))
}
