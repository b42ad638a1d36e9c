import type { Tx } from '../../../kernel/context.ts'
import { questionStatuses } from '@stoa/contract/features/questions'
import { writeSettings } from '@stoa/contract/settings/writing'
import { and, count, eq, ne, sql } from 'drizzle-orm'
import { fail, failField } from '../../../kernel/errors.ts'
import { type Actor, assertAllowed, requiredReputation } from '../../../kernel/rules.ts'
import { requireRow } from '../../../kernel/transact.ts'
import {
  assertLinksAllowed,
  recordText,
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
import { canChange } from '../shared/posts.rules.ts'
import { answers } from '../../../schema/posts.ts'
import { createQuestion, type NewQuestion, renderQuestion } from '../questions/questions.actions.ts'
import { revisionStatuses } from '../../../schema/revisions.ts'
import { users } from '../../../schema/users.ts'
import { holdContent } from '../holding/holding.actions.ts'
import { type Review, reviewContent, type Sender } from '../holding/reviewing.actions.ts'
import { saveTrace } from '../holding/traces.actions.ts'
import { canAnswer, canAnswerAgain, canAnswerProtected } from './answers.rules.ts'

type SavedAnswer = { rendered: RenderedAnswer; review: Review; isAskedWith?: boolean }
type NewAnswer = { questionId: string; content: string; mentions: readonly string[] }

/**
 * Holds the lock on the question, so that concurrent answers of a user see each other. Without a sender, the answer is not
 * reviewed.
 */
export async function postAnswer(tx: Tx, actor: Actor, answer: NewAnswer, sender: Sender | null) {
  await assertNotBlocked(tx, actor)
  const rendered = await renderAnswer(tx, actor, answer.content, 'content')
  assertLinksAllowed(tx, actor, rendered, { field: 'content' })
  const review = await reviewAnswer(tx, actor, sender, rendered)
  return await saveAnswer(tx, actor, answer, { rendered, review })
}

type RenderedAnswer = Awaited<ReturnType<typeof renderAnswer>>

async function reviewAnswer(
  tx: Tx,
  actor: Actor,
  sender: Sender | null,
  { columns }: RenderedAnswer,
) {
  const { originalText: text, parsedText: html } = columns
  return await reviewContent(tx, actor, sender, {
    objectType: 'answer',
    title: '',
    text,
    html,
    tags: [],
  })
}

/** `isAskedWith`: the asker answers at once, which is possible while the question waits for a moderator. */
async function saveAnswer(
  tx: Tx,
  actor: Actor,
  { questionId, content, mentions }: NewAnswer,
  { rendered, review: { hold, trace }, isAskedWith = false }: SavedAnswer,
) {
  const previousLinks = await lockLinkedQuestions(tx, [questionId], rendered.links)
  const required = requiredReputation(tx.ctx.settings)
  const question = await lockQuestion(tx, actor, questionId)
  assertAllowed(canChange(actor, question))
  const { status } = isAskedWith ? { status: questionStatuses.open } : question
  assertAllowed(canAnswer(actor, { status }, required))
  const { protected_reputation: reputation } = tx.ctx.settings.get(writeSettings)
  assertAllowed(canAnswerProtected(actor, question, reputation))
  await assertCanAnswerAgain(tx, actor.id, questionId)
  const [created] = await tx
    .insert(answers)
    .values({
      questionId,
      userId: actor.id,
      ...rendered.columns,
      status: hold === null ? questionStatuses.open : questionStatuses.pending,
      createdAt: tx.now,
    })
    .returning({ id: answers.id })
  const answerId = requireRow(created).id
  const revisionId = await saveRevision(tx, {
    objectId: answerId,
    version: 1,
    userId: actor.id,
    originalText: content,
    status: revisionStatuses.first,
  })
  await recordText(tx, answerId, rendered)
  if (previousLinks !== null) await saveLinks(tx, { questionId, postId: answerId }, rendered.links)
  const isHeld = hold !== null
  if (trace !== null) await saveTrace(tx, trace, { objectId: answerId, questionId, isHeld })
  if (hold !== null) {
    await holdContent(tx, hold, { objectId: answerId, questionId, userId: actor.id, mentions })
    return answerId
  }
  await refreshAnswerSummary(tx, questionId)
  await markActive(tx, questionId, 'answered', actor.id)
  if (previousLinks !== null) await updateLinkedCounts(tx, [questionId], previousLinks)
  const mentioned = await findMentioned(tx, actor, [...rendered.mentions, ...mentions])
  await tx.emit('answer.posted', { answerId, questionId, userId: actor.id, revisionId, mentioned })
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
      and(
        eq(answers.questionId, questionId),
        eq(answers.userId, userId),
        ne(answers.status, questionStatuses.deleted),
      ),
    )
  const { restrict_answer: allowsOneAnswer } = tx.ctx.settings.get(writeSettings)
  assertAllowed(canAnswerAgain(row?.count ?? 0, allowsOneAnswer))
}

type NewQuestionWithAnswer = NewQuestion & { answer_content: string }

