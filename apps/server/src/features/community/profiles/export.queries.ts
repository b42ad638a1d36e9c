import { eq } from 'drizzle-orm'
import type { ReadDb } from '../../../kernel/database.ts'
import { passkeys, totpSecrets } from '../../../schema/second-factor.ts'

/** Needs no batches: the number of passkeys is limited. */
export async function getSecondFactors(db: ReadDb, userId: string) {
  const [app] = await db
    .select({ confirmedAt: totpSecrets.confirmedAt })
    .from(totpSecrets)
    .where(eq(totpSecrets.userId, userId))
  const keys = await db
    .select({
      name: passkeys.name,
      addedAt: passkeys.createdAt,
      lastUsedAt: passkeys.lastUsedAt,
    })
    .from(passkeys)
    .where(eq(passkeys.userId, userId))
  return { authenticatorAppSince: app?.confirmedAt ?? null, passkeys: keys }
}
