import {
  flagContent as flagCall,
  listFlagCases as listCall,
  reviewFlagCase as reviewCall,
} from '@stoa/contract/features/flags'
import { route } from '../../../kernel/route.ts'
import { readerViewOf } from '../../content/questions/questions.queries.ts'
import { flagContent } from './flags.actions.ts'
import { listFlagCases } from './flags.queries.ts'
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

  route(reviewCall, ({ input, actor, transact }) =>
    transact(async (tx) => {
      await reviewCase(tx, actor, input)
      return null
    }),
  ),
]
