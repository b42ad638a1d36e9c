import type { Tx } from '../../../kernel/context.ts'
import { slug } from '@stoa/markdown/slug'
import { eq, sql } from 'drizzle-orm'
import { failField } from '../../../kernel/errors.ts'
import type { Actor } from '../../../kernel/rules.ts'
import { assertAllowed, requiredReputation } from '../../../kernel/rules.ts'
import { requireRow } from '../../../kernel/transact.ts'
import {
  lockTagging,
  type QuestionTagInput,
  updateQuestionCounts,
  chooseTags,
  resolveTagPolicy,
} from '../tags/tags.actions.ts'
import { canUseTags } from '../tags/tags.rules.ts'
import { users } from '../../../schema/users.ts'
import { canAsk } from './questions.rules.ts'
import { holdContent } from '../holding/holding.actions.ts'
import { type Hold, reviewContent, type Sender } from '../holding/reviewing.actions.ts'
import { saveTrace } from '../holding/traces.actions.ts'
import { questionStatuses } from '@stoa/contract/features/questions'
import { assertNotBlocked } from '../shared/deletions.queries.ts'
import { findMentioned } from '../shared/mentions.queries.ts'
import { saveLinks, lockLinkedQuestions, updateLinkedCounts } from '../shared/links.actions.ts'
import {
  assertLinksAllowed,
  recordText,
  saveRevision,
  renderContent,
  type toTextColumns,
} from '../shared/posts.actions.ts'
import { questions, type QuestionStatus, questionTags } from '../../../schema/posts.ts'
import { revisionStatuses } from '../../../schema/revisions.ts'

export type NewQuestion = {
  title: string
  content: string
  tags: readonly QuestionTagInput[]
  mention_username_list: readonly string[]
}

export type QuestionEdit = NewQuestion & {
  id: string
  version: number
  edit_summary: string
  /** Set for a rollback. */
  restoredVersion?: number
}

/** Lock order: linked questions, tags, user. Without a sender, the question is not reviewed. */
export async function askQuestion(
  tx: Tx,
  actor: Actor,
  question: NewQuestion,
  sender: Sender | null,
) {
  const { questionId } = await createQuestion(tx, actor, question, sender)
  return questionId
}

/** `hold` tells why the question waits for a moderator; null when it is published. */
export async function createQuestion(
  tx: Tx,
  actor: Actor,
  question: NewQuestion,
  sender: Sender | null,
): Promise<{ questionId: string; hold: Hold | null }> {
  assertAllowed(canAsk(actor, requiredReputation(tx.ctx.settings)))
  await assertNotBlocked(tx, actor)
  const rendered = await renderQuestion(tx, actor, question.content)
  assertLinksAllowed(tx, actor, rendered, { field: 'content' })
  const { hold, trace } = await reviewContent(tx, actor, sender, {
    objectType: 'question',
    title: question.title,
    text: question.content,
    html: rendered.columns.parsedText,
    tags: question.tags.map(({ slug_name: name }) => name),
  })
  const previousLinks =
    rendered.links.length === 0 ? null : await lockLinkedQuestions(tx, [], rendered.links)
  await lockTagging(tx, 'shared')
  const isPending = hold !== null
  const { chosen, newTags, slugs } = await chooseTags(tx, actor, question.tags, { isPending })
  assertAllowed(canUseTags(actor, slugs, await resolveTagPolicy(tx, slugs)))
  const tagIds = chosen.map(({ id }) => id)
  const status = isPending ? questionStatuses.pending : questionStatuses.open
  const { questionId, revisionId } = await insertQuestion(tx, actor, {
    title: question.title,
    columns: { ...rendered.columns, status },
    tagIds,
    slugs,
  })
  await recordText(tx, questionId, rendered)
  if (trace !== null)
    await saveTrace(tx, trace, { objectId: questionId, questionId, isHeld: isPending })
  if (previousLinks !== null) {
    await saveLinks(tx, { questionId, postId: questionId }, rendered.links)
    await updateLinkedCounts(tx, [questionId], previousLinks)
  }
  const { mention_username_list: mentions } = question
  if (hold !== null) {
    const held = { objectId: questionId, questionId, userId: actor.id, mentions, newTags }
    await holdContent(tx, hold, held)
    return { questionId, hold }
  }
  const mentioned = await findMentioned(tx, actor, [...rendered.mentions, ...mentions])
  await tx.emit('question.asked', { questionId, userId: actor.id, revisionId, mentioned })
  await updateQuestionCounts(tx, { increment: tagIds })
  await addToQuestionCount(tx, actor.id, 1)
  return { questionId, hold }
}

type InsertedQuestion = {
  title: string
  columns: ReturnType<typeof toTextColumns> & { status: QuestionStatus }
  tagIds: readonly string[]
  slugs: string[]
}

async function insertQuestion(
  tx: Tx,
  actor: Actor,
  { title, columns, tagIds, slugs }: InsertedQuestion,
) {
  const { id: userId } = actor
  const times = { createdAt: tx.now, activeAt: tx.now, activeBy: userId }
  const [created] = await tx
    .insert(questions)
    .values({ userId, title, slug: slug(title), ...columns, ...times })
    .returning({ id: questions.id })
  const questionId = requireRow(created).id
  const rows = tagIds.map((tagId, position) => ({ questionId, tagId, position, askedAt: tx.now }))
  if (rows.length > 0) await tx.insert(questionTags).values(rows)
  const revisionId = await saveRevision(tx, {
    objectId: questionId,
    version: 1,
    userId,
    title,
    originalText: columns.originalText,
    tags: slugs,
    status: revisionStatuses.first,
  })
  return { questionId, revisionId }
}

/** Rejects text without visible content, such as an HTML comment. */
export async function renderQuestion(tx: Tx, actor: Actor, content: string) {
  const rendered = await renderContent(tx, actor, content, { field: 'content' })
  if (rendered.columns.parsedText.trim() === '') failField('content', 'question.empty')
  return rendered
}

/** Counts listed questions only. Locks the user, which comes last in the lock order. */
export async function addToQuestionCount(tx: Tx, userId: string, delta: number) {
  await tx
    .update(users)
    .set({ questionCount: sql`${users.questionCount} + ${delta}` })
    .where(eq(users.id, userId))
}
