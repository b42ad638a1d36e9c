import type { ParsedInputOf } from '@stoa/contract/endpoint'
import type { subscribeToPush as subscribeCall } from '@stoa/contract/features/push'
import { and, eq, gte, lt, ne, sql } from 'drizzle-orm'
import type { Tx } from '../../../kernel/context.ts'
import { fail } from '../../../kernel/errors.ts'
import { hashSecret } from '../../../kernel/secrets.ts'
import { sessions } from '../../../schema/accounts.ts'
import { pushSubscriptions } from '../../../schema/push.ts'
import { isPublicUrl } from '../../site/network/public-addresses.rules.ts'
import { isCurvePoint } from './push.rules.ts'

type Subscriber = { userId: string; token: string | null }

/** A browser has one session and one subscription, so a new one replaces both what it had and whose it was. */
export async function subscribe(
  tx: Tx,
  { userId, token }: Subscriber,
  { endpoint, p256dh, auth }: ParsedInputOf<typeof subscribeCall>,
) {
  const isEndpoint = tx.ctx.config.push_private_endpoints || isPublicUrl(endpoint)
  if (!isEndpoint || !isCurvePoint(p256dh)) fail('push.subscription_rejected')
  const [session] = await tx
    .select({ id: sessions.id })
    .from(sessions)
    .where(and(eq(sessions.tokenHash, hashSecret(token ?? '')), eq(sessions.userId, userId)))
  if (session === undefined) return fail('auth.required')
  await tx
    .delete(pushSubscriptions)
    .where(
      and(eq(pushSubscriptions.sessionId, session.id), ne(pushSubscriptions.endpoint, endpoint)),
    )
  const current = { userId, sessionId: session.id, p256dh, auth, failures: 0 }
  await tx
    .insert(pushSubscriptions)
    .values({ ...current, endpoint, createdAt: tx.now })
    .onConflictDoUpdate({ target: pushSubscriptions.endpoint, set: current })
}

export async function unsubscribe(tx: Tx, userId: string, endpoint: string) {
  await tx
    .delete(pushSubscriptions)
    .where(and(eq(pushSubscriptions.userId, userId), eq(pushSubscriptions.endpoint, endpoint)))
}

export async function deleteSubscriptionsOf(tx: Tx, userId: string) {
  await tx.delete(pushSubscriptions).where(eq(pushSubscriptions.userId, userId))
}

export async function deleteSubscription(tx: Tx, id: string) {
  await tx.delete(pushSubscriptions).where(eq(pushSubscriptions.id, id))
}

export async function recordSuccess(tx: Tx, id: string) {
  await tx
    .update(pushSubscriptions)
    .set({ lastSuccessAt: tx.now, failures: 0 })
    .where(eq(pushSubscriptions.id, id))
}

/** With so many failures in a row, for so long, nothing will reach the browser. */
const maxFailures = 50
const maxFailingMs = 7 * 86_400_000

export async function recordFailure(tx: Tx, id: string) {
  await tx
    .update(pushSubscriptions)
    .set({ failures: sql`${pushSubscriptions.failures} + 1` })
    .where(eq(pushSubscriptions.id, id))
  const lastReached = sql`coalesce(${pushSubscriptions.lastSuccessAt}, ${pushSubscriptions.createdAt})`
  await tx
    .delete(pushSubscriptions)
    .where(
      and(
        eq(pushSubscriptions.id, id),
        gte(pushSubscriptions.failures, maxFailures),
        lt(lastReached, new Date(tx.now.getTime() - maxFailingMs)),
      ),
    )
}
