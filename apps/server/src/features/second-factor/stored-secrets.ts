import { asc, eq, like, notLike } from 'drizzle-orm'
import type { Context } from '../../kernel/context.ts'
import type { Db } from '../../kernel/database.ts'
import { encryptedPrefix } from '../../kernel/secret-box.ts'
import { transact } from '../../kernel/transact.ts'
import { totpSecrets } from './second-factor.table.ts'

const batch = 500

/** What the secret of a user is encrypted for. */
export function totpPurpose(userId: string) {
  return `totp ${userId}`
}

/** Encrypts secrets that are stored in plain text or with an earlier key. Idempotent, and safe in several processes. */
export async function encryptTotpSecrets(ctx: Context) {
  const { secrets } = ctx
  for (let done = batch; done === batch;) {
    done = await transact(ctx, async (tx) => {
      const rows = await tx
        .select({ userId: totpSecrets.userId, secret: totpSecrets.secret })
        .from(totpSecrets)
        .where(notLike(totpSecrets.secret, `${secrets.prefix}%`))
        .orderBy(asc(totpSecrets.userId))
        .limit(batch)
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

/** Turns off authenticator apps whose secret is encrypted; says for how many users. */
export async function forgetTotpSecrets(tx: Db) {
  const rows = await tx
    .delete(totpSecrets)
    .where(like(totpSecrets.secret, `${encryptedPrefix}%`))
    .returning({ userId: totpSecrets.userId })
  return rows.length
}
