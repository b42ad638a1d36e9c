import { within } from '../../../kernel/events.ts'
import type { Feature } from '../../../kernel/feature.ts'
import { deleteBookmarks } from './bookmarks.actions.ts'
import { bookmarksRoutes } from './bookmarks.routes.ts'

export const bookmarksFeature: Feature = {
  name: 'bookmarks',
  routes: bookmarksRoutes,
  listeners: [within('account.left', (tx, { userId }) => deleteBookmarks(tx, userId))],
}
