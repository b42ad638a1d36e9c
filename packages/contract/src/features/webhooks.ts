import { z } from 'zod'
import { adminPrefix, endpoint } from '../endpoint.ts'
import { limits } from '../limits.ts'
import { pageOf, paging } from '../paging.ts'
import { testEvent, webhookEventNames } from './webhook-events.ts'

/** `stopped` after failing for days, `ended` when the receiver said that it is gone. */
export const webhookStates = ['active', 'paused', 'stopped', 'ended'] as const
export type WebhookState = (typeof webhookStates)[number]

export const deliveryStates = ['pending', 'delivered', 'failed'] as const
export type DeliveryState = (typeof deliveryStates)[number]

const at = z.number().int()
const id = z.string().regex(/^[1-9]\d{0,17}$/)
const event = z.enum(webhookEventNames)

const Webhook = z.object({
  id: z.string(),
  url: z.string(),
  description: z.string(),
  /** Those that are chosen; empty if all are. */
  events: z.array(event).max(webhookEventNames.length),
  all_events: z.boolean(),
  state: z.enum(webhookStates),
  created_at: at,
  /** 0 if the last attempt was no failure. */
  failing_since: at,
  /** Until then, requests are also signed with the former secret. 0 if there is none. */
  former_secret_until: at,
  /** Null before the first attempt. */
  last_attempt: z.object({ at, is_success: z.boolean() }).nullable(),
  /** Of the last attempts, at most `limits.webhooks.counted`. */
  attempts: z.number().int(),
  failed_attempts: z.number().int(),
  pending: z.number().int(),
})
export type Webhook = z.output<typeof Webhook>

const Delivery = z.object({
  id: z.string(),
  message_id: z.string(),
  event: z.enum([...webhookEventNames, testEvent]),
  state: z.enum(deliveryStates),
  created_at: at,
  attempts: z.number().int(),
  /** Of the last attempt; 0 without a response. */
  status: z.number().int(),
  duration_ms: z.number().int(),
  /** 0 if there is none to come. */
  next_attempt_at: at,
})
export type Delivery = z.output<typeof Delivery>

const Headers = z.record(z.string(), z.string())
const Attempt = z.object({
  number: z.number().int(),
  at,
  status: z.number().int(),
  /** Why there was no response; otherwise empty. */
  error: z.string(),
  duration_ms: z.number().int(),
  request_headers: Headers,
  response_headers: Headers,
  /** The beginning. */
  response_body: z.string(),
})
export type DeliveryAttempt = z.output<typeof Attempt>

const fields = {
  url: z.url({ protocol: /^https?$/ }).max(limits.webhooks.url),
  description: z.string().trim().max(limits.webhooks.description).default(''),
  events: z.array(event).max(webhookEventNames.length).default([]),
  /** Also those that later versions add. */
  all_events: z.boolean().default(false),
}
const formErrors = ['webhook.url_rejected', 'webhook.no_events'] as const

export const listWebhooks = endpoint({
  method: 'GET',
  path: `${adminPrefix}/webhooks`,
  access: 'admin',
  summary: 'Lists all webhooks.',
  response: z.array(Webhook).max(limits.webhooks.max),
})

export const getWebhook = endpoint({
  method: 'GET',
  path: `${adminPrefix}/webhook`,
  access: 'admin',
  summary: 'Returns a webhook, without its secret.',
  input: { id },
  response: Webhook,
  errors: ['object.not_found'],
})

export const createWebhook = endpoint({
  method: 'POST',
  path: `${adminPrefix}/webhook`,
  access: 'admin',
  summary: 'Creates a webhook and returns the secret of its signatures, once.',
  input: { ...fields, is_active: z.boolean().default(true) },
  response: z.object({ id: z.string(), secret: z.string() }),
  errors: [...formErrors, 'webhook.too_many'],
})

export const updateWebhook = endpoint({
  method: 'PUT',
  path: `${adminPrefix}/webhook`,
  access: 'admin',
  summary: 'Changes the URL, the description and the events of a webhook.',
  input: { id, ...fields },
  response: z.null(),
  errors: [...formErrors, 'object.not_found'],
})

export const rotateWebhookSecret = endpoint({
  method: 'POST',
  path: `${adminPrefix}/webhook/secret`,
  access: 'admin',
  summary: 'Creates a new secret and returns it, once. The former one also signs for a day.',
  input: { id },
  response: z.object({ secret: z.string() }),
  errors: ['object.not_found'],
})

export const setWebhookState = endpoint({
  method: 'PUT',
  path: `${adminPrefix}/webhook/state`,
  access: 'admin',
  summary: 'Pauses or resumes a webhook. Events that happen while it is paused are not sent later.',
  input: { id, state: z.enum(['active', 'paused']) },
  response: z.null(),
  errors: ['object.not_found', 'webhook.ended', 'webhook.secret_lost'],
})

export const deleteWebhook = endpoint({
  method: 'DELETE',
  path: `${adminPrefix}/webhook`,
  access: 'admin',
  summary: 'Deletes a webhook and its deliveries.',
  input: { id },
  response: z.null(),
  errors: ['object.not_found'],
})

export const testWebhook = endpoint({
  method: 'POST',
  path: `${adminPrefix}/webhook/test`,
  access: 'admin',
  summary: 'Sends a test event to a webhook.',
  input: { id },
  response: z.null(),
  errors: ['object.not_found', 'webhook.not_active'],
})

export const listDeliveries = endpoint({
  method: 'GET',
  path: `${adminPrefix}/webhook/deliveries`,
  access: 'admin',
  summary: 'Lists what was sent to a webhook in the last days, newest first.',
  input: { id, state: z.enum(deliveryStates).optional(), ...paging },
  response: pageOf(Delivery),
  errors: ['object.not_found'],
})

export const getDelivery = endpoint({
  method: 'GET',
  path: `${adminPrefix}/webhook/delivery`,
  access: 'admin',
  summary: 'Returns the body of a delivery and its last attempts, newest first.',
  input: { id },
  response: Delivery.extend({
    body: z.string(),
    list: z.array(Attempt).max(limits.webhooks.attempts),
  }),
  errors: ['object.not_found'],
})

export const redeliver = endpoint({
  method: 'POST',
  path: `${adminPrefix}/webhook/delivery`,
  access: 'admin',
  summary: 'Sends a delivery again, with the same id. Does nothing if it is waiting already.',
  input: { id },
  response: z.null(),
  errors: ['object.not_found', 'webhook.not_active'],
})
