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
  resolveTagPolicy,
  resolveTags,
} from '../tags/tags.actions.ts'
import { canUseTags } from '../tags/tags.rules.ts'
import { users } from '../../../schema/users.ts'
import { canAsk } from './questions.rules.ts'
import { assertNotBlocked } from '../shared/deletions.queries.ts'
import { findMentioned } from '../shared/mentions.queries.ts'
import { saveLinks, lockLinkedQuestions, updateLinkedCounts } from '../shared/links.actions.ts'
import { updateFileUses, saveRevision, renderContent } from '../shared/posts.actions.ts'
import { questions, questionTags } from '../../../schema/posts.ts'
import { revisionStatuses } from '../../../schema/revisions.ts'

export type NewQuestion = {
  title: string
  content: string
  tags: readonly QuestionTagInput[]
  mention_username_list: readonly string[]
}

export type QuestionEdit = NewQuestion & { id: string; version: number; edit_summary: string }

/** Lock order: linked questions, tags, user. */
export async function askQuestion(tx: Tx, actor: Actor, question: NewQuestion) {
  assertAllowed(canAsk(actor, requiredReputation(tx.ctx.settings)))
  await assertNotBlocked(tx, actor)
  const rendered = await renderQuestion(tx, actor, question.content)
  const previousLinks =
    rendered.links.length === 0 ? null : await lockLinkedQuestions(tx, [], rendered.links)
  await lockTagging(tx, 'shared')
  const chosen = await resolveTags(tx, actor, question.tags)
  const slugs = chosen.map(({ slugName }) => slugName)
  assertAllowed(canUseTags(actor, slugs, await resolveTagPolicy(tx, slugs)))
  const tagIds = chosen.map(({ id }) => id)
  const [created] = await tx
    .insert(questions)
    .values({
      userId: actor.id,
      title: question.title,
      slug: slug(question.title),
      ...rendered.columns,
      createdAt: tx.now,
      activeAt: tx.now,
      activeBy: actor.id,
    })
    .returning({ id: questions.id })
  const questionId = requireRow(created).id
  const rows = tagIds.map((tagId, position) => ({ questionId, tagId, position, askedAt: tx.now }))
  await tx.insert(questionTags).values(rows)
  await saveRevision(tx, {
    objectId: questionId,
    version: 1,
    userId: actor.id,
    title: question.title,
    originalText: question.content,
    tags: slugs,
    status: revisionStatuses.first,
  })
  await updateFileUses(tx, questionId, rendered)
  if (previousLinks !== null) {
    await saveLinks(tx, { questionId, postId: questionId }, rendered.links)
    await updateLinkedCounts(tx, [questionId], previousLinks)
  }
  const mentioned = await findMentioned(tx, actor, [
    ...rendered.mentions,
    ...question.mention_username_list,
  ])
  await tx.emit('question.asked', { questionId, userId: actor.id, mentioned })
  await updateQuestionCounts(tx, { increment: tagIds })
  await addToQuestionCount(tx, actor.id, 1)
  return questionId
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
