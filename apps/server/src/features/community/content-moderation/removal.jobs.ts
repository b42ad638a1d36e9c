import type { Context } from '../../../kernel/context.ts'
import { after } from '../../../kernel/events.ts'
import { transact } from '../../../kernel/transact.ts'
import { refreshInSearch } from '../../discovery/search/search.actions.ts'
import { postIdsOf, removeContent } from './removal.actions.ts'
import { findRemovable } from './removal.queries.ts'

export const removalListeners = [after('content.removal_asked', 'remove', remove)]

/** One transaction, so that a crash leaves everything or nothing. */
export async function remove(
  ctx: Context,
  removal: { objectId: string; userId: string; reason: string },
) {
  const content = await findRemovable(ctx.primary, removal.objectId)
  if (content?.isDeleted !== true) return
  // Deleting the rows would not update the counts of words.
  await refreshInSearch(ctx, postIdsOf(content))
  await transact(ctx, (tx) => removeContent(tx, removal))
}
