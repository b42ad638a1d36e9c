import { invitePeople, listInvited as listCall } from '@stoa/contract/features/invites'
import { requiredReputation } from '../../kernel/privileges.ts'
import { route } from '../../kernel/route.ts'
import { invite } from './invites.actions.ts'
import { listInvited } from './invites.queries.ts'

export const invitesRoutes = [
  route(listCall, ({ input, who, ctx }) => listInvited(ctx.db, input.id, who)),

  route(invitePeople, ({ input, who, ctx, transact }) =>
    transact(async (tx) => {
      const wish = { questionId: input.id, names: input.invite_user }
      await invite(tx, who, wish, requiredReputation(ctx.settings))
      return null
    }),
  ),
]
