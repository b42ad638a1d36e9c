import { slug } from '@stoa/markdown/slug'
import { eq, sql } from 'drizzle-orm'
import { failField } from '../../kernel/errors.ts'
import type { Actor } from '../../kernel/rules.ts'
import { must } from '../../kernel/rules.ts'
import { inserted, type Tx } from '../../kernel/transact.ts'
import {
  lockTagging,
  moveQuestionCounts,
  policyFor,
  resolveTags,
  type TagWish,
} from '../tags/tags.actions.ts'
import { canUseTags, type TagPolicy } from '../tags/tags.rules.ts'
import { users } from '../users/users.table.ts'
import { canAsk } from './questions.rules.ts'
import { expectNotBlocked } from '../posts/deletions.queries.ts'
import { findMentioned } from '../posts/mentions.queries.ts'
import { keepLinks, lockLinked, moveLinkedCounts } from '../posts/links.actions.ts'
import { keepFiles, keepRevision, toWritten } from '../posts/posts.actions.ts'
import type { PostPolicy } from '../posts/posts.settings.ts'
import { questions, questionTags } from '../posts/posts.table.ts'
import { revisionStatuses } from '../posts/revisions.table.ts'

export type NewQuestion = {
  title: string
  content: string
  tags: readonly TagWish[]
  mention_username_list: readonly string[]
}

/** What the site's settings say about asking. */
export type AskPolicy = Pick<PostPolicy, 'required' | 'siteUrl' | 'deletions'> & {
  tags: TagPolicy
}

/** Asks a question. Locks what it links to first, then tags, the person last. */
export async function ask(tx: Tx, who: Actor, question: NewQuestion, policy: AskPolicy) {
  must(canAsk(who, policy.required))
  await expectNotBlocked(tx, who, policy.deletions)
  const body = await toQuestionText(tx, who, question.content, policy)
  const linked = body.links.length === 0 ? null : await lockLinked(tx, [], body.links)
  await lockTagging(tx, 'shared')
  const chosen = await resolveTags(tx, who, question.tags, policy)
  const slugs = chosen.map(({ slugName }) => slugName)
  must(canUseTags(who, slugs, await policyFor(tx, slugs, policy.tags)))
  const tagIds = chosen.map(({ id }) => id)
  const [created] = await tx
    .insert(questions)
    .values({
      userId: who.id,
      title: question.title,
      slug: slug(question.title),
      ...body.columns,
      createdAt: tx.now,
      activeAt: tx.now,
      activeBy: who.id,
    })
    .returning({ id: questions.id })
  const questionId = inserted(created).id
  const rows = tagIds.map((tagId, position) => ({ questionId, tagId, position, askedAt: tx.now }))
  await tx.insert(questionTags).values(rows)
  await keepRevision(tx, {
    objectId: questionId,
    version: 1,
    userId: who.id,
    title: question.title,
    originalText: question.content,
    tags: slugs,
    status: revisionStatuses.first,
  })
  await keepFiles(tx, questionId, body)
  if (linked !== null) {
    await keepLinks(tx, { questionId, postId: questionId }, body.links)
    await moveLinkedCounts(tx, [questionId], linked)
  }
  const mentioned = await findMentioned(tx, who, [
    ...body.mentions,
    ...question.mention_username_list,
  ])
  await tx.emit('question.asked', { questionId, userId: who.id, mentioned })
  await moveQuestionCounts(tx, { up: tagIds })
  await addToQuestionCount(tx, who.id, 1)
  return questionId
}

/** The text of a question; one that shows nothing, such as a comment in HTML, is refused beside its field. */
export async function toQuestionText(
  tx: Tx,
  who: Actor,
  content: string,
  { siteUrl }: { siteUrl: string },
) {
  const written = await toWritten(tx, who, content, { siteUrl, field: 'content' })
  if (written.columns.parsedText.trim() === '') failField('content', 'question.empty')
  return written
}

/** Moves how many listed questions a user has asked. Users are locked last. */
export async function addToQuestionCount(tx: Tx, userId: string, delta: number) {
  await tx
    .update(users)
    .set({ questionCount: sql`${users.questionCount} + ${delta}` })
    .where(eq(users.id, userId))
}
