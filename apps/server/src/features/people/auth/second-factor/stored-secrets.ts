import { asc, eq, like, notLike } from 'drizzle-orm'
import type { Context } from '../../../../kernel/context.ts'
import type { WriteDb } from '../../../../kernel/database.ts'
import { encryptedPrefix } from '../../../../kernel/services.ts'
import { transact } from '../../../../kernel/transact.ts'
import { totpSecrets } from '../../../../schema/second-factor.ts'

const batchSize = 500

export function totpPurpose(userId: string) {
  return `totp ${userId}`
}

/** Encrypts secrets stored in plain text or with a previous key. Idempotent, and safe to run concurrently. */
export async function encryptTotpSecrets(ctx: Context) {
  const { secrets } = ctx
  for (let processed = batchSize; processed === batchSize;) {
    processed = await transact(ctx, async (tx) => {
      const rows = await tx
        .select({ userId: totpSecrets.userId, secret: totpSecrets.secret })
        .from(totpSecrets)
        .where(notLike(totpSecrets.secret, `${secrets.prefix}%`))
        .orderBy(asc(totpSecrets.userId))
        .limit(batchSize)
        .for('update')
      for (const { userId, secret } of rows) {
        const purpose = totpPurpose(userId)
        await tx
          .update(totpSecrets)
          .set({ secret: secrets.encrypt(secrets.decrypt(secret, purpose), purpose) })
          .where(eq(totpSecrets.userId, userId))
      }
      return rows.length
    })
  }
}

/** Disables authenticator apps whose secret is encrypted. Returns the number of users. */
export async function deleteEncryptedTotpSecrets(tx: WriteDb) {
  const rows = await tx
    .delete(totpSecrets)
    .where(like(totpSecrets.secret, `${encryptedPrefix}%`))
    .returning({ userId: totpSecrets.userId })
  return rows.length
}
