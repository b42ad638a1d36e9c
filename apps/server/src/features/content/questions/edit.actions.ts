import { questionStatuses } from '@stoa/contract/features/questions'
import { slug } from '@stoa/markdown/slug'
import { eq } from 'drizzle-orm'
import { fail } from '../../../kernel/errors.ts'
import { type Actor, assertAllowed, requiredReputation } from '../../../kernel/rules.ts'
import type { Tx } from '../../../kernel/context.ts'
import { assertEditable } from '../shared/editing.queries.ts'
import { findNewlyMentioned } from '../shared/mentions.queries.ts'
import { saveLinks, lockLinkedQuestions, updateLinkedCounts } from '../shared/links.actions.ts'
import { updateFileUses, saveRevision, lockQuestion } from '../shared/posts.actions.ts'
import { isInLists } from '../shared/posts.rules.ts'
import { questions, questionTags } from '../../../schema/posts.ts'
import { revisionStatuses } from '../../../schema/revisions.ts'
import {
  type ChosenTag,
  lockTagging,
  updateQuestionCounts,
  resolveTagPolicy,
  resolveTags,
  listQuestionTags,
} from '../tags/tags.actions.ts'
import { canRetag } from '../tags/tags.rules.ts'
import { type QuestionEdit, renderQuestion } from './questions.actions.ts'
import { suggestQuestionEdit } from './suggesting.actions.ts'

type LockedQuestion = Awaited<ReturnType<typeof lockQuestion>>

/** Saves a suggestion if the actor's edits are reviewed. */
export async function editQuestion(tx: Tx, actor: Actor, edit: QuestionEdit) {
  const isReviewed = await assertEditable(tx, actor, edit.id, requiredReputation(tx.ctx.settings))
  if (isReviewed) return await suggestQuestionEdit(tx, actor, edit)
  return { slug: await publishQuestionEdit(tx, actor, edit), isSuggestion: false }
}

/**
 * Idempotent: an edit without changes succeeds whatever version it is based on. The caller has checked that the actor
 * may edit the question.
 */
export async function publishQuestionEdit(tx: Tx, actor: Actor, edit: QuestionEdit) {
  const rendered = await renderQuestion(tx, actor, edit.content)
  const previousLinks = await lockLinkedQuestions(tx, [edit.id], rendered.links)
  const previous = await lockQuestion(tx, actor, edit.id)
  if (previous.status === questionStatuses.deleted) fail('post.deleted')
  await lockTagging(tx, 'shared')
  const previousTags = await listQuestionTags(tx, edit.id)
  const newTags = await resolveTags(tx, actor, edit.tags)
  const isRetagged = !hasSameTags(previousTags, newTags)
  if (previous.title === edit.title && previous.originalText === edit.content && !isRetagged) {
    return previous.slug
  }
  if (previous.version !== edit.version) fail('edit.conflict')
  const slugs = { before: slugsOf(previousTags), after: slugsOf(newTags) }
  assertAllowed(canRetag(actor, slugs, await resolveTagPolicy(tx, slugs.after)))
  const newSlug = slug(edit.title)
  const version = previous.version + 1
  const versionColumns = { version, editedAt: tx.now, editedBy: actor.id }
  const activity = { activeAt: tx.now, activeKind: 'modified', activeBy: actor.id } as const
  await tx
    .update(questions)
    .set({ title: edit.title, slug: newSlug, ...rendered.columns, ...versionColumns, ...activity })
    .where(eq(questions.id, edit.id))
  await saveRevision(tx, {
    objectId: edit.id,
    version,
    userId: actor.id,
    title: edit.title,
    originalText: edit.content,
    tags: slugs.after,
    summary: edit.edit_summary,
    status: revisionStatuses.passed,
  })
  await updateFileUses(tx, edit.id, rendered, previous.originalText)
  if (previousLinks !== null) {
    await saveLinks(tx, { questionId: edit.id, postId: edit.id }, rendered.links)
    await updateLinkedCounts(tx, [edit.id], previousLinks)
  }
  const mentioned = await findNewlyMentioned(tx, actor, {
    names: [...rendered.mentions, ...edit.mention_username_list],
    previousHtml: previous.parsedText,
  })
  await tx.emit('question.edited', { questionId: edit.id, userId: actor.id, mentioned })
  if (isRetagged) await retag(tx, previous, previousTags, newTags)
  return newSlug
}

async function retag(
  tx: Tx,
  question: LockedQuestion,
  previousTags: readonly ChosenTag[],
  newTags: readonly ChosenTag[],
) {
  const rows = newTags.map(({ id: tagId }, position) => ({
    questionId: question.id,
    tagId,
    position,
    askedAt: question.createdAt,
  }))
  await tx.delete(questionTags).where(eq(questionTags.questionId, question.id))
  await tx.insert(questionTags).values(rows)
  if (!isInLists(question)) return
  await updateQuestionCounts(tx, {
    increment: subtractTags(newTags, previousTags),
    decrement: subtractTags(previousTags, newTags),
  })
}

/** Ids in the first list that are not in the second. */
function subtractTags(list: readonly ChosenTag[], other: readonly ChosenTag[]) {
  return list.map(({ id }) => id).filter((id) => !other.some((tag) => tag.id === id))
}

function hasSameTags(one: readonly ChosenTag[], other: readonly ChosenTag[]) {
  return one.length === other.length && subtractTags(one, other).length === 0
}

function slugsOf(list: readonly ChosenTag[]) {
  return list.map(({ slugName }) => slugName)
}
