import { eq } from 'drizzle-orm'
import type { Tx } from '../../../kernel/context.ts'
import { fail } from '../../../kernel/errors.ts'
import { pluginsTopic } from '../../../kernel/plugins.ts'
import type { StoreName } from '../../../kernel/services.ts'
import { plugins } from '../../../schema/plugins.ts'
import { uploads } from '../../../schema/uploads.ts'
import { recordSiteAction, siteActorId } from '../../community/staff-log/staff-log.actions.ts'
import { findPackage, lockPlugins, ofVersion } from './packages.actions.ts'

type FilesTarget = { slug: string; to: 'plugin' | 'disk' }

/** Says where new files go. The caller moves all others. */
export async function redirectFiles(
  tx: Tx,
  { slug, to }: FilesTarget,
  actor: { id: string } | null,
): Promise<StoreName> {
  await lockPlugins(tx)
  const [installed] = await tx.select().from(plugins).where(eq(plugins.slug, slug))
  const stored = installed && (await findPackage(tx, ofVersion(slug, installed.version)))
  if (installed?.enabled !== true || stored?.manifest.server?.fileStore !== true)
    return fail('plugin.not_found')
  await tx
    .update(plugins)
    .set({ takesFiles: to === 'plugin' })
    .where(eq(plugins.slug, slug))
  const after = { plugin: slug, files_to: to }
  await recordSiteAction(tx, { actorId: actor?.id ?? siteActorId, action: 'move_files', after })
  await tx.publish(pluginsTopic, slug)
  tx.afterCommit(() => tx.ctx.plugins.reload())
  return to === 'plugin' ? slug : null
}

/** Waits for uploads that are about to be saved. */
export async function assertStoresNoFiles(tx: Tx, slug: string) {
  await tx.select({ slug: plugins.slug }).from(plugins).where(eq(plugins.slug, slug)).for('update')
  const count = await tx.$count(uploads, eq(uploads.store, slug))
  if (count > 0) fail('plugin.holds_files', { values: { count } })
}

export async function hasFiles(tx: Tx, slug: string): Promise<boolean> {
  const rows = await tx
    .select({ id: uploads.id })
    .from(uploads)
    .where(eq(uploads.store, slug))
    .limit(1)
  return rows.length > 0
}
