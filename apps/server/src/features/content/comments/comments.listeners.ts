import { questionStatuses } from '@stoa/contract/features/questions'
import { and, eq, ne, sql } from 'drizzle-orm'
import { within } from '../../../kernel/events.ts'
import type { Tx } from '../../../kernel/context.ts'
import { comments } from '../../../schema/posts.ts'

export const commentsListeners = [
  within('account.left', async (tx, { userId, content }) => {
    if (content === 'remove') await deleteCommentsOf(tx, userId)
  }),
]

async function deleteCommentsOf(tx: Tx, userId: string) {
  const isByUser = eq(comments.userId, userId)
  const lockedComments = await tx
    .select({ id: comments.id, status: comments.status })
    .from(comments)
    .where(and(isByUser, ne(comments.status, questionStatuses.deleted)))
    .orderBy(comments.id)
    .for('no key update')
  if (lockedComments.length === 0) return
  for (const parent of parents) await lowerCounts(tx, parent, userId)
  await tx
    .update(comments)
    .set({ status: questionStatuses.deleted, deletedAt: tx.now, deletedBy: userId })
    .where(and(isByUser, ne(comments.status, questionStatuses.deleted)))
}

/** In lock order. */
const parents = [
  { table: sql`answers`, parentId: sql`answer_id`, isOnParent: sql`answer_id is not null` },
  { table: sql`questions`, parentId: sql`question_id`, isOnParent: sql`answer_id is null` },
] as const

async function lowerCounts(
  tx: Tx,
  { table, parentId, isOnParent }: (typeof parents)[number],
  userId: string,
) {
  await tx.execute(sql`
    with counted as (
      select ${parentId} as id, count(*)::int as lost from comments
      where user_id = ${userId} and status = 1 and ${isOnParent} group by 1
    ), locked as (
      select id from ${table} where id in (select id from counted) order by id for no key update
    )
    update ${table} posts set comment_count = posts.comment_count - counted.lost
    from counted join locked using (id) where posts.id = counted.id`)
}
