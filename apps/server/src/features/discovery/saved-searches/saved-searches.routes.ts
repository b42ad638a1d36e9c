import {
  saveSearch as saveCall,
  listSavedSearches as listCall,
  removeSavedSearch as removeCall,
} from '@stoa/contract/features/saved-searches'
import { route } from '../../../kernel/route.ts'
import { removeSavedSearch, saveSearch } from './saved-searches.actions.ts'
import { listSavedSearches, toSavedSearch } from './saved-searches.queries.ts'

export const savedSearchesRoutes = [
  route(listCall, ({ actor, ctx }) => listSavedSearches(ctx.db, actor.id)),

  route(saveCall, ({ input, actor, transact }) =>
    transact(async (tx) => toSavedSearch(await saveSearch(tx, actor, input))),
  ),

  route(removeCall, ({ input, actor, transact }) =>
    transact(async (tx) => {
      await removeSavedSearch(tx, actor, input.id)
      return null
    }),
  ),
]
