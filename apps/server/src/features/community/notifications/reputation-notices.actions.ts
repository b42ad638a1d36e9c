import { sql } from 'drizzle-orm'
import type { Tx } from '../../../kernel/context.ts'
import { notifications } from '../../../schema/notifications.ts'
import { type ReputationKind, reputationEntries } from '../../../schema/reputation.ts'

/** Points for one's own act are no news. */
const ownKinds: readonly ReputationKind[] = ['answer.vote_down', 'answer.accept']

export type ReputationChangeOf = { userId: string; objectId: string }

/** One notification per user and object, with the sum of the ledger. Idempotent. */
export async function notifyOfReputation(tx: Tx, changes: readonly ReputationChangeOf[]) {
  const totals = sql`
    select change.user_id, change.object_id, coalesce(sum(entry.points), 0)::int as points
    from (select distinct "userId"::bigint as user_id, "objectId"::bigint as object_id
      from jsonb_to_recordset(${JSON.stringify(changes)}::jsonb) as one ("userId" text, "objectId" text)) change
    inner join users on users.id = change.user_id and users.status <> 'deleted'
    left join ${reputationEntries} entry on entry.object_id = change.object_id and entry.user_id = change.user_id
      and entry.kind not in (${sql.raw(ownKinds.map((kind) => `'${kind}'`).join(', '))})
    group by change.user_id, change.object_id`
  await tx.execute(sql`
    with totals as (${totals}), deleted as (
      delete from ${notifications} using totals
      where notifications.kind = 'reputation' and notifications.user_id = totals.user_id
        and notifications.object_id = totals.object_id and totals.points = 0
    )
    insert into ${notifications}
      (user_id, kind, tab, object_id, first_event_id, last_event_id, reason, points, updated_at)
    select user_id, 'reputation', 'achievement', object_id, 0, 0, 'author', points, ${tx.now.toISOString()}::timestamptz
    from totals where points <> 0 order by user_id, object_id
    on conflict (user_id, object_id) where kind = 'reputation' do update set
      points = excluded.points, state = 0, updated_at = excluded.updated_at
      where notifications.points <> excluded.points`)
}
