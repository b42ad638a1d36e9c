import { and, eq } from 'drizzle-orm'
import { within } from '../../../kernel/events.ts'
import { defineSmallList } from '../../../kernel/export.ts'
import type { Feature } from '../../../kernel/feature.ts'
import { savedSearches } from '../../../schema/saved-searches.ts'
import { deleteSavedSearchesOf } from './saved-searches.actions.ts'
import { savedSearchesRoutes } from './saved-searches.routes.ts'

export const savedSearchesFeature: Feature = {
  name: 'saved-searches',
  routes: savedSearchesRoutes,
  listeners: [within('account.left', (tx, { userId }) => deleteSavedSearchesOf(tx, userId))],
  exports: {
    savedSearches: defineSmallList(({ db, owner, after, order, limit }) =>
      db
        .select({
          key: savedSearches.id,
          row: {
            query: savedSearches.query,
            order: savedSearches.order,
            at: savedSearches.createdAt,
          },
        })
        .from(savedSearches)
        .where(and(eq(savedSearches.userId, owner.id), after(savedSearches.id)))
        .orderBy(order(savedSearches.id))
        .limit(limit),
    ),
  },
}
