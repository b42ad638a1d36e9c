import { and, eq } from 'drizzle-orm'
import { defineTextList } from '../../../kernel/export.ts'
import type { Feature } from '../../../kernel/feature.ts'
import { suggestions } from '../../../schema/suggestions.ts'
import { suggestionsListeners } from './suggestions.listeners.ts'
import { suggestionsRoutes } from './suggestions.routes.ts'

export const suggestionsFeature: Feature = {
  name: 'suggestions',
  routes: suggestionsRoutes,
  listeners: suggestionsListeners,
  exports: {
    suggestions: defineTextList(({ db, owner, after, order, limit }) =>
      db
        .select({
          key: suggestions.id,
          row: {
            objectId: suggestions.objectId,
            title: suggestions.title,
            slugName: suggestions.slugName,
            text: suggestions.originalText,
            tags: suggestions.tags,
            summary: suggestions.summary,
            at: suggestions.createdAt,
            decision: suggestions.decision,
            reason: suggestions.reason,
            decidedAt: suggestions.decidedAt,
          },
        })
        .from(suggestions)
        .where(and(eq(suggestions.userId, owner.id), after(suggestions.id)))
        .orderBy(order(suggestions.id))
        .limit(limit),
    ),
  },
}
