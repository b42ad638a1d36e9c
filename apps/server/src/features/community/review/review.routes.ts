import {
  claimCase as claimCall,
  getReviewContext as contextCall,
  listDecisions as decisionsCall,
  listReviewQueues as queuesCall,
  reviewQueues,
  skipCase as skipCall,
  undoDecision as undoCall,
} from '@stoa/contract/features/review'
import { translator } from '@stoa/locales/translate'
import { toUnix } from '../../../kernel/clock.ts'
import { fail } from '../../../kernel/errors.ts'
import { route } from '../../../kernel/route.ts'
import { requiredReputation } from '../../../kernel/rules.ts'
import { idWriter } from '../../content/shared/posts.settings.ts'
import { claimCase, skipCase } from '../claims/claims.actions.ts'
import { canReview } from '../claims/claims.rules.ts'
import { countQueues } from './counts.queries.ts'
import { getReviewContext } from './context.queries.ts'
import { listDecisions } from './decisions.queries.ts'
import { getOpenCase, undoDecision } from './review.actions.ts'

export const reviewRoutes = [
  route(queuesCall, async ({ actor, caller, ctx }) => {
    const t = translator(caller.locale)
    const required = requiredReputation(ctx.settings)
    const counts = await countQueues(ctx.db, { actor, required, now: ctx.clock.now() })
    return counts.map(({ name, count }) => ({
      name,
      label: t(`review.queue.${name}`),
      todo_amount: count,
    }))
  }),

  route(claimCall, ({ input, actor, transact }) =>
    transact(async (tx) => {
      const until = await claimCase(tx, actor, await getOpenCase(tx, actor, input))
      return { claimed_until: toUnix(until) }
    }),
  ),

  route(skipCall, ({ input, actor, transact }) =>
    transact(async (tx) => {
      await skipCase(tx, actor, await getOpenCase(tx, actor, input))
      return null
    }),
  ),

  route(undoCall, ({ input, actor, transact }) =>
    transact(async (tx) => {
      await undoDecision(tx, actor, input)
      return null
    }),
  ),

  route(contextCall, async ({ input, actor, ctx }) => {
    const required = requiredReputation(ctx.settings)
    const isReviewer = reviewQueues.some((name) => canReview(actor, name, required).ok)
    if (!isReviewer) fail('auth.forbidden')
    return await getReviewContext(ctx, actor, input.object_id)
  }),

  route(decisionsCall, ({ input, actor, ctx }) =>
    listDecisions(ctx.db, input, {
      actor,
      now: ctx.clock.now(),
      writeId: idWriter(ctx.settings),
    }),
  ),
]
