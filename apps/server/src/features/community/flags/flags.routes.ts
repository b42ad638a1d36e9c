import {
  flagContent as flagCall,
  listFlagCases as listCall,
  listOwnFlags as ownCall,
  reviewFlagCase as reviewCall,
} from '@stoa/contract/features/flags'
import { translator } from '@stoa/locales/translate'
import { route } from '../../../kernel/route.ts'
import { readerViewOf } from '../../content/questions/questions.queries.ts'
import { idWriter } from '../../content/shared/posts.settings.ts'
import { flagContent } from './flags.actions.ts'
import { listFlagCases } from './flags.queries.ts'
import { listOwnFlags } from './own-flags.queries.ts'
import { reviewCase } from './review.actions.ts'

export const flagsRoutes = [
  route(flagCall, ({ input, actor, transact }) =>
    transact(async (tx) => {
      await flagContent(tx, actor, input)
      return null
    }),
  ),

  route(listCall, ({ input, actor, caller, ctx }) =>
    listFlagCases(
      ctx.db,
      input,
      { actor, now: ctx.clock.now() },
      readerViewOf(ctx.settings, caller.locale),
    ),
  ),

  route(ownCall, ({ input, actor, caller, ctx }) =>
    listOwnFlags(ctx.db, actor, input, {
      t: translator(caller.locale),
      writeId: idWriter(ctx.settings),
    }),
  ),

  route(reviewCall, ({ input, actor, transact }) =>
    transact(async (tx) => {
      await reviewCase(tx, actor, input)
      return null
    }),
  ),
]
