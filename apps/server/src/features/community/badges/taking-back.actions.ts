import { and, eq, isNull, sql } from 'drizzle-orm'
import type { Tx } from '../../../kernel/context.ts'
import { fail } from '../../../kernel/errors.ts'
import type { Actor } from '../../../kernel/rules.ts'
import { badgeAwards, badges } from '../../../schema/badges.ts'
import { recordStaffAction } from '../staff-log/staff-log.actions.ts'

type Award = { badgeId: string; userId: string; reason: string }

/** For good: the rows stay, so that the badge is not awarded again for the same deed. */
export async function takeBadgeBack(tx: Tx, actor: Actor, { badgeId, userId, reason }: Award) {
  const taken = await tx
    .update(badgeAwards)
    .set({ takenBackAt: tx.now })
    .where(
      and(
        eq(badgeAwards.badgeId, badgeId),
        eq(badgeAwards.userId, userId),
        isNull(badgeAwards.takenBackAt),
      ),
    )
    .returning({ id: badgeAwards.id })
  if (taken.length === 0) fail('badge.object_not_found')
  const awardIds = taken.map(({ id }) => id)
  await tx
    .update(badges)
    .set({ awardCount: sql`${badges.awardCount} - ${awardIds.length}` })
    .where(eq(badges.id, badgeId))
  await recordStaffAction(tx, {
    actorId: actor.id,
    action: 'take_badge_back',
    objectType: 'user',
    objectId: userId,
    userId,
    reason,
    before: { badge: badgeId, awards: awardIds.length },
    after: { badge: badgeId, awards: 0 },
  })
  await tx.emit('badges.removed', { awardIds, userIds: [userId] })
}
