import { inviteUsers, listInvited as listCall } from '@stoa/contract/features/invites'
import { requiredReputation } from '../../../kernel/rules.ts'
import { route } from '../../../kernel/route.ts'
import { invite } from './invites.actions.ts'
import { listInvited } from './invites.queries.ts'

export const invitesRoutes = [
  route(listCall, ({ input, actor, ctx }) => listInvited(ctx.db, input.id, actor)),

  route(inviteUsers, ({ input, actor, ctx, transact }) =>
    transact(async (tx) => {
      const invitation = { questionId: input.id, names: input.invite_user }
      await invite(tx, actor, invitation, requiredReputation(ctx.settings))
      return null
    }),
  ),
]
