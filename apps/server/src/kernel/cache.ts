import type { Context, Tx } from './context.ts'

/** Messages of this topic name the keys to invalidate. */
export const invalidateTopic = 'cache.purge'

/** When the transaction commits: here at once, in other processes a moment later. */
export async function invalidateCache(tx: Tx, ctx: Context, keys: string[]) {
  await tx.publish(invalidateTopic, JSON.stringify({ from: ctx.bus.id, tags: keys }))
  tx.afterCommit(() => ctx.cache.invalidate(keys))
}
