import {
  auditSuggestion as auditCall,
  listOpenSuggestions as listCall,
  listOwnSuggestions as ownCall,
} from '@stoa/contract/features/suggestions'
import { route } from '../../../kernel/route.ts'
import { requiredReputation } from '../../../kernel/rules.ts'
import { questionViewOf } from '../../content/questions/questions.queries.ts'
import { auditSuggestion } from './audit.actions.ts'
import { listOwnSuggestions } from './own-suggestions.queries.ts'
import { listOpenSuggestions } from './suggestions.queries.ts'

export const suggestionsRoutes = [
  route(listCall, ({ input, actor, ctx }) => {
    const reviewer = {
      actor,
      required: requiredReputation(ctx.settings),
      now: ctx.clock.now(),
    }
    return listOpenSuggestions(ctx.db, reviewer, input, questionViewOf(ctx.settings))
  }),

  route(auditCall, ({ input, actor, transact }) =>
    transact(async (tx) => ({ decision: await auditSuggestion(tx, actor, input) })),
  ),

  route(ownCall, ({ input, actor, ctx }) =>
    listOwnSuggestions(
      ctx.db,
      { actor, now: ctx.clock.now() },
      input,
      questionViewOf(ctx.settings),
    ),
  ),
]
