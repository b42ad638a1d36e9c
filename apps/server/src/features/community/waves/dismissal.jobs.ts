import { eq } from 'drizzle-orm'
import type { Context, Tx } from '../../../kernel/context.ts'
import { after } from '../../../kernel/events.ts'
import type { Actor } from '../../../kernel/rules.ts'
import { heldPosts } from '../../../schema/held-posts.ts'
import { waves } from '../../../schema/waves.ts'
import { decideHeldPost } from '../held-posts/decisions.actions.ts'
import { countHeldByWave, listHeldByWave } from './dismissal.queries.ts'
import { runWaveJob } from './wave-steps.ts'

export const dismissalListeners = [
  after('wave.dismissed', 'publish', (ctx, { waveId }) => publishHeld(ctx, waveId), {
    isLong: true,
  }),
]

/** What a reviewer is deciding at the moment stays in the queue. */
async function publishHeld(ctx: Context, waveId: string) {
  await runWaveJob(ctx, {
    waveId,
    state: 'dismissed',
    prepare: (tx) => countHeldByWave(tx, waveId),
    finish: async (tx, _, { total }, isComplete) => {
      if (isComplete) await tx.update(waves).set({ done: total }).where(eq(waves.id, waveId))
    },
    passes: [{ listIds: () => listHeldByWave(ctx.primary, waveId), step: approve }],
  })
}

async function approve(tx: Tx, actor: Actor, heldPostId: string) {
  const [entry] = await tx
    .select({ decidedAt: heldPosts.decidedAt })
    .from(heldPosts)
    .where(eq(heldPosts.id, heldPostId))
  if (entry?.decidedAt !== null) return false
  await decideHeldPost(tx, actor, { review_id: heldPostId, status: 'approve', reason: '' })
  return true
}
