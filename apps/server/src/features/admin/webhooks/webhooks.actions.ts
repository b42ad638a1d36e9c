import type { ParsedInputOf } from '@stoa/contract/endpoint'
import { webhookEventNames } from '@stoa/contract/features/webhook-events'
import type {
  createWebhook as createCall,
  updateWebhook as updateCall,
} from '@stoa/contract/features/webhooks'
import { limits } from '@stoa/contract/limits'
import { eq, sql } from 'drizzle-orm'
import { randomBytes } from 'node:crypto'
import type { Tx } from '../../../kernel/context.ts'
import { fail, failField } from '../../../kernel/errors.ts'
import { settingsTopic } from '../../../kernel/settings.ts'
import { requireRow } from '../../../kernel/transact.ts'
import { webhooks } from '../../../schema/webhooks.ts'
import { isPublicUrl } from '../../site/network/public-addresses.rules.ts'
import { deliveriesTopic } from './deliveries.actions.ts'
import { webhookPurpose } from './stored-secrets.ts'
import { formerSecretMs, secretPrefix } from './webhooks.rules.ts'
import { wantedEvents } from './webhooks.settings.ts'

type WebhookRow = typeof webhooks.$inferSelect

/** For the staff log: not the whole URL, which may contain a token. */
export function logValues({
  id,
  url,
  description,
}: Pick<WebhookRow, 'id' | 'url' | 'description'>) {
  return { webhook: id, host: URL.parse(url)?.host ?? '', description }
}

export async function insertWebhook(tx: Tx, input: ParsedInputOf<typeof createCall>) {
  const fields = toFields(tx, input)
  await lockWantedEvents(tx)
  if ((await tx.$count(webhooks)) >= limits.webhooks.max) fail('webhook.too_many')
  const { rows } = await tx.execute<{ id: string }>(
    sql`select nextval('webhooks_id_seq')::text as id`,
  )
  const { id } = requireRow(rows[0])
  const secret = generateWebhookSecret()
  await tx.insert(webhooks).values({
    id,
    ...fields,
    state: input.is_active ? 'active' : 'paused',
    secret: tx.ctx.secrets.encrypt(secret, webhookPurpose(id)),
    createdAt: tx.now,
  })
  await refreshWantedEvents(tx)
  return { id, ...fields, secret }
}

export async function changeWebhook(tx: Tx, input: ParsedInputOf<typeof updateCall>) {
  const fields = toFields(tx, input)
  const before = await lockWebhook(tx, input.id)
  await tx.update(webhooks).set(fields).where(eq(webhooks.id, input.id))
  await refreshWantedEvents(tx)
  return { before, after: { ...before, ...fields } }
}

type Fields = Pick<
  ParsedInputOf<typeof updateCall>,
  'url' | 'description' | 'events' | 'all_events'
>

function toFields(tx: Tx, { url, description, events, all_events: allEvents }: Fields) {
  if (!tx.ctx.config.push_private_endpoints && !isPublicUrl(url))
    failField('url', 'webhook.url_rejected')
  if (!allEvents && events.length === 0) failField('events', 'webhook.no_events')
  return { url, description, allEvents, events: allEvents ? [] : [...new Set(events)] }
}

function generateWebhookSecret() {
  return secretPrefix + randomBytes(32).toString('base64')
}

export async function rotateSecret(tx: Tx, id: string) {
  const webhook = await lockWebhook(tx, id)
  const secret = generateWebhookSecret()
  const hasFormer = webhook.secret !== null
  await tx
    .update(webhooks)
    .set({
      secret: tx.ctx.secrets.encrypt(secret, webhookPurpose(id)),
      formerSecret: webhook.secret,
      formerSecretUntil: hasFormer ? new Date(tx.now.getTime() + formerSecretMs) : null,
    })
    .where(eq(webhooks.id, id))
  return { webhook, secret }
}

/** Null if it is in this state already. Resuming forgets how long it failed. */
export async function changeState(tx: Tx, id: string, state: 'active' | 'paused') {
  const webhook = await lockWebhook(tx, id)
  if (webhook.state === state) return null
  if (webhook.state === 'ended') fail('webhook.ended')
  if (state === 'active' && webhook.secret === null) fail('webhook.secret_lost')
  const changes = state === 'active' ? { state, failingSince: null } : { state }
  await tx.update(webhooks).set(changes).where(eq(webhooks.id, id))
  await refreshWantedEvents(tx)
  if (state === 'active') await tx.publish(deliveriesTopic, '')
  return webhook
}

export async function removeWebhook(tx: Tx, id: string) {
  const webhook = await lockWebhook(tx, id)
  await tx.delete(webhooks).where(eq(webhooks.id, id))
  await refreshWantedEvents(tx)
  return webhook
}

export async function lockActiveWebhook(tx: Tx, id: string) {
  const webhook = await lockWebhook(tx, id)
  return webhook.state === 'active' ? webhook : fail('webhook.not_active')
}

async function lockWebhook(tx: Tx, id: string) {
  const [row] = await tx.select().from(webhooks).where(eq(webhooks.id, id)).for('no key update')
  return row ?? fail('object.not_found')
}

async function lockWantedEvents(tx: Tx) {
  await tx.ctx.settings.lock(tx, wantedEvents.name, tx.now)
}

/** Says in all processes which events to announce. */
export async function refreshWantedEvents(tx: Tx) {
  const { settings } = tx.ctx
  await lockWantedEvents(tx)
  const rows = await tx
    .select({ events: webhooks.events, allEvents: webhooks.allEvents })
    .from(webhooks)
    .where(eq(webhooks.state, 'active'))
  const wanted = rows.flatMap(({ events, allEvents }) => (allEvents ? webhookEventNames : events))
  await settings.write(tx, wantedEvents.name, { events: [...new Set(wanted)].toSorted() }, tx.now)
  await tx.publish(settingsTopic, wantedEvents.name)
  tx.afterCommit(() => settings.reload())
}
