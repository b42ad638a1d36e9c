import {
  flagUser as flagCall,
  getFlaggedUserContext as contextCall,
  listFlaggedUsers as listCall,
  reviewFlaggedUser as reviewCall,
} from '@stoa/contract/features/flagged-users'
import { translator } from '@stoa/locales/translate'
import { route } from '../../../kernel/route.ts'
import { idWriter } from '../../content/shared/posts.settings.ts'
import { getFlaggedUserContext } from './context.queries.ts'
import { flagUser, reviewFlaggedUser } from './flagged-users.actions.ts'
import { listFlaggedUsers } from './flagged-users.queries.ts'

export const flaggedUsersRoutes = [
  route(flagCall, ({ input, actor, transact }) =>
    transact(async (tx) => {
      await flagUser(tx, actor, input)
      return null
    }),
  ),

  route(listCall, ({ input, actor, caller, ctx }) =>
    listFlaggedUsers(
      ctx.db,
      input,
      { actor, now: ctx.clock.now() },
      { t: translator(caller.locale), writeId: idWriter(ctx.settings) },
    ),
  ),

  route(reviewCall, ({ input, actor, transact }) =>
    transact(async (tx) => {
      await reviewFlaggedUser(tx, actor, input)
      return null
    }),
  ),

  route(contextCall, ({ input, actor, ctx }) =>
    getFlaggedUserContext(ctx.db, actor, input.user_id, {
      now: ctx.clock.now(),
      writeId: idWriter(ctx.settings),
    }),
  ),
]
