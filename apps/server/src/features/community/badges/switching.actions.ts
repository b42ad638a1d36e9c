import { and, eq, ne } from 'drizzle-orm'
import type { Tx } from '../../../kernel/context.ts'
import { fail } from '../../../kernel/errors.ts'
import type { Actor } from '../../../kernel/rules.ts'
import { badges } from '../../../schema/badges.ts'
import { recordSiteAction } from '../staff-log/staff-log.actions.ts'

/** A badge that is active again is awarded for what was done meanwhile. Its awards stay. */
export async function switchBadge(
  tx: Tx,
  actor: Actor,
  { id, isActive }: { id: string; isActive: boolean },
) {
  const [changed] = await tx
    .update(badges)
    .set({
      isActive,
      ...(isActive ? { checkedTo: '0', checkedAt: null, votesCheckedAt: tx.now } : {}),
    })
    .where(and(eq(badges.id, id), ne(badges.isActive, isActive)))
    .returning({ id: badges.id })
  if (changed !== undefined) {
    await recordSiteAction(tx, {
      actorId: actor.id,
      action: 'switch_badge',
      before: { badge: id, active: !isActive },
      after: { badge: id, active: isActive },
    })
    return await tx.emit('badge.switched', { badgeId: id, userId: actor.id, isActive })
  }
  const [row] = await tx.select({ id: badges.id }).from(badges).where(eq(badges.id, id))
  if (row === undefined) fail('badge.object_not_found')
}
