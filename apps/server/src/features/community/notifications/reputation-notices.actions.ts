import { sql } from 'drizzle-orm'
import type { Tx } from '../../../kernel/context.ts'
import type { Events } from '../../../events.ts'
import { prepared } from '../../../kernel/prepared.ts'
import { notifications } from '../../../schema/notifications.ts'
import { isForOwnAct, reputationEntries } from '../../../schema/reputation.ts'
import { movedUpAt } from './moving-up.ts'

type Changes = Events['reputation.changed']['changes']

/** One notification per user and object, with the sum of the ledger. The caller holds the lock on the users. */
export async function notifyOfReputation(tx: Tx, changes: Changes) {
  const news = changes.filter(({ points }) => points !== 0)
  if (news.length === 0) return
  await savePoints(tx, { changes: JSON.stringify(news), now: tx.now.toISOString() }, null, '')
}

const savePoints = prepared((db: Tx, { changes, now }: { changes: string; now: string }) => {
  const changed = db.$with('changed', {}).as(sql`
    select "userId"::bigint as user_id, "objectId"::bigint as object_id, points
    from jsonb_to_recordset(${changes}::jsonb) as change ("userId" text, "objectId" text, points int)`)
  // The ledger of a popular post is long, so it is read only for the first notification.
  const totals = db.$with('totals', {}).as(sql`
    select changed.user_id, changed.object_id, coalesce(former.points + changed.points, (
      select sum(points) from ${reputationEntries} where object_id = changed.object_id
        and user_id = changed.user_id and not ${isForOwnAct}), 0)::int as points
    from changed
    inner join users on users.id = changed.user_id and users.status <> 'deleted'
    left join ${notifications} former on former.kind = 'reputation'
      and former.user_id = changed.user_id and former.object_id = changed.object_id`)
  const deleted = db.$with('deleted', {}).as(sql`
    delete from ${notifications} using totals
    where notifications.kind = 'reputation' and notifications.user_id = totals.user_id
      and notifications.object_id = totals.object_id and totals.points = 0`)
  const saved = db.$with('saved', {}).as(sql`
    insert into ${notifications}
      (user_id, kind, tab, object_id, first_event_id, last_event_id, reason, points, updated_at)
    select user_id, 'reputation', 'achievement', object_id, 0, 0, 'author', points, ${now}::timestamptz
    from totals where points <> 0 order by user_id, object_id
    on conflict (user_id, object_id) where kind = 'reputation' do update set
      points = excluded.points, state = 0, updated_at = ${movedUpAt}
    returning id`)
  return db
    .with(changed, totals, deleted, saved)
    .select({ id: sql<string>`id` })
    .from(sql`saved`)
})
