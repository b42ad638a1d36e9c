import { sql } from 'drizzle-orm'
import { idArray } from '../src/kernel/id-array.ts'
import type { TestSite } from './site.ts'

/** As if the reader had been notified of everything before it was hidden, and the jobs that take it back had not run. */
export async function notifyOfEverything(
  site: TestSite,
  ids: readonly string[],
  { receiverId, actorId }: { receiverId: string; actorId: string },
) {
  await site.db.execute(sql`
    with told as (
      select id, kind from unnest(${idArray(ids)}) as id, unnest(array['mention_you', 'up_voted_answer',
        'your_comment_was_deleted', 'your_post_was_rejected', 'your_edit_was_approved']) as kind
    ), events as (
      insert into notification_events (kind, object_id, source_id, actor_id, receiver_id, created_at)
      select kind, id, id, ${actorId}::bigint, 0, now() from told
      returning id, kind, object_id
    )
    insert into notifications (user_id, kind, tab, object_id, first_event_id, last_event_id, reason, updated_at)
    select ${receiverId}::bigint, kind, 'posts', object_id, id, id, 'author', now() from events
    union all
    select ${receiverId}::bigint, 'reputation', 'achievement', id, 0, 0, 'author', now()
    from told where kind = 'mention_you'`)
}
