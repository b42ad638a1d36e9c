import { and, eq, isNull, sql } from 'drizzle-orm'
import type { Tx } from '../../../kernel/context.ts'
import { answers, comments, questions } from '../../../schema/posts.ts'
import { users } from '../../../schema/users.ts'
import { postTraces, waveAccounts } from '../../../schema/waves.ts'

/**
 * Adds to the wave what its accounts posted elsewhere, and returns how many posts and accounts are left to remove. Staff are
 * always left out. Requires `lockWave`.
 */
export async function prepareRemoval(tx: Tx, waveId: string): Promise<number> {
  await tx.execute(sql`
    update ${waveAccounts} set left_out = true from ${users}
    where wave_accounts.wave_id = ${waveId} and not wave_accounts.left_out
      and users.id = wave_accounts.user_id and users.role_id <> 1`)
  await addTraces(tx, waveId)
  return (await countAccounts(tx, waveId)) + (await countPosts(tx, waveId))
}

/** Posts without a trace get an empty one, so that restoring finds them. */
async function addTraces(tx: Tx, waveId: string) {
  await tx.execute(sql`
    with account as materialized (
      select user_id from ${waveAccounts} where wave_id = ${waveId} and not left_out
    ), content as (
      select post.id, post.id as question_id, user_id, created_at, status
      from account join ${questions} post using (user_id)
      union all select post.id, question_id, user_id, created_at, status
      from account join ${answers} post using (user_id)
      union all select post.id, question_id, user_id, created_at, status
      from account join ${comments} post using (user_id)
    )
    insert into ${postTraces} (object_id, question_id, user_id, created_at, is_held, wave_id)
    select id, question_id, user_id, created_at, status = 11, ${waveId}
    from content where status <> 10
    on conflict (object_id) do update set wave_id = excluded.wave_id
    where post_traces.removed_at is null and post_traces.wave_id is distinct from excluded.wave_id`)
}

async function countAccounts(tx: Tx, waveId: string) {
  const [row] = await tx
    .select({ count: sql<number>`count(*)::int` })
    .from(waveAccounts)
    .innerJoin(users, eq(users.id, waveAccounts.userId))
    .where(
      and(
        eq(waveAccounts.waveId, waveId),
        eq(waveAccounts.leftOut, false),
        isNull(waveAccounts.suspensionId),
        eq(users.status, 'normal'),
      ),
    )
  return row?.count ?? 0
}

async function countPosts(tx: Tx, waveId: string) {
  const [row] = await tx
    .select({ count: sql<number>`count(*)::int` })
    .from(postTraces)
    .innerJoin(
      waveAccounts,
      and(
        eq(waveAccounts.waveId, postTraces.waveId),
        eq(waveAccounts.userId, postTraces.userId),
        eq(waveAccounts.leftOut, false),
      ),
    )
    .leftJoin(questions, eq(questions.id, postTraces.objectId))
    .leftJoin(answers, eq(answers.id, postTraces.objectId))
    .leftJoin(comments, eq(comments.id, postTraces.objectId))
    .where(
      and(
        eq(postTraces.waveId, waveId),
        isNull(postTraces.removedAt),
        sql`coalesce(${questions.status}, ${answers.status}, ${comments.status}) <> 10`,
      ),
    )
  return row?.count ?? 0
}
