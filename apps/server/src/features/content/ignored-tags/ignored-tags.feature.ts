import { and, eq } from 'drizzle-orm'
import { within } from '../../../kernel/events.ts'
import { defineSmallList } from '../../../kernel/export.ts'
import type { Feature } from '../../../kernel/feature.ts'
import { ignoredTags } from '../../../schema/ignored-tags.ts'
import { deleteIgnoredTagsOf, moveIgnoredTags } from './ignored-tags.actions.ts'
import { ignoredTagsRoutes } from './ignored-tags.routes.ts'

export const ignoredTagsFeature: Feature = {
  name: 'ignored-tags',
  routes: ignoredTagsRoutes,
  listeners: [
    within('account.left', (tx, { userId }) => deleteIgnoredTagsOf(tx, userId)),
    within('tag.merged', (tx, { tagId, intoId }) => moveIgnoredTags(tx, tagId, intoId)),
  ],
  exports: {
    ignoredTags: defineSmallList(({ db, owner, after, order, limit }) =>
      db
        .select({
          key: ignoredTags.tagId,
          row: { tagId: ignoredTags.tagId, at: ignoredTags.createdAt },
        })
        .from(ignoredTags)
        .where(and(eq(ignoredTags.userId, owner.id), after(ignoredTags.tagId)))
        .orderBy(order(ignoredTags.tagId))
        .limit(limit),
    ),
  },
}
