import { z } from 'zod'
import { apiPrefix, endpoint } from '../endpoint.ts'
import { limits } from '../limits.ts'

export const getPushKey = endpoint({
  method: 'GET',
  path: `${apiPrefix}/push/key`,
  access: 'member',
  summary: 'Returns the public key with which browsers subscribe to push messages (VAPID).',
  input: {},
  response: z.object({ public_key: z.string() }),
})

const endpointUrl = z
  .url({ protocol: /^https?$/ })
  .max(limits.pushEndpoint.max)
  .regex(/^[!-~]+$/)

export const subscribeToPush = endpoint({
  method: 'PUT',
  path: `${apiPrefix}/push/subscription`,
  access: 'member',
  summary:
    'Sends push messages to the browser of this session until it ends. Replaces its former subscription, and that of another user with the same endpoint.',
  input: {
    endpoint: endpointUrl,
    /** A point of the curve P-256, uncompressed. */
    p256dh: z.string().regex(/^B[\w-]{86}$/),
    auth: z.string().regex(/^[\w-]{22}$/),
  },
  response: z.null(),
  errors: ['push.subscription_rejected'],
  limits: ['push.user'],
  allowsSilenced: true,
})

export const unsubscribeFromPush = endpoint({
  method: 'DELETE',
  path: `${apiPrefix}/push/subscription`,
  access: 'any-user',
  summary: 'Sends no more push messages to this endpoint.',
  input: { endpoint: endpointUrl },
  response: z.null(),
  limits: ['push.user'],
})

/** The text of a push message, encrypted for one browser. */
export const PushMessage = z.object({
  /** Of the notification. A later message with the same id replaces this one. */
  id: z.string(),
  title: z.string(),
  body: z.string(),
  /** A path of this site. */
  path: z.string(),
  lang: z.string(),
  dir: z.enum(['ltr', 'rtl']),
})
export type PushMessage = z.output<typeof PushMessage>
