import {
  getHealth,
  getMaintenance,
  listSlowRoutes,
  startMaintenance as startCall,
} from '@stoa/contract/features/health'
import { route } from '../../../kernel/route.ts'
import { requireRow } from '../../../kernel/transact.ts'
import { findLastRun, readHealth, readSlowRoutes } from './health.queries.ts'
import { startMaintenance } from './maintenance.actions.ts'

export const healthRoutes = [
  route(getHealth, ({ ctx, input }) => readHealth(ctx, input.origin)),

  route(listSlowRoutes, ({ ctx }) => readSlowRoutes(ctx)),

  // The job writes in another process, so a replica may be behind.
  route(getMaintenance, async ({ ctx }) => ({
    doctor: await findLastRun(ctx.primary, 'doctor', ctx.clock.now()),
    search_rebuild: await findLastRun(ctx.primary, 'search_rebuild', ctx.clock.now()),
  })),

  route(startCall, ({ input, actor, transact }) =>
    transact(async (tx) => {
      await startMaintenance(tx, actor, input)
      return requireRow((await findLastRun(tx, input.kind, tx.now)) ?? undefined)
    }),
  ),
]
