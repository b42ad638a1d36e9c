import { and, eq, gt, lt, sql } from 'drizzle-orm'
import { fail } from '../../kernel/errors.ts'
import { every } from '../../kernel/events.ts'
import { hashSecret, newSecret } from '../../kernel/secrets.ts'
import type { Tx } from '../../kernel/transact.ts'
import { signInChallenges } from './second-factor.table.ts'

type Kind = (typeof signInChallenges.$inferSelect)['kind']
type Opened = { kind: Kind; userId?: string; challenge?: string }

const lifeMs = 5 * 60_000
/** A stolen password must not become a way to try all codes. */
const maxAttempts = 5

/** Starts something that takes two calls, and returns the token that ties them together. */
export async function openChallenge(tx: Tx, { kind, userId, challenge }: Opened) {
  const token = newSecret()
  await tx.insert(signInChallenges).values({
    tokenHash: hashSecret(token),
    kind,
    userId: userId ?? null,
    challenge: challenge ?? '',
    expiresAt: new Date(tx.now.getTime() + lifeMs),
  })
  return token
}

/** Takes a challenge that is answered once, right or wrong. */
export async function takeChallenge(tx: Tx, token: string, kind: Kind) {
  const [taken] = await tx
    .delete(signInChallenges)
    .where(isOpen(tx, token, kind))
    .returning()
  return taken ?? fail('second_factor.expired')
}

/** Notes one more try of a challenge that may be tried a few times; its row is locked until the end. */
export async function tryChallenge(tx: Tx, token: string, kind: Kind) {
  const [tried] = await tx
    .update(signInChallenges)
    .set({ attempts: sql`${signInChallenges.attempts} + 1` })
    .where(and(isOpen(tx, token, kind), lt(signInChallenges.attempts, maxAttempts)))
    .returning()
  return tried ?? fail('second_factor.expired')
}

export async function closeChallenge(tx: Tx, token: string) {
  await tx.delete(signInChallenges).where(eq(signInChallenges.tokenHash, hashSecret(token)))
}

/** Ends the logins of a user that are half done. */
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
    await ctx.db.delete(signInChallenges).where(lt(signInChallenges.expiresAt, ctx.clock.now()))
  }),
]
