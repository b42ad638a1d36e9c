import { typeOfId } from '@stoa/contract/ids'
import { and, desc, eq, isNotNull } from 'drizzle-orm'
import type { Tx } from '../../../kernel/context.ts'
import { fail } from '../../../kernel/errors.ts'
import type { Actor } from '../../../kernel/rules.ts'
import { revisions } from '../../../schema/revisions.ts'
import { recoverAnswer } from '../../content/answers/deletion.actions.ts'
import { editComment, recoverComment } from '../../content/comments/comments.actions.ts'
import { reopenQuestion } from '../../content/questions/closing.actions.ts'
import { recoverQuestion } from '../../content/questions/deletion.actions.ts'
import { operateQuestion } from '../../content/questions/listing.actions.ts'
import { rollBack } from '../../content/revisions/rollback.actions.ts'
import { type FlagCaseRow, lockCase, reopenCase } from './cases.actions.ts'

/** Reverses what a decision changed, and opens the case again. */
export async function undoCaseDecision(tx: Tx, actor: Actor, id: string) {
  const decided = await lockCase(tx, id, 'content')
  await reopenCase(tx, actor, decided, () => reverse(tx, actor, decided))
}

async function reverse(tx: Tx, actor: Actor, decided: FlagCaseRow) {
  const { objectId, operation } = decided
  if (operation === 'close_post') await reopenQuestion(tx, actor, objectId)
  else if (operation === 'unlist_post')
    await operateQuestion(tx, actor, { id: objectId, operation: 'show' })
  else if (operation === 'delete_post') await recoverContent(tx, actor, objectId)
  else if (operation === 'edit_post') await rollBackEdit(tx, actor, decided)
}

async function recoverContent(tx: Tx, actor: Actor, objectId: string) {
  const kind = typeOfId(objectId)
  if (kind === 'question') await recoverQuestion(tx, actor, objectId)
  else if (kind === 'answer') await recoverAnswer(tx, actor, objectId)
  else await recoverComment(tx, actor, objectId)
}

/** Fails if the content was edited again since. */
async function rollBackEdit(tx: Tx, actor: Actor, { objectId, decidedAt }: FlagCaseRow) {
  const [edit, previous] = await tx
    .select()
    .from(revisions)
    .where(and(eq(revisions.objectId, objectId), isNotNull(revisions.version)))
    .orderBy(desc(revisions.version))
    .limit(2)
  const isOwnEdit = edit?.userId === actor.id && edit.createdAt.getTime() === decidedAt?.getTime()
  if (!isOwnEdit || previous === undefined) return fail('review.undo_not_possible')
  if (typeOfId(objectId) === 'comment') {
    await editComment(tx, actor, { commentId: objectId, text: previous.originalText })
    return
  }
  const version = edit.version ?? 0
  await rollBack(tx, actor, { objectId, revisionId: previous.id, version, summary: '' })
}
