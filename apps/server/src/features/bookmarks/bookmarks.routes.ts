import { listMyBookmarks, switchBookmark as switchCall } from '@stoa/contract/features/bookmarks'
import { route } from '../../kernel/route.ts'
import { questionViewOf } from '../questions/questions.queries.ts'
import { switchBookmark } from './bookmarks.actions.ts'
import { listBookmarksOf } from './bookmarks.queries.ts'

export const bookmarksRoutes = [
  route(switchCall, ({ input, who, transact }) =>
    transact(async (tx) => {
      const wish = { questionId: input.object_id, isOn: input.bookmark }
      return { object_collection_count: await switchBookmark(tx, who, wish) }
    }),
  ),

  route(listMyBookmarks, ({ input, who, ctx }) =>
    listBookmarksOf(ctx.db, who, input, questionViewOf(ctx.settings)),
  ),
]
