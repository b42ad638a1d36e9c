import type { Tx } from '../../../kernel/context.ts'
import { countRemoved } from './waves.queries.ts'

/** How many posts and accounts the removal changed and are left to restore. */
export async function prepareRestoration(tx: Tx, waveId: string): Promise<number> {
  const { posts, accounts } = await countRemoved(tx, waveId)
  return posts + accounts
}
