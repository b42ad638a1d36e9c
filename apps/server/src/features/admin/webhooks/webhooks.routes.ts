import {
  createWebhook as createCall,
  deleteWebhook as deleteCall,
  getDelivery as deliveryCall,
  getWebhook as getCall,
  listDeliveries as deliveriesCall,
  listWebhooks as listCall,
  redeliver as redeliverCall,
  rotateWebhookSecret as rotateCall,
  setWebhookState as stateCall,
  testWebhook as testCall,
  updateWebhook as updateCall,
} from '@stoa/contract/features/webhooks'
import type { StaffAction, StaffLogValues } from '@stoa/contract/features/staff-log'
import type { Tx } from '../../../kernel/context.ts'
import { route } from '../../../kernel/route.ts'
import type { Actor } from '../../../kernel/rules.ts'
import { recordSiteAction } from '../../community/staff-log/staff-log.actions.ts'
import { queueTest, requeue } from './deliveries.actions.ts'
import {
  changeState,
  changeWebhook,
  insertWebhook,
  lockActiveWebhook,
  logValues,
  removeWebhook,
  rotateSecret,
} from './webhooks.actions.ts'
import { getDelivery, getWebhook, listDeliveries, listWebhooks } from './webhooks.queries.ts'

export const webhookRoutes = [
  route(listCall, ({ ctx }) => listWebhooks(ctx.primary, ctx.clock.now())),

  route(getCall, ({ input, ctx }) => getWebhook(ctx.primary, input.id, ctx.clock.now())),

  route(createCall, ({ input, actor, transact }) =>
    transact(async (tx) => {
      const { secret, ...webhook } = await insertWebhook(tx, input)
      await record(tx, actor, 'create_webhook', { after: withEvents(webhook) })
      return { id: webhook.id, secret }
    }),
  ),

  route(updateCall, ({ input, actor, transact }) =>
    transact(async (tx) => {
      const { before, after } = await changeWebhook(tx, input)
      const values = { before: withEvents(before), after: withEvents(after) }
      await record(tx, actor, 'change_webhook', values)
      return null
    }),
  ),

  route(rotateCall, ({ input, actor, transact }) =>
    transact(async (tx) => {
      const { webhook, secret } = await rotateSecret(tx, input.id)
      await record(tx, actor, 'rotate_webhook_secret', { after: logValues(webhook) })
      return { secret }
    }),
  ),

  route(stateCall, ({ input: { id, state }, actor, transact }) =>
    transact(async (tx) => {
      const webhook = await changeState(tx, id, state)
      if (webhook === null) return null
      const action = state === 'active' ? 'resume_webhook' : 'pause_webhook'
      await record(tx, actor, action, { after: logValues(webhook) })
      return null
    }),
  ),

  route(deleteCall, ({ input, actor, transact }) =>
    transact(async (tx) => {
      const webhook = await removeWebhook(tx, input.id)
      await record(tx, actor, 'delete_webhook', { before: withEvents(webhook) })
      return null
    }),
  ),

  route(testCall, ({ input, actor, transact }) =>
    transact(async (tx) => {
      const webhook = await lockActiveWebhook(tx, input.id)
      await queueTest(tx, webhook.id)
      await record(tx, actor, 'test_webhook', { after: logValues(webhook) })
      return null
    }),
  ),

  route(deliveriesCall, async ({ input, ctx }) => {
    await getWebhook(ctx.primary, input.id, ctx.clock.now())
    return await listDeliveries(ctx.primary, input)
  }),

  route(deliveryCall, ({ input, ctx }) => getDelivery(ctx.primary, input.id)),

  route(redeliverCall, ({ input, actor, transact }) =>
    transact(async (tx) => {
      const found = await requeue(tx, input.id)
      if (found === null) return null
      const { webhookId: webhook, event, messageId: message } = found
      await record(tx, actor, 'redeliver_webhook', { after: { webhook, event, message } })
      return null
    }),
  ),
]

type Values = { before?: StaffLogValues; after?: StaffLogValues }

async function record(tx: Tx, { id: actorId }: Actor, action: StaffAction, values: Values) {
  await recordSiteAction(tx, { actorId, action, ...values })
}

type Row = Parameters<typeof logValues>[0] & { allEvents: boolean; events: readonly string[] }

function withEvents(webhook: Row): StaffLogValues {
  return { ...logValues(webhook), events: webhook.allEvents ? 'all' : webhook.events.join(', ') }
}
