import { and, eq } from 'drizzle-orm'
import { defineTextList } from '../../../kernel/export.ts'
import type { Feature } from '../../../kernel/feature.ts'
import { revisionsRoutes } from './revisions.routes.ts'
import { revisions } from '../../../schema/revisions.ts'

export const revisionsFeature: Feature = {
  name: 'revisions',
  routes: revisionsRoutes,
  exports: {
    /** Includes edits of other users' posts. */
    versions: defineTextList(({ db, owner, after, order, limit }) =>
      db
        .select({
          key: revisions.id,
          row: {
            objectId: revisions.objectId,
            version: revisions.version,
            title: revisions.title,
            text: revisions.originalText,
            tags: revisions.tags,
            summary: revisions.summary,
            at: revisions.createdAt,
          },
        })
        .from(revisions)
        .where(and(eq(revisions.userId, owner.id), after(revisions.id)))
        .orderBy(order(revisions.id))
        .limit(limit),
    ),
  },
}
