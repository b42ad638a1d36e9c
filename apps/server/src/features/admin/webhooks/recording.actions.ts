import { and, eq, isNotNull, lt, sql } from 'drizzle-orm'
import type { Tx } from '../../../kernel/context.ts'
import { webhookAttempts, webhookDeliveries, webhooks } from '../../../schema/webhooks.ts'
import { recordSiteAction, siteActorId } from '../../community/staff-log/staff-log.actions.ts'
import { listAdminsToInform } from '../../people/users/users.queries.ts'
import { logValues, refreshWantedEvents } from './webhooks.actions.ts'
import { maxFailingMs, type Outcome, pauseAfter } from './webhooks.rules.ts'

export type Attempt = Omit<typeof webhookAttempts.$inferInsert, 'id' | 'number'> & {
  /** Attempts before this one. */
  before: number
  tries: number
}

/** Not if another process took the delivery over meanwhile, or it was deleted. */
export async function recordAttempt(
  tx: Tx,
  { before, tries, ...attempt }: Attempt,
  outcome: Outcome,
) {
  const [webhook] = await tx
    .select()
    .from(webhooks)
    .where(eq(webhooks.id, attempt.webhookId))
    .for('no key update')
  if (webhook === undefined) return
  const pause = outcome === 'failed' ? pauseAfter(tries + 1, Math.random()) : null
  const updated = await tx
    .update(webhookDeliveries)
    .set({
      attempts: before + 1,
      tries: tries + 1,
      state: outcome === 'delivered' ? 'delivered' : pause === null ? 'failed' : 'pending',
      nextAttemptAt: pause === null ? null : new Date(tx.now.getTime() + pause),
      claimedUntil: null,
    })
    .where(
      and(eq(webhookDeliveries.id, attempt.deliveryId), eq(webhookDeliveries.attempts, before)),
    )
    .returning({ id: webhookDeliveries.id })
  if (updated.length === 0) return
  await tx.insert(webhookAttempts).values({ ...attempt, number: before + 1 })
  await recordOutcome(tx, webhook, outcome)
}

type WebhookRow = typeof webhooks.$inferSelect

async function recordOutcome(tx: Tx, webhook: WebhookRow, outcome: Outcome) {
  const { id, failingSince } = webhook
  if (outcome === 'delivered') {
    if (failingSince !== null) await update(tx, id, { failingSince: null })
    return
  }
  if (failingSince === null) await update(tx, id, { failingSince: tx.now })
  const failingMs = tx.now.getTime() - (failingSince ?? tx.now).getTime()
  if (webhook.state !== 'active') return
  if (outcome === 'gone') await stop(tx, webhook, 'ended')
  else if (failingMs >= maxFailingMs) await stop(tx, webhook, 'stopped')
}

const maxInformed = 20

async function stop(tx: Tx, webhook: WebhookRow, state: 'ended' | 'stopped') {
  await update(tx, webhook.id, { state })
  await refreshWantedEvents(tx)
  await recordSiteAction(tx, {
    actorId: siteActorId,
    action: 'stop_webhook',
    before: logValues(webhook),
    after: { state },
  })
  for (const adminId of await listAdminsToInform(tx, maxInformed))
    await tx.emit('webhook.stopped', { webhookId: webhook.id, adminId })
}

async function update(tx: Tx, id: string, changes: Partial<WebhookRow>) {
  await tx.update(webhooks).set(changes).where(eq(webhooks.id, id))
}

/** Its webhook was paused after it was claimed. */
export async function releaseClaim(tx: Tx, id: string) {
  await tx
    .update(webhookDeliveries)
    .set({ claimedUntil: null })
    .where(and(eq(webhookDeliveries.id, id), isNotNull(webhookDeliveries.claimedUntil)))
}

/** Deliveries older than the log is kept, and the oldest beyond its limit. */
export async function trimLog(tx: Tx, { before, max }: { before: Date; max: number }) {
  await tx.delete(webhookDeliveries).where(lt(webhookDeliveries.createdAt, before))
  await tx.execute(sql`
    delete from ${webhookDeliveries} delivery using (
      select webhook.id, (select log.id from ${webhookDeliveries} log where log.webhook_id = webhook.id
        order by log.id desc offset ${max} limit 1) as last_id
      from ${webhooks} webhook) oldest
    where delivery.webhook_id = oldest.id and delivery.id <= oldest.last_id and delivery.state <> 'pending'`)
  await tx
    .update(webhooks)
    .set({ formerSecret: null, formerSecretUntil: null })
    .where(lt(webhooks.formerSecretUntil, tx.now))
}

/** What was deleted for good must not stay in the database. Messages that say so have only its id. */
export async function forgetContent(tx: Tx, objectIds: readonly string[]) {
  await tx.execute(sql`
    delete from ${webhookDeliveries} where event not like '%.deleted' and exists (
      select from unnest(${sql.param(objectIds)}::text[]) as object (id) where position(object.id in body) > 0)`)
}
