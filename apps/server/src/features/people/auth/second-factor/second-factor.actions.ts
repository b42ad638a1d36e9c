import { and, eq, isNull } from 'drizzle-orm'
import { randomInt } from 'node:crypto'
import { fail, failField } from '../../../../kernel/errors.ts'
import { hashSecret } from '../../../../kernel/secrets.ts'
import type { Tx } from '../../../../kernel/context.ts'
import { totpPurpose } from './stored-secrets.ts'
import { recoveryCodes, totpSecrets } from '../../../../schema/second-factor.ts'
import { findMatchingStep, newTotpSecret } from './totp.ts'

const recoveryCodeCount = 10

/** Replaces a previous secret that was not confirmed. */
export async function prepareTotp(tx: Tx, userId: string) {
  const secret = newTotpSecret()
  const stored = tx.ctx.secrets.encrypt(secret, totpPurpose(userId))
  const upserted = await tx
    .insert(totpSecrets)
    .values({ userId, secret: stored, createdAt: tx.now })
    .onConflictDoUpdate({
      target: totpSecrets.userId,
      set: { secret: stored, createdAt: tx.now },
      setWhere: isNull(totpSecrets.confirmedAt),
    })
    .returning({ userId: totpSecrets.userId })
  if (upserted.length === 0) fail('second_factor.already_on')
  return secret
}

/** Returns the recovery codes, of which only hashes are stored. */
export async function enableTotp(tx: Tx, userId: string, code: string) {
  const secret = await lockTotp(tx, userId)
  if (secret === undefined) fail('second_factor.expired')
  if (secret.confirmedAt !== null) fail('second_factor.already_on')
  const step = findMatchingStep(secret.secret, code, tx.now, secret.lastStep)
  if (step === null) failField('code', 'second_factor.wrong_code')
  await tx
    .update(totpSecrets)
    .set({ confirmedAt: tx.now, lastStep: step })
    .where(eq(totpSecrets.userId, userId))
  return await renewCodes(tx, userId)
}

export async function disableTotp(tx: Tx, userId: string) {
  await tx.delete(totpSecrets).where(eq(totpSecrets.userId, userId))
  await tx.delete(recoveryCodes).where(eq(recoveryCodes.userId, userId))
}

export async function renewCodes(tx: Tx, userId: string) {
  const secret = await lockTotp(tx, userId)
  if (secret === undefined || secret.confirmedAt === null) fail('second_factor.not_on')
  const codes = Array.from({ length: recoveryCodeCount }, newRecoveryCode)
  await tx.delete(recoveryCodes).where(eq(recoveryCodes.userId, userId))
  await tx
    .insert(recoveryCodes)
    .values(codes.map((code) => ({ userId, codeHash: hashSecret(code), createdAt: tx.now })))
  return codes
}

/** Consumes a TOTP or recovery code and returns its kind; null when it is wrong. */
export async function consumeCode(
  tx: Tx,
  userId: string,
  code: string,
): Promise<'totp' | 'recovery_code' | null> {
  const secret = await lockTotp(tx, userId)
  if (secret === undefined || secret.confirmedAt === null) return null
  if (isTotpCode(code)) {
    const step = findMatchingStep(secret.secret, code, tx.now, secret.lastStep)
    if (step === null) return null
    await tx.update(totpSecrets).set({ lastStep: step }).where(eq(totpSecrets.userId, userId))
    return 'totp'
  }
  const used = await tx
    .delete(recoveryCodes)
    .where(
      and(
        eq(recoveryCodes.userId, userId),
        eq(recoveryCodes.codeHash, hashSecret(code.toLowerCase().replaceAll(/[^a-z0-9]/g, ''))),
      ),
    )
    .returning({ id: recoveryCodes.id })
  return used.length > 0 ? 'recovery_code' : null
}

/** Codes of any other form are recovery codes. */
export function isTotpCode(code: string) {
  return /^\d{6}$/.test(code)
}

/** Locks the secret while a code is checked, so that it is used once. */
export async function lockTotp(tx: Tx, userId: string) {
  const [row] = await tx
    .select()
    .from(totpSecrets)
    .where(eq(totpSecrets.userId, userId))
    .for('no key update')
  if (row === undefined) return undefined
  return { ...row, secret: tx.ctx.secrets.decrypt(row.secret, totpPurpose(userId)) }
}

/** About 59 bits, without characters that are easily confused. */
function newRecoveryCode() {
  const letters = 'abcdefghjkmnpqrstuvwxyz23456789'
  return Array.from({ length: 12 }, () => letters[randomInt(letters.length)]).join('')
}
