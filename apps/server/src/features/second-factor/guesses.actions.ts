import { eq } from 'drizzle-orm'
import { fail } from '../../kernel/errors.ts'
import type { Tx } from '../../kernel/transact.ts'
import { isAppCode, lockTotp } from './second-factor.actions.ts'
import { totpSecrets } from './second-factor.table.ts'

const windowMs = 86_400_000
/** Ten guesses a day, each against three valid codes of a million, succeed once in about a century. */
const maxGuesses = 10
/** After this many wrong codes the owner gets an email. */
export const reportedGuesses = 5

/**
 * Counts a code of the app before it is compared, whichever login it belongs to, and returns how many were tried since
 * the last right one. Recovery codes cannot be guessed and are not counted: they stay a way in for the owner.
 */
export async function countGuess(tx: Tx, userId: string, code: string): Promise<number> {
  if (!isAppCode(code)) return 0
  const secret = await lockTotp(tx, userId)
  if (secret === undefined) return 0
  const startedAt = currentWindow(secret.guessesSince, tx.now)
  const guesses = startedAt === null ? 1 : secret.guesses + 1
  if (startedAt !== null && guesses > maxGuesses) failUntil(startedAt, tx.now)
  await tx
    .update(totpSecrets)
    .set({ guesses, guessesSince: startedAt ?? tx.now })
    .where(eq(totpSecrets.userId, userId))
  return guesses
}

/** Starts counting anew: for whoever has proved to be the owner. */
export async function forgetGuesses(tx: Tx, userId: string) {
  await tx
    .update(totpSecrets)
    .set({ guesses: 0, guessesSince: null })
    .where(eq(totpSecrets.userId, userId))
}

function currentWindow(since: Date | null, now: Date) {
  return since !== null && now.getTime() - since.getTime() < windowMs ? since : null
}

function failUntil(startedAt: Date, now: Date): never {
  const retryAfter = Math.ceil((startedAt.getTime() + windowMs - now.getTime()) / 1000)
  return fail('second_factor.too_many_codes', { hint: { retry_after: retryAfter } })
}
