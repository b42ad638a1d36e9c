import { questionStatuses } from '@stoa/contract/features/questions'
import { and, eq, isNull } from 'drizzle-orm'
import type { Tx } from '../../../kernel/context.ts'
import { fail } from '../../../kernel/errors.ts'
import { type Actor, assertAllowed } from '../../../kernel/rules.ts'
import type { BulkChange } from '../../../schema/bulk-actions.ts'
import { closings } from '../../../schema/closings.ts'
import { answers, questions } from '../../../schema/posts.ts'
import { askRemoval } from '../../community/content-moderation/removal.actions.ts'
import { deleteAnswer, recoverAnswer } from '../../content/answers/deletion.actions.ts'
import { closeQuestion, reopenQuestion } from '../../content/questions/closing.actions.ts'
import { deleteQuestion, recoverQuestion } from '../../content/questions/deletion.actions.ts'
import { editQuestion } from '../../content/questions/edit.actions.ts'
import { operateQuestion } from '../../content/questions/listing.actions.ts'
import { listQuestionTags } from '../../content/tags/tags.actions.ts'
import { listUnknownTags } from '../../content/tags/tags.queries.ts'
import type { BulkActionRow } from './bulk-actions.actions.ts'
import { canHaveTags, changeTags } from './bulk-actions.rules.ts'

type Item = { objectId: string; change: BulkChange }

/** Changes one post with the ordinary action. Null if it was like that already. */
export async function changeItem(
  tx: Tx,
  actor: Actor,
  bulk: BulkActionRow,
  item: Item,
): Promise<BulkChange | null> {
  const { objectId: id } = item
  switch (bulk.action) {
    case 'delete':
      return await deletePost(tx, actor, bulk, id)
    case 'undelete':
      return await restorePost(tx, actor, bulk, item)
    case 'close':
      return await closePost(tx, actor, bulk, id)
    case 'reopen':
      return await reopenPost(tx, actor, item)
    case 'list':
    case 'unlist':
      return await setListed(tx, actor, id, bulk.action === 'list')
    case 'change_tags':
      return await setTags(tx, actor, bulk, item)
    case 'delete_permanently': {
      const { reason = '' } = bulk.parameters
      await askRemoval(tx, actor, { objectId: id, reason })
      return {}
    }
  }
}

async function deletePost(tx: Tx, actor: Actor, bulk: BulkActionRow, id: string) {
  const before = await getPost(tx, bulk, id)
  if (before.status === questionStatuses.deleted) return null
  if (bulk.objectType === 'question') await deleteQuestion(tx, actor, id)
  else await deleteAnswer(tx, actor, id)
  const { deletedAt, deletedBy } = await getPost(tx, bulk, id)
  const isOwn = deletedBy === actor.id && deletedAt?.getTime() === tx.now.getTime()
  return isOwn ? { deletedAt: tx.now.toISOString() } : null
}

/** An undo leaves out posts that someone restored and deleted again. */
async function restorePost(
  tx: Tx,
  actor: Actor,
  bulk: BulkActionRow,
  { objectId: id, change }: Item,
) {
  const { status, deletedAt } = await getPost(tx, bulk, id)
  if (status !== questionStatuses.deleted) return null
  const isOther = change.deletedAt !== undefined && deletedAt?.toISOString() !== change.deletedAt
  if (bulk.undoesId !== null && isOther) fail('bulk.changed_since')
  if (bulk.objectType === 'question') await recoverQuestion(tx, actor, id)
  else await recoverAnswer(tx, actor, id)
  return {}
}

async function closePost(tx: Tx, actor: Actor, { parameters }: BulkActionRow, id: string) {
  const { closeType: close_type = 0, closeMessage: close_msg = '' } = parameters
  if ((await getQuestion(tx, id)).status === questionStatuses.closed) return null
  await closeQuestion(tx, actor, { id, close_type, close_msg })
  const closingId = await findClosing(tx, id)
  return closingId === undefined ? {} : { closingId }
}

async function reopenPost(tx: Tx, actor: Actor, { objectId: id, change }: Item) {
  if ((await getQuestion(tx, id)).status !== questionStatuses.closed) return null
  if ((await findClosing(tx, id)) !== change.closingId) fail('bulk.changed_since')
  await reopenQuestion(tx, actor, id)
  return {}
}

async function setListed(tx: Tx, actor: Actor, id: string, isListed: boolean) {
  if ((await getQuestion(tx, id)).isListed === isListed) return null
  await operateQuestion(tx, actor, { id, operation: isListed ? 'show' : 'hide' })
  return {}
}

/** The undo puts back the tags from before, if they are still those from after. */
async function setTags(
  tx: Tx,
  actor: Actor,
  { parameters, undoesId }: BulkActionRow,
  { objectId: id, change }: Item,
) {
  const { title, originalText, version } = await getQuestion(tx, id)
  const before = (await listQuestionTags(tx, id)).map(({ slugName }) => slugName)
  if (undoesId !== null && !isSame(before, change.after ?? [])) fail('bulk.changed_since')
  const tags = undoesId === null ? changeTags(before, parameters) : (change.before ?? [])
  if (isSame(before, tags)) return null
  assertAllowed(canHaveTags(tags))
  if ((await listUnknownTags(tx, parameters.addTags ?? [])).length > 0) fail('bulk.tag_deleted')
  await editQuestion(tx, actor, {
    id,
    title,
    content: originalText,
    tags: tags.map((slug_name) => ({ slug_name, display_name: '', original_text: '' })),
    version,
    edit_summary: '',
    mention_username_list: [],
  })
  const after = (await listQuestionTags(tx, id)).map(({ slugName }) => slugName)
  return isSame(before, after) ? null : { before, after }
}

function isSame(one: readonly string[], other: readonly string[]) {
  return one.length === other.length && one.every((tag) => other.includes(tag))
}

async function getPost(tx: Tx, { objectType }: BulkActionRow, id: string) {
  const table = objectType === 'question' ? questions : answers
  const { status, deletedAt, deletedBy } = table
  const [row] = await tx
    .select({ status, deletedAt, deletedBy })
    .from(table)
    .where(eq(table.id, id))
  return row ?? fail(objectType === 'question' ? 'question.not_found' : 'answer.not_found')
}

async function getQuestion(tx: Tx, id: string) {
  const [row] = await tx.select().from(questions).where(eq(questions.id, id))
  return row ?? fail('question.not_found')
}

async function findClosing(tx: Tx, questionId: string) {
  const [closing] = await tx
    .select({ id: closings.id })
    .from(closings)
    .where(and(eq(closings.questionId, questionId), isNull(closings.reopenedAt)))
  return closing?.id
}
