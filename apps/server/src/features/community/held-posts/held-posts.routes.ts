import {
  decideHeldPost as decideCall,
  listHeldPosts as listCall,
} from '@stoa/contract/features/held-posts'
import { route } from '../../../kernel/route.ts'
import { readerViewOf } from '../../content/questions/questions.queries.ts'
import { decideHeldPost } from './decisions.actions.ts'
import { listHeldPosts } from './held-posts.queries.ts'

export const heldPostsRoutes = [
  route(listCall, ({ input, actor, caller, ctx }) =>
    listHeldPosts(
      ctx.db,
      input,
      { actor, now: ctx.clock.now() },
      readerViewOf(ctx.settings, caller.locale),
    ),
  ),

  route(decideCall, ({ input, actor, transact }) =>
    transact(async (tx) => {
      await decideHeldPost(tx, actor, input)
      return null
    }),
  ),
]
