import { eq } from 'drizzle-orm'
import { fail } from '../../../../kernel/errors.ts'
import type { Tx } from '../../../../kernel/context.ts'
import { isTotpCode, lockTotp } from './second-factor.actions.ts'
import { totpSecrets } from '../../../../schema/second-factor.ts'

const windowMs = 86_400_000
/** Three of a million codes are valid at a time: ten guesses a day succeed once in about a century. */
const maxGuesses = 10
/** The owner is notified by email after this many wrong codes. */
export const guessesBeforeNotice = 5

/**
 * Counts a TOTP code before it is checked, across all logins, and returns the number since the last correct one.
 * Recovery codes are too long to guess and are not counted, so that the owner can always use them.
 */
export async function countGuess(tx: Tx, userId: string, code: string): Promise<number> {
  if (!isTotpCode(code)) return 0
  const secret = await lockTotp(tx, userId)
  if (secret === undefined) return 0
  const startedAt = currentWindow(secret.guessesSince, tx.now)
  const guesses = startedAt === null ? 1 : secret.guesses + 1
  if (startedAt !== null && guesses > maxGuesses) failTooManyCodes(startedAt, tx.now)
  await tx
    .update(totpSecrets)
    .set({ guesses, guessesSince: startedAt ?? tx.now })
    .where(eq(totpSecrets.userId, userId))
  return guesses
}

/** For users who have proved to be the owner. */
export async function resetGuesses(tx: Tx, userId: string) {
  await tx
    .update(totpSecrets)
    .set({ guesses: 0, guessesSince: null })
    .where(eq(totpSecrets.userId, userId))
}

function currentWindow(since: Date | null, now: Date) {
  return since !== null && now.getTime() - since.getTime() < windowMs ? since : null
}

function failTooManyCodes(startedAt: Date, now: Date): never {
  const retryAfter = Math.ceil((startedAt.getTime() + windowMs - now.getTime()) / 1000)
  return fail('second_factor.too_many_codes', { hint: { retry_after: retryAfter } })
}
