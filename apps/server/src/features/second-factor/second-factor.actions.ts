import { and, eq, isNull } from 'drizzle-orm'
import { randomInt } from 'node:crypto'
import { fail, failField } from '../../kernel/errors.ts'
import { hashSecret } from '../../kernel/secrets.ts'
import type { Tx } from '../../kernel/transact.ts'
import { totpPurpose } from './stored-secrets.ts'
import { recoveryCodes, totpSecrets } from './second-factor.table.ts'
import { matchingStep, newTotpSecret } from './totp.ts'

const codesAtOnce = 10

/** A secret that waits to be confirmed; an earlier unconfirmed one is forgotten. */
export async function prepareTotp(tx: Tx, userId: string) {
  const secret = newTotpSecret()
  const stored = tx.secrets.encrypt(secret, totpPurpose(userId))
  const written = await tx
    .insert(totpSecrets)
    .values({ userId, secret: stored, createdAt: tx.now })
    .onConflictDoUpdate({
      target: totpSecrets.userId,
      set: { secret: stored, createdAt: tx.now },
      setWhere: isNull(totpSecrets.confirmedAt),
    })
    .returning({ userId: totpSecrets.userId })
  if (written.length === 0) fail('second_factor.already_on')
  return secret
}

/** Turns the app on with its first code, and returns the recovery codes, the only time they are known. */
export async function turnOnTotp(tx: Tx, userId: string, code: string) {
  const secret = await lockTotp(tx, userId)
  if (secret === undefined) fail('second_factor.expired')
  if (secret.confirmedAt !== null) fail('second_factor.already_on')
  const step = matchingStep(secret.secret, code, tx.now, secret.lastStep)
  if (step === null) failField('code', 'second_factor.wrong_code')
  await tx
    .update(totpSecrets)
    .set({ confirmedAt: tx.now, lastStep: step })
    .where(eq(totpSecrets.userId, userId))
  return await renewCodes(tx, userId)
}

export async function turnOffTotp(tx: Tx, userId: string) {
  await tx.delete(totpSecrets).where(eq(totpSecrets.userId, userId))
  await tx.delete(recoveryCodes).where(eq(recoveryCodes.userId, userId))
}

/** New recovery codes in place of the old ones. */
export async function renewCodes(tx: Tx, userId: string) {
  const secret = await lockTotp(tx, userId)
  if (secret === undefined || secret.confirmedAt === null) fail('second_factor.not_on')
  const codes = Array.from({ length: codesAtOnce }, newRecoveryCode)
  await tx.delete(recoveryCodes).where(eq(recoveryCodes.userId, userId))
  await tx
    .insert(recoveryCodes)
    .values(codes.map((code) => ({ userId, codeHash: hashSecret(code), createdAt: tx.now })))
  return codes
}

/** Uses up a code of the app or a recovery code and says which it was; null when it is neither. */
export async function acceptCode(
  tx: Tx,
  userId: string,
  code: string,
): Promise<'totp' | 'recovery_code' | null> {
  const secret = await lockTotp(tx, userId)
  if (secret === undefined || secret.confirmedAt === null) return null
  if (isAppCode(code)) {
    const step = matchingStep(secret.secret, code, tx.now, secret.lastStep)
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

/** Whether a code has the form of those an app shows; all others are recovery codes. */
export function isAppCode(code: string) {
  return /^\d{6}$/.test(code)
}

/** One code, one use: whoever checks a code holds the row of its secret. */
export async function lockTotp(tx: Tx, userId: string) {
  const [found] = await tx
    .select()
    .from(totpSecrets)
    .where(eq(totpSecrets.userId, userId))
    .for('no key update')
  if (found === undefined) return undefined
  return { ...found, secret: tx.secrets.decrypt(found.secret, totpPurpose(userId)) }
}

/** About 62 bits, in letters that are not taken for one another. */
function newRecoveryCode() {
  const letters = 'abcdefghjkmnpqrstuvwxyz23456789'
  return Array.from({ length: 12 }, () => letters[randomInt(letters.length)]).join('')
}
