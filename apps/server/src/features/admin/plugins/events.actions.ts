import type { WebhookEvent } from '@stoa/contract/features/webhook-events'
import type { PluginEvent } from '@stoa/plugin-kit/server'
import { randomUUID } from 'node:crypto'
import type { Context, EventName, Tx } from '../../../kernel/context.ts'
import { PluginRejection, type Plugins, siteCaller } from '../../../kernel/plugins.ts'
import { transact } from '../../../kernel/transact.ts'
import type { PluginWork } from '../../../schema/plugins.ts'
import { createFinder } from '../webhooks/messages.queries.ts'
import { sourceOf } from '../webhooks/webhook-sources.queries.ts'

function listWanting(plugins: Plugins, types: readonly WebhookEvent[]) {
  return plugins.list().filter(({ isEnabled, manifest }) => {
    return isEnabled && manifest.server?.events.some((event) => types.includes(event)) === true
  })
}

/** Costs nothing when no plugin wants the event; otherwise one job, which is inserted with the jobs of the transaction. */
export async function announceToPlugins(tx: Tx, name: EventName, payload: object) {
  const types = sourceOf(name)?.types ?? []
  if (listWanting(tx.ctx.plugins, types).length === 0) return
  const id = `evt_${randomUUID().replaceAll('-', '')}`
  await tx.emit('plugins.due', { id, at: tx.now.toISOString(), name, payload })
}

/** One job for each plugin. Payloads say what visitors see when this runs, so what is hidden by then is not sent. */
export async function queueEvents(ctx: Context, work: PluginWork) {
  const found = (await sourceOf(work.name)?.load(createFinder(ctx), work.payload)) ?? []
  const at = Math.floor(Date.parse(work.at) / 1000)
  await transact(ctx, async (tx) => {
    for (const [index, message] of found.entries()) {
      if (message === null) continue
      const id = index === 0 ? work.id : `${work.id}_${index}`
      for (const { slug } of listWanting(ctx.plugins, [message.type]))
        await tx.emit('plugin.event_due', { slug, id, name: message.type, at, data: message.data })
    }
  })
}

type Delivery = { slug: string; id: string; name: WebhookEvent; at: number; data: object }

/** A failure is tried again later, with the same id. Dropped if the plugin was disabled, or rejects it. */
export async function deliverEvent(ctx: Context, { slug, ...event }: Delivery) {
  // This process may not know yet that it was enabled.
  if (ctx.plugins.find(slug)?.isEnabled !== true) await ctx.plugins.reload()
  const plugin = ctx.plugins.find(slug)
  if (plugin?.isEnabled !== true) return
  if (plugin.manifest.server?.events.includes(event.name) !== true) return
  try {
    await ctx.plugins.call(slug, 'event', event as PluginEvent, siteCaller(ctx))
  } catch (error) {
    if (!(error instanceof PluginRejection)) throw error
  }
}
