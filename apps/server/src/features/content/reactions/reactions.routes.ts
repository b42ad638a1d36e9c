import { getReactions, react as reactCall } from '@stoa/contract/features/reactions'
import { translator } from '@stoa/locales/translate'
import { route } from '../../../kernel/route.ts'
import { getPost } from '../shared/posts.queries.ts'
import { react } from './reactions.actions.ts'
import { listReactions } from './reactions.queries.ts'

export const reactionsRoutes = [
  route(getReactions, async ({ input, actor, caller, ctx }) => {
    await getPost(ctx.db, actor, input.object_id, { forUpdate: false })
    return await listReactions(ctx.db, input.object_id, {
      actor: actor,
      t: translator(caller.locale),
    })
  }),

  route(reactCall, ({ input, actor, caller, transact }) =>
    transact(async (tx) => {
      const { object_id: objectId, emoji, reaction } = input
      await react(tx, actor, { objectId, emoji, isOn: reaction === 'activate' })
      return await listReactions(tx, objectId, { actor, t: translator(caller.locale) })
    }),
  ),
]
