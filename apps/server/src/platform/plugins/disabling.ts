import { and, eq, notExists } from 'drizzle-orm'
import { type PluginFault, pluginsTopic } from '../../kernel/plugins.ts'
import type { Transaction } from '../../kernel/database.ts'
import type { Bus } from '../../kernel/services.ts'
import { plugins } from '../../schema/plugins.ts'
import { uploads } from '../../schema/uploads.ts'

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
      .where(
        and(
          eq(plugins.slug, slug),
          eq(plugins.version, version),
          eq(plugins.enabled, true),
          // Without it, no file could be read.
          notExists(db.select({ id: uploads.id }).from(uploads).where(eq(uploads.store, slug))),
        ),
      )
    await bus.publishIn(db, pluginsTopic, slug)
  })
}
