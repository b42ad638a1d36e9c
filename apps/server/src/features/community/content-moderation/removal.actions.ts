import { type SQL, sql } from 'drizzle-orm'
import { idArray } from '../../../kernel/id-array.ts'
import type { Tx } from '../../../kernel/context.ts'
import { fail } from '../../../kernel/errors.ts'
import { type Actor, assertAllowed } from '../../../kernel/rules.ts'
import { flagCases } from '../../../schema/flags.ts'
import { heldPosts } from '../../../schema/held-posts.ts'
import { answers, comments } from '../../../schema/posts.ts'
import { reputationEntries } from '../../../schema/reputation.ts'
import { suggestions } from '../../../schema/suggestions.ts'
import { users } from '../../../schema/users.ts'
import { lockLinkedExclusively } from '../../content/shared/links.actions.ts'
import { canDeletePermanently } from '../../content/shared/posts.rules.ts'
import { hideReputation } from '../../people/reputation/reputation.actions.ts'
import { recordStaffAction } from '../staff-log/staff-log.actions.ts'
import { findRemovable, type RemovableContent } from './removal.queries.ts'
import { deleteRows } from './removal.rows.ts'

type Removal = { objectId: string; reason: string }

/** A job does it: a question may have thousands of comments. */
export async function askRemoval(tx: Tx, actor: Actor, { objectId, reason }: Removal) {
  const content = await findRemovable(tx, objectId)
  if (content === null) return fail('object.not_found')
  assertAllowed(canDeletePermanently(actor, content))
  await tx.emit('content.removal_asked', { objectId, userId: actor.id, reason })
}

/**
 * Removes deleted content for good, with everything on it, and leaves a row in the staff log. Does nothing if it was restored
 * or removed meanwhile, so that the job can be repeated.
 */
export async function removeContent(
  tx: Tx,
  { objectId, userId: actorId, reason }: Removal & { userId: string },
) {
  await tx.execute(sql`set local statement_timeout = 0`)
  const found = await findRemovable(tx, objectId)
  if (found === null) return
  await lockContent(tx, found)
  const content = await findRemovable(tx, objectId)
  if (content?.isDeleted !== true) return
  if (hasGrown(found, content)) throw new Error('content changed while it was being removed')
  const postIds = postIdsOf(content)
  await lockUsers(tx, content)
  await hideReputation(tx, postIds, actorId)
  await lowerAnswerCounts(tx, content)
  const { files } = await deleteRows(tx, content)
  const { kind, userId, title, questionId, answerIds, commentIds } = content
  await recordStaffAction(tx, {
    actorId,
    action: 'delete_permanently',
    objectType: kind,
    objectId,
    userId,
    reason,
    before: { title },
    after: {
      answers: kind === 'question' ? answerIds.length : 0,
      comments: kind === 'comment' ? 0 : commentIds.length,
      files,
    },
  })
  await tx.emit('content.removed', { objectId, questionId, postIds, commentIds })
}

export function postIdsOf({ kind, id, answerIds }: RemovableContent) {
  return kind === 'question' ? [id, ...answerIds] : answerIds
}

/** Possible only if it was restored and deleted again before it was locked. */
function hasGrown(locked: RemovableContent, now: RemovableContent) {
  const count = ({ answerIds, commentIds }: RemovableContent) =>
    answerIds.length + commentIds.length
  return count(locked) !== count(now)
}

/** In lock order. */
async function lockContent(tx: Tx, content: RemovableContent) {
  const { questionId, answerIds, commentIds } = content
  const all = idArray([...postIdsOf(content), ...commentIds])
  for (const table of [flagCases, heldPosts, suggestions])
    await lock(tx, sql`${table}`, sql`object_id = any(${all})`)
  await lock(tx, sql`${comments}`, sql`id = any(${idArray(commentIds)})`)
  await lock(tx, sql`${answers}`, sql`id = any(${idArray(answerIds)})`)
  await lockLinkedExclusively(tx, [questionId])
}

async function lock(tx: Tx, table: SQL, condition: SQL) {
  await tx.execute(sql`select id from ${table} where ${condition} order by id for no key update`)
}

/** Authors and whoever got or lost points, in one statement. */
async function lockUsers(tx: Tx, content: RemovableContent) {
  await lock(
    tx,
    sql`${users}`,
    sql`id in (
      select user_id from ${answers} where id = any(${idArray(content.answerIds)})
      union select user_id from ${reputationEntries}
        where object_id = any(${idArray(postIdsOf(content))}))`,
  )
}

/** Answers of a deleted question are still counted for their authors. */
async function lowerAnswerCounts(tx: Tx, { answerIds }: RemovableContent) {
  await tx.execute(sql`
    update ${users} set answer_count = answer_count - lost.count
    from (
      select user_id, count(*)::int as count from ${answers}
      where id = any(${idArray(answerIds)}) and status = 1 group by user_id
    ) lost where ${users}.id = lost.user_id`)
}
