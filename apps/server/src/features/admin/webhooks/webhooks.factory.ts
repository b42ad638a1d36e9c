import type { Client } from '@stoa/contract/client'
import type { InputOf } from '@stoa/contract/endpoint'
import { type WebhookPayload } from '@stoa/contract/features/webhook-events'
import { createWebhook } from '@stoa/contract/features/webhooks'
import type { Receiver } from '../../../../test/webhook-receiver.ts'
import type { TestSite } from '../../../../test/site.ts'
import { deliveriesTopic } from './deliveries.actions.ts'

let count = 0

/** A webhook with a path of its own at the receiver. */
export async function aWebhook(
  admin: Client,
  receiver: Receiver,
  input: Partial<InputOf<typeof createWebhook>> = {},
) {
  const path = `/hook-${++count}`
  const url = receiver.url + path
  const { id, secret } = await admin.call(createWebhook, { url, all_events: true, ...input })
  const requests = () => receiver.at(path)
  return {
    id,
    secret,
    path,
    requests,
    payloads: () => requests().map(({ body }) => JSON.parse(body) as WebhookPayload),
  }
}

/** Moves the clock, and sends what is due then. */
export async function advanceAndWake(site: TestSite, ms: number) {
  site.advance(ms)
  await site.ctx.bus.publish(deliveriesTopic, '')
}
