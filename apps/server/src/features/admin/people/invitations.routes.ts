import {
  createInvitation as createCall,
  listInvitations as listCall,
  revokeInvitation as revokeCall,
} from '@stoa/contract/features/invitations'
import { failField } from '../../../kernel/errors.ts'
import { route } from '../../../kernel/route.ts'
import { findAccountByEmail } from '../../people/auth/accounts.queries.ts'
import {
  insertInvitation,
  revokeInvitation,
  toInvitationUrl,
} from '../../people/invitations/invitations.actions.ts'
import { listInvitations } from '../../people/invitations/invitations.queries.ts'
import { recordOn, roleNames } from './people.actions.ts'

export const adminInvitationRoutes = [
  route(listCall, ({ input, ctx }) => listInvitations(ctx.db, input, ctx.clock.now())),

  route(createCall, ({ input, actor, ctx, transact }) =>
    transact(async (tx) => {
      const { e_mail: email, send: isSent } = input
      if (email === undefined && isSent) failField('e_mail', 'invitation.email_once')
      if (email !== undefined && input.max_uses > 1) failField('max_uses', 'invitation.email_once')
      if (email !== undefined && (await findAccountByEmail(tx, email)) !== null)
        failField('e_mail', 'account.email_taken')
      const { id, token } = await insertInvitation(tx, actor.id, input)
      await recordOn(tx, actor, {
        action: 'invite',
        userId: actor.id,
        after: { invitation: id, role: roleNames[input.role_id], uses: input.max_uses },
      })
      await tx.emit('invitation.created', { invitationId: id, isSent })
      return { id, url: isSent ? '' : toInvitationUrl(ctx, token) }
    }),
  ),

  route(revokeCall, ({ input, actor, transact }) =>
    transact(async (tx) => {
      if ((await revokeInvitation(tx, input.id)) === null) return null
      await recordOn(tx, actor, {
        action: 'revoke_invitation',
        userId: actor.id,
        before: { invitation: input.id },
      })
      return null
    }),
  ),
]
