import { listMyVotes, voteDown, voteUp } from '@stoa/contract/features/votes'
import { translator } from '@stoa/locales/translate'
import { route } from '../../../kernel/route.ts'
import { idWriter } from '../shared/posts.settings.ts'
import { vote, type VoteInput } from './votes.actions.ts'
import { listVotesOfUser } from './votes.queries.ts'

export const votesRoutes = [
  route(voteUp, ({ input, actor, transact }) =>
    transact((tx) => vote(tx, actor, toVoteInput(input, 1))),
  ),

  route(voteDown, ({ input, actor, transact }) =>
    transact((tx) => vote(tx, actor, toVoteInput(input, -1))),
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
