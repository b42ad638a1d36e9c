import { after, within } from '../../../kernel/events.ts'
import { transact } from '../../../kernel/transact.ts'
import { sendMail } from '../../site/mail/mail.actions.ts'
import { forgetInviter, renewToken } from './invitations.actions.ts'
import { invitationMail } from './invitations.mail.tsx'

export const invitationListeners = [
  within('account.left', (tx, { userId }) => forgetInviter(tx, userId)),

  /** The token is created in the job so that it is never stored in plain text; a retry sends a newer one. */
  after('invitation.created', 'invitation-mail', async (ctx, { invitationId, isSent }) => {
    if (!isSent) return
    const renewed = await transact(ctx, (tx) => renewToken(tx, invitationId))
    if (renewed === null) return
    const { email: to, token } = renewed
    await sendMail(ctx, { kind: 'invitation', to, ...invitationMail(ctx, token) })
  }),
]
