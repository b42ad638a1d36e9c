import {
  discardDraft,
  getDraft,
  listDrafts as listCall,
  saveDraft as saveCall,
} from '@stoa/contract/features/drafts'
import { fail } from '../../../kernel/errors.ts'
import { route } from '../../../kernel/route.ts'
import { idWriter } from '../shared/posts.settings.ts'
import { deleteDraft, saveDraft } from './drafts.actions.ts'
import { findDraft, listDrafts } from './drafts.queries.ts'
import { isValidTarget, type DraftTarget } from './drafts.rules.ts'

export const draftsRoutes = [
  route(getDraft, ({ input, actor, ctx }) =>
    findDraft(ctx.db, actor, toTarget(input), idWriter(ctx.settings)),
  ),

  route(saveCall, ({ input, actor, ctx, transact }) =>
    transact(async (tx) => {
      const target = toTarget(input)
      const saved = await saveDraft(tx, actor, input)
      return { saved, draft: await findDraft(tx, actor, target, idWriter(ctx.settings)) }
    }),
  ),

  route(discardDraft, ({ input, actor, transact }) =>
    transact(async (tx) => {
      await deleteDraft(tx, actor, toTarget(input))
      return null
    }),
  ),

  route(listCall, ({ actor, ctx }) => listDrafts(ctx.db, actor, idWriter(ctx.settings))),
]

function toTarget(target: DraftTarget): DraftTarget {
  return isValidTarget(target) ? target : fail('object.not_found')
}
