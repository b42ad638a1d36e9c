import { typeOfId } from '@stoa/contract/ids'
import { and, asc, eq, gt, inArray, isNull, lte, ne, type SQL, sql } from 'drizzle-orm'
import { unionAll } from 'drizzle-orm/pg-core'
import type { Context, Tx } from '../../../kernel/context.ts'
import { after, every } from '../../../kernel/events.ts'
import type { Actor } from '../../../kernel/rules.ts'
import { transact } from '../../../kernel/transact.ts'
import { answers, comments, questions } from '../../../schema/posts.ts'
import { removedPosts, suspensions } from '../../../schema/user-moderation.ts'
import { users } from '../../../schema/users.ts'
import { deleteAnswer, recoverAnswer } from '../../content/answers/deletion.actions.ts'
import { deleteComment, recoverComment } from '../../content/comments/comments.actions.ts'
import { deleteQuestion, recoverQuestion } from '../../content/questions/deletion.actions.ts'
import { findStaff } from './staff.queries.ts'
import { allDays } from './user-moderation.rules.ts'
import { lockSuspensions } from './users.actions.ts'

export const suspensionListeners = [
  after(
    'user.suspended',
    'remove-posts',
    (ctx, { suspensionId }) => removePosts(ctx, suspensionId),
    {
      isLong: true,
    },
  ),
  after(
    'user.posts_restore_asked',
    'restore-posts',
    (ctx, { suspensionId, byId }) => restorePosts(ctx, suspensionId, byId),
    { isLong: true },
  ),
  every('* * * * *', 'end-suspensions', endSuspensions),
]

const dayMs = 86_400_000

/** One transaction for each post, so that a restart continues and nobody waits long for a lock. */
async function removePosts(ctx: Context, suspensionId: string) {
  const [found] = await ctx.primary
    .select()
    .from(suspensions)
    .where(eq(suspensions.id, suspensionId))
  if (found === undefined || found.removeDays === 0) return
  const actor = await findStaff(ctx, found.authorId)
  if (actor === null) return
  const since = new Date(found.createdAt.getTime() - found.removeDays * dayMs)
  const hasComments = found.removeDays === allDays
  for (const objectId of await listContent(ctx, found.userId, since, hasComments)) {
    const isRemoved = await transact(ctx, (tx) => removePost(tx, actor, found, objectId))
    if (!isRemoved) return
  }
}

/** Returns false once the posts are to be restored. */
async function removePost(
  tx: Tx,
  actor: Actor,
  { id: suspensionId, userId }: { id: string; userId: string },
  objectId: string,
) {
  await lockSuspensions(tx, userId)
  const [current] = await tx
    .select({ postsRestoredAt: suspensions.postsRestoredAt })
    .from(suspensions)
    .where(eq(suspensions.id, suspensionId))
  if (current === undefined || current.postsRestoredAt !== null) return false
  if (await isDeleted(tx, objectId)) return true
  const type = typeOfId(objectId)
  if (type === 'question') await deleteQuestion(tx, actor, objectId)
  else if (type === 'comment') await deleteComment(tx, actor, objectId)
  else await deleteAnswer(tx, actor, objectId)
  await tx.insert(removedPosts).values({ suspensionId, objectId }).onConflictDoNothing()
  return true
}

async function isDeleted(tx: Tx, objectId: string) {
  const table = tableOf(objectId)
  const [post] = await tx.select({ status: table.status }).from(table).where(eq(table.id, objectId))
  return post === undefined || post.status === 10
}

type ContentTable = typeof questions | typeof answers | typeof comments

function tableOf(objectId: string): ContentTable {
  const type = typeOfId(objectId)
  if (type === 'comment') return comments
  return type === 'question' ? questions : answers
}

/** Comments first, because those of deleted posts cannot be deleted. */
async function listContent(
  ctx: Context,
  userId: string,
  since: Date,
  hasComments: boolean,
): Promise<string[]> {
  const listNew = (table: ContentTable) =>
    ctx.primary
      .select({ id: table.id })
      .from(table)
      .where(and(eq(table.userId, userId), gt(table.createdAt, since), ne(table.status, 10)))
  const rows = await unionAll(listNew(answers), listNew(questions))
  const commented = hasComments ? await listNew(comments) : []
  return [...commented, ...rows].map(({ id }) => id)
}

/** Questions come before answers in order of id. Posts that someone else deleted meanwhile stay deleted. */
async function restorePosts(ctx: Context, suspensionId: string, byId: string) {
  const actor = await findStaff(ctx, byId)
  if (actor === null) return
  const removed = await ctx.primary
    .select({ objectId: removedPosts.objectId, authorId: suspensions.authorId })
    .from(removedPosts)
    .innerJoin(suspensions, eq(suspensions.id, removedPosts.suspensionId))
    .where(eq(removedPosts.suspensionId, suspensionId))
    .orderBy(asc(removedPosts.objectId))
  for (const { objectId, authorId } of removed) {
    await transact(ctx, async (tx) => {
      if ((await findDeleter(tx, objectId)) === authorId) {
        const type = typeOfId(objectId)
        if (type === 'question') await recoverQuestion(tx, actor, objectId)
        else if (type === 'comment') await recoverComment(tx, actor, objectId)
        else await recoverAnswer(tx, actor, objectId)
      }
      await tx
        .delete(removedPosts)
        .where(
          and(eq(removedPosts.suspensionId, suspensionId), eq(removedPosts.objectId, objectId)),
        )
    })
  }
}

async function findDeleter(tx: Tx, objectId: string) {
  const table = tableOf(objectId)
  const [post] = await tx
    .select({ deletedBy: table.deletedBy })
    .from(table)
    .where(eq(table.id, objectId))
  return post?.deletedBy ?? null
}

/** At most this many at once; the next minute has the others. */
const maxEnded = 500

/** Lists filter by the status, so it must not stay after the end. */
async function endSuspensions(ctx: Context) {
  await transact(ctx, async (tx) => {
    const ended = tx
      .select({ id: suspensions.id })
      .from(suspensions)
      .where(and(isNull(suspensions.endedAt), lte(suspensions.until, tx.now)))
      .orderBy(asc(suspensions.until))
      .limit(maxEnded)
      .for('no key update', { skipLocked: true })
    await tx
      .update(suspensions)
      .set({ endedAt: sql`${suspensions.until}` })
      .where(inArray(suspensions.id, ended))
    const isOver = and(eq(users.status, 'suspended'), lte(users.suspendedUntil, tx.now))
    const released = await tx
      .update(users)
      .set({ status: 'normal', suspendedUntil: null })
      .where(inArray(users.id, lockUsers(tx, isOver)))
      .returning({ id: users.id })
    for (const { id } of released) await tx.emit('user.unsuspended', { userId: id })
    const unsilenced = await tx
      .update(users)
      .set({ silencedUntil: null })
      .where(inArray(users.id, lockUsers(tx, lte(users.silencedUntil, tx.now))))
      .returning({ id: users.id })
    for (const { id } of unsilenced) await tx.emit('user.unsilenced', { userId: id })
  })
}

function lockUsers(tx: Tx, condition: SQL | undefined) {
  return tx
    .select({ id: users.id })
    .from(users)
    .where(condition)
    .orderBy(asc(users.id))
    .limit(maxEnded)
    .for('no key update', { skipLocked: true })
}
