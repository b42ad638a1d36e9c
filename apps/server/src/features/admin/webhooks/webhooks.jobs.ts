import { limits } from '@stoa/contract/limits'
import type { Context, EventName } from '../../../kernel/context.ts'
import { after, every, within } from '../../../kernel/events.ts'
import { transact } from '../../../kernel/transact.ts'
import type { WebhookWork } from '../../../schema/webhooks.ts'
import { announce, queueMessages } from './deliveries.actions.ts'
import { deliveriesRunner } from './deliveries.runner.ts'
import { createFinder } from './messages.queries.ts'
import { forgetContent, trimLog } from './recording.actions.ts'
import { sendStoppedMail } from './stopped-mail.actions.ts'
import { sourceOf, webhookSources } from './webhook-sources.queries.ts'

const dayMs = 86_400_000

const announcements = (Object.keys(webhookSources) as EventName[]).map((name) =>
  within(name, (tx, payload) => announce(tx, name, payload)),
)

export const webhookListeners = [
  ...announcements,
  after('webhooks.due', 'queue', queueWork),
  after('content.removed', 'forget-deliveries', (ctx, { postIds, commentIds }) =>
    transact(ctx, (tx) => forgetContent(tx, [...postIds, ...commentIds])),
  ),
  after('webhook.stopped', 'notice-mail', sendStoppedMail),
  deliveriesRunner,
  every('29 3 * * *', 'trim-webhook-log', async (ctx) => {
    const before = new Date(ctx.clock.now().getTime() - limits.webhooks.days * dayMs)
    await transact(ctx, (tx) => trimLog(tx, { before, max: limits.webhooks.deliveries }))
  }),
]

/** Payloads say what visitors see when the job runs, so what is hidden by then is not sent. */
async function queueWork(ctx: Context, { id, at, name, payload }: WebhookWork) {
  const found = (await sourceOf(name)?.load(createFinder(ctx), payload)) ?? []
  const messages = found.flatMap((message, index) =>
    message === null ? [] : [{ ...message, at, id: index === 0 ? id : `${id}_${index}` }],
  )
  if (messages.length > 0) await transact(ctx, (tx) => queueMessages(tx, messages))
}
