import { and, eq, gt, lt, sql } from 'drizzle-orm'
import { fail } from '../../../../kernel/errors.ts'
import { every } from '../../../../kernel/events.ts'
import { hashSecret, generateSecret } from '../../../../kernel/secrets.ts'
import type { Tx } from '../../../../kernel/context.ts'
import { transact } from '../../../../kernel/transact.ts'
import { signInChallenges } from '../../../../schema/second-factor.ts'

type Kind = (typeof signInChallenges.$inferSelect)['kind']
type NewChallenge = { kind: Kind; userId?: string; challenge?: string }

const lifetimeMs = 5 * 60_000
/** Limits guessing with a stolen password. */
const maxAttempts = 5

/** Returns the token that links the two steps. */
export async function openChallenge(tx: Tx, { kind, userId, challenge }: NewChallenge) {
  const token = generateSecret()
  await tx.insert(signInChallenges).values({
    tokenHash: hashSecret(token),
    kind,
    userId: userId ?? null,
    challenge: challenge ?? '',
    expiresAt: new Date(tx.now.getTime() + lifetimeMs),
  })
  return token
}

/** For challenges that allow one attempt, correct or not. */
export async function consumeChallenge(tx: Tx, token: string, kind: Kind) {
  const [consumed] = await tx
    .delete(signInChallenges)
    .where(isOpen(tx, token, kind))
    .returning()
  return consumed ?? fail('second_factor.expired')
}

/** For challenges that allow several attempts. Locks the row until the end of the transaction. */
export async function countAttempt(tx: Tx, token: string, kind: Kind) {
  const [attempted] = await tx
    .update(signInChallenges)
    .set({ attempts: sql`${signInChallenges.attempts} + 1` })
    .where(and(isOpen(tx, token, kind), lt(signInChallenges.attempts, maxAttempts)))
    .returning()
  return attempted ?? fail('second_factor.expired')
}

export async function closeChallenge(tx: Tx, token: string) {
  await tx.delete(signInChallenges).where(eq(signInChallenges.tokenHash, hashSecret(token)))
}

/** Cancels pending logins of a user. */
export async function closeChallengesOf(tx: Tx, userId: string) {
  await tx.delete(signInChallenges).where(eq(signInChallenges.userId, userId))
}

function isOpen(tx: Tx, token: string, kind: Kind) {
  return and(
    eq(signInChallenges.tokenHash, hashSecret(token)),
    eq(signInChallenges.kind, kind),
    gt(signInChallenges.expiresAt, tx.now),
  )
}

export const challengeListeners = [
  every('23 * * * *', 'drop-old-challenges', async (ctx) => {
    await transact(ctx, (tx) =>
      tx.delete(signInChallenges).where(lt(signInChallenges.expiresAt, tx.now)),
    )
  }),
]
