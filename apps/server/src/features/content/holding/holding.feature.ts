import { and, eq, sql } from 'drizzle-orm'
import type { Context, Tx } from '../../../kernel/context.ts'
import { every, within } from '../../../kernel/events.ts'
import { defineSmallList } from '../../../kernel/export.ts'
import type { Feature } from '../../../kernel/feature.ts'
import { transact } from '../../../kernel/transact.ts'
import { postTraces, traceKeys, waveAccounts, waves } from '../../../schema/waves.ts'
import { traceEstablished } from './established.jobs.ts'

const keptMs = 30 * 24 * 3_600_000
const batchSize = 5000

export const holdingFeature: Feature = {
  name: 'holding',
  listeners: [
    within('account.left', async (tx, { userId }) => {
      await tx.delete(postTraces).where(eq(postTraces.userId, userId))
    }),
    within('held_post.decided', async (tx, { objectId, outcome }) => {
      if (outcome === 'approved') await clearTrace(tx, objectId)
    }),
    every('23 * * * *', 'trace-established', traceEstablished),
    every('41 3 * * *', 'delete-traces', deleteOldTraces),
  ],
  exports: {
    postTraces: defineSmallList(({ db, owner, after, order, limit }) =>
      db
        .select({
          key: postTraces.objectId,
          row: {
            contentId: postTraces.objectId,
            network: postTraces.network,
            leadsTo: postTraces.hosts,
            at: postTraces.createdAt,
          },
        })
        .from(postTraces)
        .where(and(eq(postTraces.userId, owner.id), after(postTraces.objectId)))
        .orderBy(order(postTraces.objectId))
        .limit(limit),
    ),
  },
}

/**
 * What a moderator publishes is not spam: what it leads to and its text no longer count. In a wave that staff did not dismiss, only
 * the account is left out: somebody may quote the link of a campaign to ask about it.
 */
async function clearTrace(tx: Tx, objectId: string) {
  await tx.execute(sql`
    with published as (
      update ${postTraces} set is_held = false where object_id = ${objectId}::bigint
      returning object_id, user_id, wave_id
    ), found as (
      select published.*, wave.id is null or wave.state = 'dismissed' as is_cleared
      from published left join ${waves} wave on wave.id = published.wave_id
    ), left_out as (
      update ${waveAccounts} account set left_out = true from found
      where not is_cleared and account.wave_id = found.wave_id and account.user_id = found.user_id
    )
    update ${traceKeys} set key = case
      when key like 'link:%' then 'cleared:' || substr(key, 6)
      when key like 'text:%' then 'cleared-text:' || substr(key, 6)
      else key end
    from found where is_cleared and ${traceKeys.objectId} = found.object_id`)
}

/** Except those of waves that are not decided. In batches, so that no transaction takes long. */
export async function deleteOldTraces(ctx: Context) {
  const now = ctx.clock.now()
  const before = new Date(now.getTime() - keptMs).toISOString()
  for (;;) {
    const { rowCount } = await transact(ctx, (tx) =>
      tx.execute(sql`
        delete from ${postTraces} where object_id in (
          select trace.object_id from ${postTraces} trace left join ${waves} wave on wave.id = trace.wave_id
          where trace.created_at < ${before}::timestamptz
            and (wave.id is null or (wave.state in ('removed', 'dismissed')
              and coalesce(wave.undo_until, ${before}::timestamptz) < ${now.toISOString()}::timestamptz))
          order by trace.created_at limit ${batchSize})`),
    )
    if ((rowCount ?? 0) < batchSize) return
  }
}
