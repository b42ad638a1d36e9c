import { questionStatuses } from '@stoa/contract/features/questions'
import { and, eq, ne, sql } from 'drizzle-orm'
import { within } from '../../kernel/events.ts'
import type { Tx } from '../../kernel/transact.ts'
import { comments } from '../posts/posts.table.ts'

export const leavingListeners = [
  within('account.left', async (tx, { userId, content }) => {
    if (content === 'remove') await removeCommentsOf(tx, userId)
  }),
]

/** Takes every comment of a person out of sight, and out of the counts of what it was on. */
async function removeCommentsOf(tx: Tx, userId: string) {
  const isTheirs = eq(comments.userId, userId)
  const lost = await tx
    .select({ id: comments.id, status: comments.status })
    .from(comments)
    .where(and(isTheirs, ne(comments.status, questionStatuses.deleted)))
    .orderBy(comments.id)
    .for('no key update')
  if (lost.length === 0) return
  for (const place of places) await lowerCounts(tx, place, userId)
  await tx
    .update(comments)
    .set({ status: questionStatuses.deleted, deletedAt: tx.now, deletedBy: userId })
    .where(and(isTheirs, ne(comments.status, questionStatuses.deleted)))
}

/** Answers before questions: from the leaf to the root. */
const places = [
  { table: sql`answers`, post: sql`answer_id`, isThere: sql`answer_id is not null` },
  { table: sql`questions`, post: sql`question_id`, isThere: sql`answer_id is null` },
] as const

async function lowerCounts(
  tx: Tx,
  { table, post, isThere }: (typeof places)[number],
  userId: string,
) {
  await tx.execute(sql`
    with counted as (
      select ${post} as id, count(*)::int as lost from comments
      where user_id = ${userId} and status = 1 and ${isThere} group by 1
    ), locked as (
      select id from ${table} where id in (select id from counted) order by id for no key update
    )
    update ${table} posts set comment_count = posts.comment_count - counted.lost
    from counted join locked using (id) where posts.id = counted.id`)
}
