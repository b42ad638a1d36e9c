import { slug } from '@stoa/markdown/slug'
import { eq } from 'drizzle-orm'
import { fail } from '../../kernel/errors.ts'
import { type Actor, must } from '../../kernel/rules.ts'
import type { Tx } from '../../kernel/transact.ts'
import { assertEditable } from '../posts/editing.queries.ts'
import { findNewlyMentioned } from '../posts/mentions.queries.ts'
import { keepLinks, lockLinked, moveLinkedCounts } from '../posts/links.actions.ts'
import { keepFiles, keepRevision, lockQuestion } from '../posts/posts.actions.ts'
import { canEdit, isInLists } from '../posts/posts.rules.ts'
import { questions, questionTags } from '../posts/posts.table.ts'
import { revisionStatuses } from '../posts/revisions.table.ts'
import {
  type ChosenTag,
  lockTagging,
  moveQuestionCounts,
  policyFor,
  resolveTags,
  tagsOf,
} from '../tags/tags.actions.ts'
import { canRetag } from '../tags/tags.rules.ts'
import { type AskPolicy, type NewQuestion, toQuestionText } from './questions.actions.ts'

type Edit = NewQuestion & { id: string; version: number; edit_summary: string }
type Before = Awaited<ReturnType<typeof lockQuestion>>

/** Changes title, text and tags. Sent again, or without a change, it does nothing: whatever version it names. */
export async function editQuestion(tx: Tx, who: Actor, edit: Edit, policy: AskPolicy) {
  await assertEditable(tx, who, edit.id, policy.required)
  const written = await toQuestionText(tx, who, edit.content, policy)
  const linked = await lockLinked(tx, [edit.id], written.links)
  const before = await lockQuestion(tx, who, edit.id)
  must(canEdit(who, { kind: 'question', ...before }, policy.required))
  await lockTagging(tx, 'shared')
  const former = await tagsOf(tx, edit.id)
  const chosen = await resolveTags(tx, who, edit.tags, policy)
  const isRetagged = !isSameSet(former, chosen)
  if (before.title === edit.title && before.originalText === edit.content && !isRetagged) {
    return before.slug
  }
  if (before.version !== edit.version) fail('edit.conflict')
  const slugs = { before: slugsOf(former), after: slugsOf(chosen) }
  must(canRetag(who, slugs, await policyFor(tx, slugs.after, policy.tags)))
  const urlTitle = slug(edit.title)
  const version = before.version + 1
  const editing = { version, editedAt: tx.now, editedBy: who.id }
  const active = { activeAt: tx.now, activeKind: 'modified', activeBy: who.id } as const
  await tx
    .update(questions)
    .set({ title: edit.title, slug: urlTitle, ...written.columns, ...editing, ...active })
    .where(eq(questions.id, edit.id))
  await keepRevision(tx, {
    objectId: edit.id,
    version,
    userId: who.id,
    title: edit.title,
    originalText: edit.content,
    tags: slugsOf(chosen),
    summary: edit.edit_summary,
    status: revisionStatuses.passed,
  })
  await keepFiles(tx, edit.id, written, before.originalText)
  if (linked !== null) {
    await keepLinks(tx, { questionId: edit.id, postId: edit.id }, written.links)
    await moveLinkedCounts(tx, [edit.id], linked)
  }
  const mentioned = await findNewlyMentioned(tx, who, {
    names: [...written.mentions, ...edit.mention_username_list],
    before: before.parsedText,
  })
  await tx.emit('question.edited', { questionId: edit.id, userId: who.id, mentioned })
  if (isRetagged) await retag(tx, before, former, chosen)
  return urlTitle
}

async function retag(
  tx: Tx,
  question: Before,
  former: readonly ChosenTag[],
  chosen: readonly ChosenTag[],
) {
  const rows = chosen.map(({ id: tagId }, position) => ({
    questionId: question.id,
    tagId,
    position,
    askedAt: question.createdAt,
  }))
  await tx.delete(questionTags).where(eq(questionTags.questionId, question.id))
  await tx.insert(questionTags).values(rows)
  if (!isInLists(question)) return
  await moveQuestionCounts(tx, { up: without(chosen, former), down: without(former, chosen) })
}

/** The ids of the first list that the second does not have. */
function without(list: readonly ChosenTag[], other: readonly ChosenTag[]) {
  return list.map(({ id }) => id).filter((id) => !other.some((tag) => tag.id === id))
}

function isSameSet(one: readonly ChosenTag[], other: readonly ChosenTag[]) {
  return one.length === other.length && without(one, other).length === 0
}

function slugsOf(list: readonly ChosenTag[]) {
  return list.map(({ slugName }) => slugName)
}
