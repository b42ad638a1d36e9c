import { and, eq, isNotNull } from 'drizzle-orm'
import { within } from '../../../kernel/events.ts'
import type { Feature } from '../../../kernel/feature.ts'
import { flagCases } from '../../../schema/flags.ts'
import { flaggedUsersRoutes } from './flagged-users.routes.ts'

export const flaggedUsersFeature: Feature = {
  name: 'flagged-users',
  routes: flaggedUsersRoutes,
  listeners: [
    within('account.left', async (tx, { userId }) => {
      await tx
        .update(flagCases)
        .set({ formerProfile: null })
        .where(and(eq(flagCases.authorId, userId), isNotNull(flagCases.formerProfile)))
    }),
  ],
}
