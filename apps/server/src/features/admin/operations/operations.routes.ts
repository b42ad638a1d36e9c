import { discardFailedJobs, listJobs, retryFailedJobs } from '@stoa/contract/features/operations'
import { toUnix } from '../../../kernel/clock.ts'
import type { Context } from '../../../kernel/context.ts'
import { route } from '../../../kernel/route.ts'
import type { Actor } from '../../../kernel/rules.ts'
import { transact } from '../../../kernel/transact.ts'
import { recordSiteAction } from '../../community/staff-log/staff-log.actions.ts'

export const operationsRoutes = [
  route(listJobs, async ({ ctx }) => {
    const queues = await ctx.jobs.listQueues()
    const failed = await ctx.jobs.listFailed()
    const sum = (key: 'waiting' | 'active') => queues.reduce((total, one) => total + one[key], 0)
    return {
      waiting: sum('waiting'),
      active: sum('active'),
      queues: queues.filter(({ waiting, active }) => waiting + active > 0),
      failed: failed.map(({ lastFailedAt, ...group }) => ({
        ...group,
        last_failed_at: toUnix(lastFailedAt),
      })),
    }
  }),

  route(retryFailedJobs, async ({ ctx, input: { queue }, actor }) => {
    await recordJobs(ctx, actor, 'retry_jobs', queue)
    return { count: await ctx.jobs.retryFailed(queue) }
  }),

  route(discardFailedJobs, async ({ ctx, input: { queue }, actor }) => {
    await recordJobs(ctx, actor, 'discard_jobs', queue)
    return { count: await ctx.jobs.discardFailed(queue) }
  }),
]

/** Before the change, which is not part of the transaction: the queue has connections of its own. */
async function recordJobs(
  ctx: Context,
  { id: actorId }: Actor,
  action: 'retry_jobs' | 'discard_jobs',
  queue: string,
) {
  await transact(ctx, (tx) => recordSiteAction(tx, { actorId, action, after: { queue } }))
}
