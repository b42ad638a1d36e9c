import { and, eq } from 'drizzle-orm'
import { type PluginFault, pluginsTopic } from '../../kernel/plugins.ts'
import type { Transaction } from '../../kernel/database.ts'
import type { Bus } from '../../kernel/services.ts'
import { plugins } from '../../schema/plugins.ts'

/** In all processes, unless it was updated or disabled meanwhile. */
export async function disablePlugin(
  { transaction }: { transaction: Transaction },
  bus: Bus,
  { slug, version, reason }: PluginFault,
) {
  await transaction(async (db) => {
    await db
      .update(plugins)
      .set({ enabled: false, fault: reason })
      .where(and(eq(plugins.slug, slug), eq(plugins.version, version), eq(plugins.enabled, true)))
    await bus.publishIn(db, pluginsTopic, slug)
  })
}
