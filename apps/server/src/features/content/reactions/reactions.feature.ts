import { eq } from 'drizzle-orm'
import { within } from '../../../kernel/events.ts'
import type { Feature } from '../../../kernel/feature.ts'
import { reactionsRoutes } from './reactions.routes.ts'
import { reactions } from '../../../schema/reactions.ts'

export const reactionsFeature: Feature = {
  name: 'reactions',
  routes: reactionsRoutes,
  listeners: [
    within('account.left', async (tx, { userId }) => {
      await tx.delete(reactions).where(eq(reactions.userId, userId))
    }),
  ],
}
