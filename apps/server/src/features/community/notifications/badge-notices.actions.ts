import { inArray, sql } from 'drizzle-orm'
import type { Tx } from '../../../kernel/context.ts'
import { idArray } from '../../../kernel/id-array.ts'
import { badgeAwards } from '../../../schema/badges.ts'
import { notifications } from '../../../schema/notifications.ts'

/** One notification for each award. The awards are new, so nobody is notified twice. */
export async function notifyOfBadges(tx: Tx, awardIds: readonly string[]) {
  await tx.execute(sql`
    insert into ${notifications}
      (user_id, kind, tab, object_id, first_event_id, last_event_id, reason, updated_at)
    select user_id, 'earned_badge', 'achievement', id, 0, 0, 'earner', ${tx.now.toISOString()}::timestamptz
    from ${badgeAwards} where id = any(${idArray(awardIds)}) order by user_id, id`)
}

export async function forgetBadges(tx: Tx, awardIds: readonly string[]) {
  await tx.delete(notifications).where(inArray(notifications.objectId, [...awardIds]))
}
