import { and, asc, eq, inArray, sql } from 'drizzle-orm'
import { fail } from '../../kernel/errors.ts'
import { objectTag } from '../../kernel/pages/page-tags.ts'
import type { Actor } from '../../kernel/rules.ts'
import { inserted, type Tx } from '../../kernel/transact.ts'
import { getPost } from '../posts/posts.queries.ts'
import { questions } from '../posts/posts.table.ts'
import { bookmarks } from '../posts/bookmarks.table.ts'

type Wish = { questionId: string; isOn: boolean }

/** Keeps a question or lets it go; how many keep it then. */
export async function switchBookmark(tx: Tx, who: Actor, { questionId, isOn }: Wish) {
  const question = await getPost(tx, who, questionId, { isLocked: true })
  if (isOn && question.isDeleted) fail('object.already_deleted')
  const changed = isOn
    ? await tx
        .insert(bookmarks)
        .values({ userId: who.id, questionId, createdAt: tx.now })
        .onConflictDoNothing()
        .returning({ id: bookmarks.questionId })
    : await tx
        .delete(bookmarks)
        .where(and(eq(bookmarks.userId, who.id), eq(bookmarks.questionId, questionId)))
        .returning({ id: bookmarks.questionId })
  const delta = isOn ? changed.length : -changed.length
  const [row] = await tx
    .update(questions)
    .set({ bookmarkCount: sql`${questions.bookmarkCount} + ${delta}` })
    .where(eq(questions.id, questionId))
    .returning({ count: questions.bookmarkCount })
  tx.touch([objectTag(questionId)], 'soon')
  return inserted(row).count
}

/** Who leaves keeps nothing. The questions are locked first and in order, as above. */
export async function dropBookmarks(tx: Tx, userId: string) {
  const isTheirs = eq(bookmarks.userId, userId)
  const kept = tx.select({ id: bookmarks.questionId }).from(bookmarks).where(isTheirs)
  await tx
    .select({ id: questions.id })
    .from(questions)
    .where(inArray(questions.id, kept))
    .orderBy(asc(questions.id))
    .for('no key update')
  const dropped = await tx.delete(bookmarks).where(isTheirs).returning({ id: bookmarks.questionId })
  if (dropped.length === 0) return
  const ids = dropped.map(({ id }) => id)
  await tx
    .update(questions)
    .set({ bookmarkCount: sql`${questions.bookmarkCount} - 1` })
    .where(inArray(questions.id, ids))
}
