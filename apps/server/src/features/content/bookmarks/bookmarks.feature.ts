import { and, eq } from 'drizzle-orm'
import { within } from '../../../kernel/events.ts'
import { defineSmallList } from '../../../kernel/export.ts'
import type { Feature } from '../../../kernel/feature.ts'
import { deleteBookmarks } from './bookmarks.actions.ts'
import { bookmarksRoutes } from './bookmarks.routes.ts'
import { bookmarks } from '../../../schema/bookmarks.ts'

export const bookmarksFeature: Feature = {
  name: 'bookmarks',
  routes: bookmarksRoutes,
  listeners: [within('account.left', (tx, { userId }) => deleteBookmarks(tx, userId))],
  exports: {
    bookmarks: defineSmallList(({ db, owner, after, order, limit }) =>
      db
        .select({
          key: bookmarks.questionId,
          row: { questionId: bookmarks.questionId, at: bookmarks.createdAt },
        })
        .from(bookmarks)
        .where(and(eq(bookmarks.userId, owner.id), after(bookmarks.questionId)))
        .orderBy(order(bookmarks.questionId))
        .limit(limit),
    ),
  },
}
