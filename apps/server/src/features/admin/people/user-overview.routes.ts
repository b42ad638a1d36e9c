import { endUserSessions, getUserOverview as getCall } from '@stoa/contract/features/user-overview'
import { translator } from '@stoa/locales/translate'
import { route } from '../../../kernel/route.ts'
import { idWriter } from '../../content/shared/posts.settings.ts'
import { logUserOut } from './people.actions.ts'
import { getUserOverview } from './user-overview.queries.ts'

export const overviewRoutes = [
  route(getCall, ({ input, caller, ctx }) =>
    getUserOverview(ctx.db, input.user_id, {
      now: ctx.clock.now(),
      t: translator(caller.locale),
      writeId: idWriter(ctx.settings),
    }),
  ),

  route(endUserSessions, ({ input, actor, transact }) =>
    transact(async (tx) => {
      await logUserOut(tx, actor, { userId: input.user_id, sessionId: input.session_id })
      return null
    }),
  ),
]
