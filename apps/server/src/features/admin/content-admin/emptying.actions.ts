import type { EmptiableType } from '@stoa/contract/features/content-admin'
import type { Tx } from '../../../kernel/context.ts'
import type { Actor } from '../../../kernel/rules.ts'
import { recordSiteAction } from '../../community/staff-log/staff-log.actions.ts'

/** A job removes the users, or asks for the removal of each post. What is deleted later stays. */
export async function askEmptying(tx: Tx, actor: Actor, type: EmptiableType) {
  await recordSiteAction(tx, {
    actorId: actor.id,
    action: 'empty_deleted',
    after: { type },
  })
  const until = tx.now.toISOString()
  await tx.emit('content.emptying_asked', { type, userId: actor.id, until })
}
