import type { WebhookEvent } from '@stoa/contract/features/webhook-events'
import { allPages, event, objectKey } from './kernel/invalidation.ts'
import type { PluginWork } from './schema/plugins.ts'

const nothing = () => ({})

/** Part of `events`. */
export const pluginEvents = {
  /** What is installed, enabled or configured. Any page may show something of it. */
  'plugin.changed': event<{ slug: string }>(() => ({
    pages: allPages,
    stored: allPages,
    isUrgent: true,
  })),
  /** Texts that match are to be rendered again. `pattern` is a regular expression of PostgreSQL. */
  'plugin.rendering_changed': event<{ slug: string; pattern: string }>(nothing),
  /** Plugins show them in another way. What they say is the same. */
  'texts.rendered': event<{ objectIds: string[] }>(({ objectIds }) => ({
    pages: allPages,
    stored: objectIds.map(objectKey),
  })),
  /** Another event is to be sent to plugins, then to one of them. `id` is the same whenever it is sent. */
  'plugins.due': event<PluginWork>(nothing),
  'plugin.event_due': event<{
    slug: string
    id: string
    name: WebhookEvent
    at: number
    data: object
  }>(nothing),
  /** All files are to be moved to the disk, or to the store of a plugin. */
  'files.redirected': event<{ store: string | null }>(nothing),
  /** Posts are to be indexed by the search plugin. */
  'search.rebuild_due': event<{ generation: number }>(nothing),
  /** It failed too often and was disabled. One for each admin to inform. */
  'plugin.faulted': event<{ slug: string; adminId: string }>(nothing),
}
