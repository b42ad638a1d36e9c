import { listMyBookmarks, switchBookmark as switchCall } from '@stoa/contract/features/bookmarks'
import { route } from '../../../kernel/route.ts'
import { questionViewOf } from '../questions/questions.queries.ts'
import { setBookmark } from './bookmarks.actions.ts'
import { listBookmarksOfUser } from './bookmarks.queries.ts'

export const bookmarksRoutes = [
  route(switchCall, ({ input, actor, transact }) =>
    transact(async (tx) => {
      const bookmark = { questionId: input.object_id, isOn: input.bookmark }
      return { object_collection_count: await setBookmark(tx, actor, bookmark) }
    }),
  ),

  route(listMyBookmarks, ({ input, actor, ctx }) =>
    listBookmarksOfUser(ctx.db, actor, input, questionViewOf(ctx.settings)),
  ),
]
