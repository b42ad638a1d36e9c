import { questionStatuses } from '@stoa/contract/features/questions'
import { slug } from '@stoa/markdown/slug'
import { eq } from 'drizzle-orm'
import { fail } from '../../../kernel/errors.ts'
import { type Actor, assertAllowed } from '../../../kernel/rules.ts'
import type { Tx } from '../../../kernel/context.ts'
import { assertEditable } from '../shared/editing.queries.ts'
import { findNewlyMentioned } from '../shared/mentions.queries.ts'
import { saveLinks, lockLinkedQuestions, updateLinkedCounts } from '../shared/links.actions.ts'
import {
  assertLinksAllowed,
  recordText,
  saveRevision,
  lockQuestion,
} from '../shared/posts.actions.ts'
import { canChange, isInLists } from '../shared/posts.rules.ts'
import { questions, questionTags } from '../../../schema/posts.ts'
import { revisionStatuses } from '../../../schema/revisions.ts'
import { lockHeld, updateHeld } from '../holding/holding.actions.ts'
import {
  type ChosenTag,
  chooseTags,
  lockTagging,
  updateQuestionCounts,
  resolveTagPolicy,
  listQuestionTags,
} from '../tags/tags.actions.ts'
import { canRetag } from '../tags/tags.rules.ts'
import { type QuestionEdit, renderQuestion } from './questions.actions.ts'
import { suggestQuestionEdit } from './suggesting.actions.ts'

type LockedQuestion = Awaited<ReturnType<typeof lockQuestion>>

/** Saves a suggestion if the actor's edits are reviewed. */
export async function editQuestion(tx: Tx, actor: Actor, edit: QuestionEdit) {
  const { isReviewed, isPending } = await assertEditable(tx, actor, edit.id, tx.ctx.settings)
  if (isReviewed) return await suggestQuestionEdit(tx, actor, edit)
  return { slug: await publishQuestionEdit(tx, actor, edit, { isPending }), isSuggestion: false }
}

/**
 * Idempotent: an edit without changes succeeds whatever version it is based on; a rollback fails instead. The caller has
 * checked that the actor may edit the question, and whether it is pending.
 */
export async function publishQuestionEdit(
  tx: Tx,
  actor: Actor,
  edit: QuestionEdit,
  options: { isPending: boolean },
) {
  const rendered = await renderQuestion(tx, actor, edit.content)
  if (options.isPending) await lockHeld(tx, edit.id)
  const previousLinks = await lockLinkedQuestions(tx, [edit.id], rendered.links)
  const previous = await lockQuestion(tx, actor, edit.id)
  assertAllowed(canChange(actor, previous))
  if (previous.status === questionStatuses.deleted) fail('post.deleted')
  await lockTagging(tx, 'shared')
  const previousTags = await listQuestionTags(tx, edit.id)
  const isPending = previous.status === questionStatuses.pending
  const choice = await chooseEditTags(tx, actor, edit, isPending)
  const isRetagged = !hasSameTags(previousTags, choice.chosen)
  const hasSameText = previous.title === edit.title && previous.originalText === edit.content
  const isRollback = edit.restoredVersion !== undefined
  if (hasSameText && !isRetagged) return isRollback ? fail('rollback.unchanged') : previous.slug
  if (previous.version !== edit.version) fail('edit.conflict')
  const { parsedText: previousHtml } = previous
  assertLinksAllowed(tx, actor, rendered, { field: 'content', previousHtml })
  const slugs = { before: slugsOf(previousTags), after: choice.slugs }
  assertAllowed(canRetag(actor, slugs, await resolveTagPolicy(tx, slugs.after)))
  const saved = await saveVersion(tx, actor, edit, { previous, rendered, tags: slugs.after })
  if (previousLinks !== null) {
    await saveLinks(tx, { questionId: edit.id, postId: edit.id }, rendered.links)
    await updateLinkedCounts(tx, [edit.id], previousLinks)
  }
  if (isPending) await tx.emit('pending_content.edited', { objectId: edit.id, userId: actor.id })
  else {
    const names = isRollback ? [] : [...rendered.mentions, ...edit.mention_username_list]
    await emitEdited(tx, actor, previous, { names, revisionId: saved.revisionId, isRollback })
  }
  if (isRetagged) await retag(tx, previous, previousTags, choice.chosen)
  return saved.slug
}

/** New tags and mentions of a pending question wait with it. */
async function chooseEditTags(tx: Tx, actor: Actor, edit: QuestionEdit, isPending: boolean) {
  const choice = await chooseTags(tx, actor, edit.tags, { isPending })
  const { mention_username_list: mentions } = edit
  if (isPending) await updateHeld(tx, edit.id, { mentions, newTags: choice.newTags })
  return choice
}

type Version = {
  previous: LockedQuestion
  rendered: Awaited<ReturnType<typeof renderQuestion>>
  tags: string[]
}

async function saveVersion(
  tx: Tx,
  actor: Actor,
  edit: QuestionEdit,
  { previous, rendered, tags }: Version,
) {
  const newSlug = slug(edit.title)
  const version = previous.version + 1
  const versionColumns = { version, editedAt: tx.now, editedBy: actor.id }
  const activity = { activeAt: tx.now, activeKind: 'modified', activeBy: actor.id } as const
  await tx
    .update(questions)
    .set({ title: edit.title, slug: newSlug, ...rendered.columns, ...versionColumns, ...activity })
    .where(eq(questions.id, edit.id))
  const revisionId = await saveRevision(tx, {
    objectId: edit.id,
    version,
    userId: actor.id,
    title: edit.title,
    originalText: edit.content,
    tags,
    summary: edit.edit_summary,
    restoredVersion: edit.restoredVersion,
    status: revisionStatuses.passed,
  })
  await recordText(tx, edit.id, rendered, previous.originalText)
  return { slug: newSlug, revisionId }
}

type SavedEdit = { names: string[]; revisionId: string; isRollback: boolean }

async function emitEdited(
  tx: Tx,
  actor: Actor,
  previous: LockedQuestion,
  { names, ...edit }: SavedEdit,
) {
  const { id: questionId, parsedText: previousHtml } = previous
  const mentioned = await findNewlyMentioned(tx, actor, { names, previousHtml })
  await tx.emit('question.edited', { questionId, userId: actor.id, ...edit, mentioned })
}

export async function retag(
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
  if (rows.length > 0) await tx.insert(questionTags).values(rows)
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
