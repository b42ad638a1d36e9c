import { and, eq, ne, sql } from 'drizzle-orm'
import type { Tx } from '../../../kernel/context.ts'
import { fail } from '../../../kernel/errors.ts'
import type { Actor } from '../../../kernel/rules.ts'
import { badges } from '../../../schema/badges.ts'
import { recordSiteAction } from '../staff-log/staff-log.actions.ts'
import { lastContentOf } from './content.jobs.ts'

/** A badge that is active again is awarded for what was done meanwhile. Its awards stay. */
export async function switchBadge(
  tx: Tx,
  actor: Actor,
  { id, isActive }: { id: string; isActive: boolean },
) {
  const [badge] = await tx
    .select({ condition: badges.condition })
    .from(badges)
    .where(eq(badges.id, id))
  if (badge === undefined) return fail('badge.object_not_found')
  const uncheckedPast = {
    checkedTo: '0',
    checkedAt: null,
    votesCheckedAt: tx.now,
    contentCheckedTo: sql`${lastContentOf(badge.condition)}::bigint`,
  }
  const [changed] = await tx
    .update(badges)
    .set({ isActive, ...(isActive ? uncheckedPast : {}) })
    .where(and(eq(badges.id, id), ne(badges.isActive, isActive)))
    .returning({ id: badges.id })
  if (changed === undefined) return
  await recordSiteAction(tx, {
    actorId: actor.id,
    action: 'switch_badge',
    before: { badge: id, active: !isActive },
    after: { badge: id, active: isActive },
  })
  await tx.emit('badge.switched', { badgeId: id, userId: actor.id, isActive })
}
