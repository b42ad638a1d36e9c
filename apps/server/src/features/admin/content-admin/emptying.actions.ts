import type { Tx } from '../../../kernel/context.ts'
import type { Actor } from '../../../kernel/rules.ts'
import { recordSiteAction } from '../../community/staff-log/staff-log.actions.ts'

/** A job asks for the removal of each post. What is deleted later stays. */
export async function askEmptying(tx: Tx, actor: Actor, type: 'questions' | 'answers') {
  await recordSiteAction(tx, {
    actorId: actor.id,
    action: 'empty_deleted',
    after: { type },
  })
  const until = tx.now.toISOString()
  await tx.emit('content.emptying_asked', { type, userId: actor.id, until })
}
