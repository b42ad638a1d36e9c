import { listMyVotes, voteDown, voteUp } from '@stoa/contract/features/votes'
import { interfaceSettings } from '@stoa/contract/settings/site'
import { translator } from '@stoa/locales/translate'
import type { Context } from '../../../kernel/context.ts'
import { requiredReputation } from '../../../kernel/rules.ts'
import { route } from '../../../kernel/route.ts'
import { idWriter } from '../shared/posts.settings.ts'
import { vote, type VoteInput } from './votes.actions.ts'
import { listVotesOfUser } from './votes.queries.ts'

export const votesRoutes = [
  route(voteUp, ({ input, actor, ctx, transact }) =>
    transact((tx) => vote(tx, actor, toVoteInput(input, 1), policyOf(ctx))),
  ),

  route(voteDown, ({ input, actor, ctx, transact }) =>
    transact((tx) => vote(tx, actor, toVoteInput(input, -1), policyOf(ctx))),
  ),

  route(listMyVotes, ({ input, actor, caller, ctx }) =>
    listVotesOfUser(ctx.db, actor, input, {
      t: translator(caller.locale),
      writeId: idWriter(ctx.settings),
    }),
  ),
]

function toVoteInput(
  input: { object_id: string; is_cancel: boolean },
  direction: 1 | -1,
): VoteInput {
  return { objectId: input.object_id, direction, isCancel: input.is_cancel }
}

function policyOf({ settings }: Context) {
  return {
    required: requiredReputation(settings),
    timeZone: settings.get(interfaceSettings).time_zone,
  }
}
