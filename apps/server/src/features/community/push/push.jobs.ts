import { interfaceSettings } from '@stoa/contract/settings/site'
import type { Context, Tx } from '../../../kernel/context.ts'
import { after, within } from '../../../kernel/events.ts'
import { transact } from '../../../kernel/transact.ts'
import { PrivateAddressError, sendOutside } from '../../site/network/outgoing.actions.ts'
import { isReading } from '../live/presence.queries.ts'
import { toTiming } from '../mails/receivers.queries.ts'
import { isInQuietHours } from '../mails/times.rules.ts'
import {
  deleteSubscription,
  deleteSubscriptionsOf,
  recordFailure,
  recordSuccess,
} from './push.actions.ts'
import { toPushMessage } from './push-message.ts'
import { findEvent, findSubscription, listDue } from './push.queries.ts'
import { isChosen, outcomeOf, type PushOutcome } from './push.rules.ts'
import { getVapidDetails } from './vapid.ts'

/** Later, a message is of no use; the notification stays in the inbox. */
const maxAgeMs = 6 * 3_600_000
const ttlSeconds = 24 * 3_600

export const pushListeners = [
  // In the transaction that writes the event, which happens once, so that every browser gets one job.
  within('notifications.written', async (tx, { eventIds }) => {
    for (const due of await listDue(tx, eventIds)) await tx.emit('push.due', due)
  }),
  after('push.due', 'send', sendDue),
  within('account.left', (tx, { userId }) => deleteSubscriptionsOf(tx, userId)),
]

type Due = { subscriptionId: string; eventId: string }

/** Looks at everything as it is now. A failure is retried with backoff until the message is too old. */
async function sendDue(ctx: Context, { subscriptionId, eventId }: Due) {
  const now = ctx.clock.now()
  const subscription = await findSubscription(ctx.primary, subscriptionId, now)
  if (subscription === null) return
  const { user, chosen } = subscription
  const zone = user.timeZone || ctx.settings.get(interfaceSettings).time_zone
  if (isInQuietHours(now, toTiming(chosen, zone))) return
  const event = await findEvent(ctx.primary, user, eventId)
  if (event === null || now.getTime() - event.at.getTime() > maxAgeMs) return
  if (!isChosen(event, chosen?.pushed)) return
  if (await isReading(ctx, user.id, [event.questionId])) return
  const message = toPushMessage(ctx, event, user.language)
  const outcome = await post(ctx, subscription, message.id, JSON.stringify(message))
  await transact(ctx, (tx) => record(tx, subscriptionId, outcome))
  if (outcome === 'failed') throw new Error('push service did not accept the message')
}

type Keys = { endpoint: string; p256dh: string; auth: string }

async function post(
  ctx: Context,
  { endpoint, p256dh, auth }: Keys,
  topic: string,
  text: string,
): Promise<PushOutcome> {
  try {
    const subscription = { endpoint, keys: { p256dh, auth } }
    // Loaded on first use: 2 MB that most processes never need.
    const { default: webPush } = await import('web-push')
    const { method, headers, body } = webPush.generateRequestDetails(subscription, text, {
      vapidDetails: await getVapidDetails(ctx),
      TTL: ttlSeconds,
      urgency: 'normal',
      // Replaces an older message about the same notification that is not delivered yet.
      topic,
    })
    const allowsPrivate = ctx.config.push_private_endpoints
    const request = { url: endpoint, method, headers, body }
    return outcomeOf((await sendOutside(request, { allowsPrivate })).status)
  } catch (error) {
    const outcome = error instanceof PrivateAddressError ? 'gone' : 'failed'
    ctx.log.warn({ err: error, host: URL.parse(endpoint)?.host, outcome }, 'push message failed')
    return outcome
  }
}

async function record(tx: Tx, id: string, outcome: PushOutcome) {
  if (outcome === 'delivered') return await recordSuccess(tx, id)
  if (outcome === 'gone') return await deleteSubscription(tx, id)
  await recordFailure(tx, id)
}
