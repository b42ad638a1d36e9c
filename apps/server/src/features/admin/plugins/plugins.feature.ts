import { and, eq, sql } from 'drizzle-orm'
import { compositeKey, defineTextList } from '../../../kernel/export.ts'
import type { Feature } from '../../../kernel/feature.ts'
import { encryptedPrefix } from '../../../kernel/services.ts'
import { pluginUserSettings } from '../../../schema/plugins.ts'
import { pluginListeners } from './plugins.jobs.ts'
import { pluginRoutes } from './plugins.routes.ts'
import { userPluginRoutes } from './user-plugins.routes.ts'

const { slug, userId, settings, updatedAt } = pluginUserSettings
const key = compositeKey(slug, userId)
/** Without encrypted secrets. */
const shown = sql<object>`(select coalesce(jsonb_object_agg(name, value), '{}') from jsonb_each(${settings}) as one (name, value)
  where value #>> '{}' not like ${`${encryptedPrefix}%`})`

export const pluginsFeature: Feature = {
  name: 'plugins',
  routes: [...pluginRoutes, ...userPluginRoutes],
  listeners: pluginListeners,
  exports: {
    pluginSettings: defineTextList(({ db, owner, after, order, limit }) =>
      db
        .select({ key, row: { plugin: slug, settings: shown, updatedAt } })
        .from(pluginUserSettings)
        .where(and(eq(userId, owner.id), after(key)))
        .orderBy(order(key))
        .limit(limit),
    ),
  },
}
