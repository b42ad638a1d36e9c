import { notificationKinds } from '@stoa/contract/features/notifications'
import { typeOfId } from '@stoa/contract/ids'
import { sql } from 'drizzle-orm'
import type { Tx } from '../../../kernel/context.ts'
import { prepared } from '../../../kernel/prepared.ts'
import type { Events } from '../../../events.ts'
import { everyone, notificationEvents, notifications } from '../../../schema/notifications.ts'
import { users } from '../../../schema/users.ts'
import { movedUpAt } from './moving-up.ts'
import { notices, type Occasion, occasionOfVote } from './notices.rules.ts'
import { retractVotes } from './retraction.actions.ts'

/** In the transaction of the vote: there is one receiver, and a job would cost more than the vote. */
export async function notifyOfVote(tx: Tx, vote: Events['post.voted']) {
  const { objectId, userId: actorId, authorId, value, before } = vote
  const type = typeOfId(objectId)
  if (type !== 'question' && type !== 'answer' && type !== 'comment') return
  if (before !== 0) await retractVotes(tx, { objectId, actorId })
  const occasion = value === 0 ? null : occasionOfVote(type, value)
  if (occasion === null) return
  await saveVote(tx, { objectId, actorId, authorId, now: tx.now.toISOString() }, null, occasion)
}

type SavedVote = { objectId: string; actorId: string; authorId: string; now: string }

/** A repeated vote counts again where it is unread, but notifies nobody again. */
const saveVote = prepared((db: Tx, vote: SavedVote, _viewer, occasion: Occasion) => {
  const { objectId, actorId, authorId, now } = vote
  const [[reason, kind]] = notices[occasion]
  const restored = db.$with('restored', {}).as(sql`
    update ${notificationEvents} set is_void = false
    where source_id = ${objectId}::bigint and kind = ${sql.raw(`'${kind}'`)} and actor_id = ${actorId}::bigint and is_void
    returning id`)
  const added = db.$with('added', {}).as(sql`
    insert into ${notificationEvents} (kind, object_id, source_id, actor_id, receiver_id, created_at)
    select ${sql.raw(`'${kind}'`)}, ${objectId}::bigint, ${objectId}::bigint, ${actorId}::bigint, ${sql.raw(everyone)}, ${now}::timestamptz
    from ${users} where id = ${authorId}::bigint and status <> 'deleted' and not exists (select from restored)
    on conflict do nothing returning id`)
  const notified = db.$with('notified', {}).as(sql`
    insert into ${notifications}
      (user_id, kind, tab, object_id, first_event_id, last_event_id, reason, updated_at)
    select ${authorId}::bigint, ${sql.raw(`'${kind}', '${notificationKinds[kind]}'`)}, ${objectId}::bigint, id, id,
      ${sql.raw(`'${reason}'`)}, ${now}::timestamptz from added
    on conflict (user_id, kind, object_id) where state < 2 do update set
      last_event_id = excluded.last_event_id, state = 0, updated_at = ${movedUpAt}
    returning id`)
  return db
    .with(restored, added, notified)
    .select({ id: sql<string>`id` })
    .from(sql`notified`)
})
