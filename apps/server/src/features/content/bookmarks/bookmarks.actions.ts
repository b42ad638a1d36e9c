import type { Tx } from '../../../kernel/context.ts'
import { and, asc, eq, inArray, sql } from 'drizzle-orm'
import { fail } from '../../../kernel/errors.ts'
import type { Actor } from '../../../kernel/rules.ts'
import { requireRow } from '../../../kernel/transact.ts'
import { getPost } from '../shared/posts.queries.ts'
import { questions } from '../../../schema/posts.ts'
import { bookmarks } from '../../../schema/bookmarks.ts'

type BookmarkInput = { questionId: string; isOn: boolean }

/** Adds or removes a bookmark and returns the new count. Idempotent. */
export async function setBookmark(tx: Tx, actor: Actor, { questionId, isOn }: BookmarkInput) {
  const question = await getPost(tx, actor, questionId, { forUpdate: true })
  if (isOn && question.isDeleted) fail('object.already_deleted')
  const changed = isOn
    ? await tx
        .insert(bookmarks)
        .values({ userId: actor.id, questionId, createdAt: tx.now })
        .onConflictDoNothing()
        .returning({ id: bookmarks.questionId })
    : await tx
        .delete(bookmarks)
        .where(and(eq(bookmarks.userId, actor.id), eq(bookmarks.questionId, questionId)))
        .returning({ id: bookmarks.questionId })
  const delta = isOn ? changed.length : -changed.length
  const [row] = await tx
    .update(questions)
    .set({ bookmarkCount: sql`${questions.bookmarkCount} + ${delta}` })
    .where(eq(questions.id, questionId))
    .returning({ count: questions.bookmarkCount })
  await tx.emit('question.bookmarked', { questionId, userId: actor.id, isOn })
  return requireRow(row).count
}

/** Locks the questions first and in order of id. */
export async function deleteBookmarks(tx: Tx, userId: string) {
  const isByUser = eq(bookmarks.userId, userId)
  const bookmarkedIds = tx.select({ id: bookmarks.questionId }).from(bookmarks).where(isByUser)
  await tx
    .select({ id: questions.id })
    .from(questions)
    .where(inArray(questions.id, bookmarkedIds))
    .orderBy(asc(questions.id))
    .for('no key update')
  const deleted = await tx.delete(bookmarks).where(isByUser).returning({ id: bookmarks.questionId })
  if (deleted.length === 0) return
  const ids = deleted.map(({ id }) => id)
  await tx
    .update(questions)
    .set({ bookmarkCount: sql`${questions.bookmarkCount} - 1` })
    .where(inArray(questions.id, ids))
}
