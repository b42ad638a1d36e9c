import { eq, like, or, sql } from 'drizzle-orm'
import type { Context } from '../../../kernel/context.ts'
import type { WriteDb } from '../../../kernel/database.ts'
import { encryptedPrefix, type SecretBox } from '../../../kernel/services.ts'
import { transact } from '../../../kernel/transact.ts'
import { webhooks } from '../../../schema/webhooks.ts'

export const webhookPurpose = (id: string) => `webhook ${id}`

/** Encrypts secrets stored in plain text or with a previous key. Idempotent, and safe to run concurrently. */
export async function encryptWebhookSecrets(ctx: Context) {
  await transact(ctx, async (tx) => {
    const { id, secret, formerSecret } = webhooks
    const isOld = (column: typeof secret | typeof formerSecret) =>
      sql`${column} not like ${`${ctx.secrets.prefix}%`}`
    const rows = await tx
      .select({ id, secret, formerSecret })
      .from(webhooks)
      .where(or(isOld(secret), isOld(formerSecret)))
      .orderBy(id)
      .for('update')
    for (const row of rows) {
      const again = (stored: string | null) => encryptAgain(ctx.secrets, stored, row.id)
      await tx
        .update(webhooks)
        .set({ secret: again(row.secret), formerSecret: again(row.formerSecret) })
        .where(eq(id, row.id))
    }
  })
}

function encryptAgain(secrets: SecretBox, stored: string | null, id: string) {
  const purpose = webhookPurpose(id)
  return stored === null ? null : secrets.encrypt(secrets.decrypt(stored, purpose), purpose)
}

/** For a lost key. Those webhooks are paused until they get a new secret. Returns their number. */
export async function deleteEncryptedWebhookSecrets(tx: WriteDb) {
  const rows = await tx
    .update(webhooks)
    .set({
      secret: null,
      formerSecret: null,
      formerSecretUntil: null,
      state: sql`case when ${webhooks.state} = 'active' then 'paused' else ${webhooks.state} end`,
    })
    .where(like(webhooks.secret, `${encryptedPrefix}%`))
    .returning({ id: webhooks.id })
  return rows.length
}
