import { eq } from 'drizzle-orm'
import type { Context } from '../../../kernel/context.ts'
import { users } from '../../../schema/users.ts'
import { webhooks } from '../../../schema/webhooks.ts'
import { sendMail } from '../../site/mail/mail.actions.ts'
import { stoppedMail } from './stopped.mail.tsx'

/** Not if somebody resumed or deleted the webhook meanwhile. */
export async function sendStoppedMail(
  ctx: Context,
  { webhookId, adminId }: { webhookId: string; adminId: string },
) {
  const [webhook] = await ctx.db.select().from(webhooks).where(eq(webhooks.id, webhookId))
  if (webhook?.state !== 'stopped' && webhook?.state !== 'ended') return
  const [admin] = await ctx.db
    .select({ email: users.email, language: users.language })
    .from(users)
    .where(eq(users.id, adminId))
  if (!admin?.email) return
  const content = stoppedMail(ctx, admin.language, { ...webhook, state: webhook.state })
  await sendMail(ctx, { kind: 'webhook_stopped', to: admin.email, ...content })
}
