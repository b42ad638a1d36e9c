import {
  discardDraft,
  getDraft,
  listDrafts as listCall,
  saveDraft as saveCall,
} from '@stoa/contract/features/drafts'
import { fail } from '../../kernel/errors.ts'
import { route } from '../../kernel/route.ts'
import { idWriter } from '../posts/posts.settings.ts'
import { dropDraft, saveDraft } from './drafts.actions.ts'
import { findDraft, listDrafts } from './drafts.queries.ts'
import { isPlace, type Place } from './drafts.rules.ts'

export const draftsRoutes = [
  route(getDraft, ({ input, who, ctx }) =>
    findDraft(ctx.db, who, toPlace(input), idWriter(ctx.settings)),
  ),

  route(saveCall, ({ input, who, ctx, transact }) =>
    transact(async (tx) => {
      const place = toPlace(input)
      const saved = await saveDraft(tx, who, input)
      return { saved, draft: await findDraft(tx, who, place, idWriter(ctx.settings)) }
    }),
  ),

  route(discardDraft, ({ input, who, transact }) =>
    transact(async (tx) => {
      await dropDraft(tx, who, toPlace(input))
      return null
    }),
  ),

  route(listCall, ({ who, ctx }) => listDrafts(ctx.db, who, idWriter(ctx.settings))),
]

function toPlace(place: Place): Place {
  return isPlace(place) ? place : fail('object.not_found')
}
