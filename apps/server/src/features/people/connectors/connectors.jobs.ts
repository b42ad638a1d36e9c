import { eq } from 'drizzle-orm'
import { after, every, within } from '../../../kernel/events.ts'
import { transact } from '../../../kernel/transact.ts'
import { connectorFlows, externalAccounts } from '../../../schema/connectors.ts'
import { sendMail } from '../../site/mail/mail.actions.ts'
import { findAccount } from '../auth/accounts.queries.ts'
import { prepareLinkMail } from './binding.actions.ts'
import { connectorLinkedMail } from './connectors.mail.tsx'
import { deleteFlow, deleteOldFlows } from './flows.actions.ts'

export const connectorListeners = [
  // The code is created in the job so that it is never stored in plain text; a retry sends a newer one.
  after('connector.email_entered', 'link-mail', async (ctx, { flowId }) => {
    const mail = await transact(ctx, (tx) => prepareLinkMail(ctx, tx, flowId))
    if (mail !== null) await sendMail(ctx, mail)
    await deleteFlow(ctx, flowId)
  }),

  after('connector.linked', 'notice-mail', async (ctx, { userId, slug }) => {
    const user = await findAccount(ctx.db, userId)
    const service = ctx.plugins.find(slug)?.connectorLabel
    if (!user?.email || service === undefined) return
    const content = connectorLinkedMail(ctx, user.language, service)
    await sendMail(ctx, { kind: 'connector_linked', to: user.email, ...content })
  }),

  within('account.left', async (tx, { userId }) => {
    await tx.delete(externalAccounts).where(eq(externalAccounts.userId, userId))
    await tx.delete(connectorFlows).where(eq(connectorFlows.userId, userId))
  }),

  every('*/10 * * * *', 'drop-old-connector-flows', (ctx) => deleteOldFlows(ctx)),
]
