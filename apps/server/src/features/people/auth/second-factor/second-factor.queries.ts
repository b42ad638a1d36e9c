import { and, count, eq, isNotNull } from 'drizzle-orm'
import { toUnix } from '../../../../kernel/clock.ts'
import type { ReadDb } from '../../../../kernel/database.ts'
import { passkeys, recoveryCodes, totpSecrets } from '../../../../schema/second-factor.ts'

export async function hasSecondFactor(db: ReadDb, userId: string) {
  return (await hasTotp(db, userId)) || (await listPasskeys(db, userId)).length > 0
}

/** Whether the user has to enter a code after the password. */
export async function hasTotp(db: ReadDb, userId: string) {
  const rows = await db
    .select({ userId: totpSecrets.userId })
    .from(totpSecrets)
    .where(and(eq(totpSecrets.userId, userId), isNotNull(totpSecrets.confirmedAt)))
  return rows.length > 0
}

export async function getSecondFactor(db: ReadDb, userId: string) {
  const [codes] = await db
    .select({ left: count() })
    .from(recoveryCodes)
    .where(eq(recoveryCodes.userId, userId))
  return {
    totp: await hasTotp(db, userId),
    recovery_codes_left: codes?.left ?? 0,
    passkeys: (await listPasskeys(db, userId)).map(toPasskey),
  }
}

export async function listPasskeys(db: ReadDb, userId: string) {
  return await db.select().from(passkeys).where(eq(passkeys.userId, userId)).orderBy(passkeys.id)
}

/** Of the passkey that a browser answered with. The answer is not verified. */
export async function findPasskeyOwner(db: ReadDb, response: Record<string, unknown>) {
  const [passkey] = await db
    .select({ userId: passkeys.userId })
    .from(passkeys)
    .where(eq(passkeys.credentialId, String(response['id'])))
  return passkey?.userId ?? null
}

export function toPasskey(row: typeof passkeys.$inferSelect) {
  return {
    id: row.id,
    name: row.name,
    created_at: toUnix(row.createdAt),
    last_used_at: toUnix(row.lastUsedAt),
  }
}
