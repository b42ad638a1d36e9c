import { getInvitation } from '@stoa/contract/features/invitations'
import { route } from '../../../kernel/route.ts'
import { assertUsable, findInvitation } from './invitations.actions.ts'

export const invitationRoutes = [
  route(getInvitation, async ({ input, ctx }) => {
    const invitation = await findInvitation(ctx.primary, input.code)
    assertUsable(invitation, null, ctx.clock.now())
    return { e_mail: invitation.email ?? '', role_id: invitation.roleId }
  }),
]
