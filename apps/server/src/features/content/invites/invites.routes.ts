import { inviteUsers, listInvited as listCall } from '@stoa/contract/features/invites'
import { route } from '../../../kernel/route.ts'
import { invite } from './invites.actions.ts'
import { listInvited } from './invites.queries.ts'

export const invitesRoutes = [
  route(listCall, ({ input, actor, ctx }) => listInvited(ctx.db, input.id, actor)),

  route(inviteUsers, ({ input, actor, transact }) =>
    transact(async (tx) => {
      await invite(tx, actor, { questionId: input.id, names: input.invite_user })
      return null
    }),
  ),
]