/** Locks the link targets of both texts before anything else. The answer waits with its question. */
export async function askAndAnswer(
  tx: Tx,
  actor: Actor,
  { answer_content: content, ...question }: NewQuestionWithAnswer,
  sender: Sender | null,
) {
  const renderedQuestion = await renderQuestion(tx, actor, question.content)
  const renderedAnswer = await renderAnswer(tx, actor, content, 'answer_content')
  assertLinksAllowed(tx, actor, renderedAnswer, { field: 'answer_content' })
  const answerReview = await reviewAnswer(tx, actor, sender, renderedAnswer)
  const links = [...renderedQuestion.links, ...renderedAnswer.links]
  if (links.length > 0) await lockLinkedQuestions(tx, [], links)
  const { questionId, hold } = await createQuestion(tx, actor, question, sender)
  const withQuestion = hold === null ? null : { ...hold, reasons: ['parent' as const] }
  const review = { ...answerReview, hold: answerReview.hold ?? withQuestion }
  return await saveAnswer(
    tx,
    actor,
    { questionId, content, mentions: [] },
    { rendered: renderedAnswer, review, isAskedWith: true },
  )
}

type AnswerEdit = {
  id: string
  content: string
  version: number
  edit_summary: string
  mention_username_list: readonly string[]
  /** Set for a rollback. */
  restoredVersion?: number
}

/** Saves a suggestion if the actor's edits are reviewed. */
export async function editAnswer(tx: Tx, actor: Actor, edit: AnswerEdit) {
  const { isReviewed } = await assertEditable(tx, actor, edit.id, tx.ctx.settings)
  if (isReviewed) return await suggestAnswerEdit(tx, actor, edit)
  await publishAnswerEdit(tx, actor, edit)
  return { isSuggestion: false }
}

/** Locks nothing: the answer is not changed. An edit without changes withdraws the actor's open suggestion. */
async function suggestAnswerEdit(tx: Tx, actor: Actor, edit: AnswerEdit) {
  const rendered = await renderAnswer(tx, actor, edit.content, 'content')
  const { originalText, parsedText, version } = answers
  const rows = await tx
    .select({ originalText, parsedText, version })
    .from(answers)
    .where(eq(answers.id, edit.id))
  const current = requireRow(rows[0])
  if (current.originalText === edit.content) {
    await withdrawSuggestion(tx, actor, edit.id)
    return { isSuggestion: false }
  }
  if (current.version !== edit.version) fail('edit.conflict')
  const { parsedText: previousHtml } = current
  assertLinksAllowed(tx, actor, rendered, { field: 'content', previousHtml })
  const { id: objectId, version: baseVersion, content, edit_summary: summary } = edit
  const suggestion = { objectId, baseVersion, originalText: content, summary }
  await saveSuggestion(tx, actor, suggestion, rendered)
  return { isSuggestion: true }
}

/**
 * Idempotent: an edit without changes succeeds whatever version it is based on; a rollback fails instead. The caller has
 * checked that the actor may edit the answer.
 */
export async function publishAnswerEdit(tx: Tx, actor: Actor, edit: AnswerEdit) {
  const rendered = await renderAnswer(tx, actor, edit.content, 'content')
  const previous = await lockAnswer(tx, actor, edit.id)
  if (previous.status === questionStatuses.deleted) fail('post.deleted')
  const isRollback = edit.restoredVersion !== undefined
  if (previous.originalText === edit.content)
    return isRollback ? fail('rollback.unchanged') : undefined
  if (previous.version !== edit.version) fail('edit.conflict')
  const { questionId, parsedText: previousHtml } = previous
  assertLinksAllowed(tx, actor, rendered, { field: 'content', previousHtml })
  const previousLinks = await lockLinkedQuestions(tx, [questionId], rendered.links)
  const version = previous.version + 1
  await tx
    .update(answers)
    .set({ ...rendered.columns, version, editedAt: tx.now, editedBy: actor.id })
    .where(eq(answers.id, edit.id))
  const revisionId = await saveRevision(tx, {
    objectId: edit.id,
    version,
    userId: actor.id,
    originalText: edit.content,
    summary: edit.edit_summary,
    restoredVersion: edit.restoredVersion,
    status: revisionStatuses.passed,
  })
  await recordText(tx, edit.id, rendered, previous.originalText)
  if (previous.status === questionStatuses.open) {
    await markActive(tx, questionId, 'modified', actor.id)
  }
  if (previousLinks !== null) {
    await saveLinks(tx, { questionId, postId: edit.id }, rendered.links)
    await updateLinkedCounts(tx, [questionId], previousLinks)
  }
  if (previous.status === questionStatuses.pending) {
    await tx.emit('pending_content.edited', { objectId: edit.id, userId: actor.id })
    return
  }
  const mentioned = await findNewlyMentioned(tx, actor, {
    names: isRollback ? [] : [...rendered.mentions, ...edit.mention_username_list],
    previousHtml,
  })
  const event = { answerId: edit.id, userId: actor.id, revisionId, isRollback, mentioned }
  await tx.emit('answer.edited', { ...event, questionId })
}

/** Counts open answers only. Locks the user, which comes last in the lock order. */
export async function addToAnswerCount(tx: Tx, userId: string, delta: number) {
  await tx
    .update(users)
    .set({ answerCount: sql`${users.answerCount} + ${delta}` })
    .where(eq(users.id, userId))
}
