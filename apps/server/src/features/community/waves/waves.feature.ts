import { eq } from 'drizzle-orm'
import { within } from '../../../kernel/events.ts'
import type { Feature } from '../../../kernel/feature.ts'
import { waveAccounts } from '../../../schema/waves.ts'
import { dismissalListeners } from './dismissal.jobs.ts'
import { groupingListeners } from './grouping.listeners.ts'
import { removalListeners } from './removal.jobs.ts'
import { restorationListeners } from './restoration.jobs.ts'
import { wavesRoutes } from './waves.routes.ts'

export const wavesFeature: Feature = {
  name: 'waves',
  routes: wavesRoutes,
  listeners: [
    ...groupingListeners,
    ...removalListeners,
    ...restorationListeners,
    ...dismissalListeners,
    within('account.left', async (tx, { userId }) => {
      await tx.delete(waveAccounts).where(eq(waveAccounts.userId, userId))
    }),
  ],
}
