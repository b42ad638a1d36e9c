import { listMyVotes, voteDown, voteUp } from '@stoa/contract/features/votes'
import { interfaceSettings } from '@stoa/contract/settings/site'
import { translator } from '@stoa/locales/translate'
import type { Context } from '../../kernel/context.ts'
import { requiredReputation } from '../../kernel/privileges.ts'
import { route } from '../../kernel/route.ts'
import { idWriter } from '../posts/posts.settings.ts'
import { vote } from './votes.actions.ts'
import { listVotesOf } from './votes.queries.ts'

export const votesRoutes = [
  route(voteUp, ({ input, who, ctx, transact }) =>
    transact((tx) => vote(tx, who, wishOf(input, 1), policyOf(ctx))),
  ),

  route(voteDown, ({ input, who, ctx, transact }) =>
    transact((tx) => vote(tx, who, wishOf(input, -1), policyOf(ctx))),
  ),

  route(listMyVotes, ({ input, who, caller, ctx }) =>
    listVotesOf(ctx.db, who, input, {
      t: translator(caller.locale),
      writeId: idWriter(ctx.settings),
    }),
  ),
]

function wishOf(input: { object_id: string; is_cancel: boolean }, direction: 1 | -1) {
  return { objectId: input.object_id, direction, isCancel: input.is_cancel }
}

function policyOf({ settings }: Context) {
  return {
    required: requiredReputation(settings),
    timeZone: settings.get(interfaceSettings).time_zone,
  }
}
