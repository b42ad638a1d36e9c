import { limits } from '@stoa/contract/limits'
import type { StaffAction, StaffLogValues } from '@stoa/contract/features/staff-log'
import { Manifest } from '@stoa/plugin-kit/manifest'
import { patternOf, widestSyntax } from '@stoa/plugin-kit/rendering'
import { and, eq, isNull, ne } from 'drizzle-orm'
import type { Tx } from '../../../kernel/context.ts'
import { fail } from '../../../kernel/errors.ts'
import { type PluginFault, pluginsTopic } from '../../../kernel/plugins.ts'
import { pluginPackages, plugins } from '../../../schema/plugins.ts'
import { recordSiteAction, siteActorId } from '../../community/staff-log/staff-log.actions.ts'
import { listAdminsToInform } from '../../people/users/users.queries.ts'
import { failAsPlugin } from './calls.ts'
import { findInstalled, findPackage, lockPlugins, ofVersion } from './packages.actions.ts'
import { assertStoresNoFiles, hasFiles } from './files.actions.ts'
import { findConflict } from './plugins.rules.ts'

/** Who changes something. Null for the command line. */
export type Installer = { id: string } | null

type Change = {
  actor: Installer
  action: StaffAction
  before?: StaffLogValues
  after?: StaffLogValues
}

/** In the staff log, then in all processes. */
async function finishChange(tx: Tx, slug: string, { actor, ...change }: Change) {
  await recordSiteAction(tx, { actorId: actor?.id ?? siteActorId, ...change })
  await announceChange(tx, slug)
}

export async function announceChange(tx: Tx, slug: string) {
  await announceRendering(tx, slug)
  await tx.emit('plugin.changed', { slug })
  await tx.publish(pluginsTopic, slug)
  tx.afterCommit(() => tx.ctx.plugins.reload())
}

/** Stored texts contain what plugins showed, so those that the former or the new version may show are rendered again. */
async function announceRendering(tx: Tx, slug: string) {
  const former = tx.ctx.plugins.find(slug)
  const installed = await findInstalled(tx, slug)
  const stored = installed?.enabled
    ? await findPackage(tx, ofVersion(slug, installed.version))
    : null
  const manifests = [
    ...(former?.isEnabled ? [former.manifest] : []),
    ...(stored ? [stored.manifest] : []),
  ]
  const rendering = manifests.flatMap(({ server }) => server?.render ?? [])
  if (rendering.length === 0) return
  const pattern = [...new Set(rendering.map((one) => patternOf(widestSyntax(one))))].join('|')
  await tx.emit('plugin.rendering_changed', { slug, pattern })
}

export async function lockPlugin(tx: Tx, slug: string) {
  await lockPlugins(tx)
  return (await findInstalled(tx, slug)) ?? fail('plugin.not_found')
}

/** Loads it in a process, so that a plugin that cannot start is not enabled. Before locks are taken. */
async function tryOut(tx: Tx, slug: string, version: string) {
  await tx.runOutside(`try ${slug} ${version}`, () =>
    tx.ctx.plugins.tryOut(slug, version).catch(failAsPlugin),
  )
}

/** Disabled, unless it is an update. Settings and data of a plugin that was removed are used again. */
export async function installPackage(tx: Tx, packageId: string, actor: Installer) {
  const stored = await findPackage(tx, eq(pluginPackages.id, packageId))
  if (stored === null) return fail('plugin.not_found')
  const { slug, version } = stored
  if ((await findInstalled(tx, slug)) !== null) {
    await changeVersion(tx, { slug, version }, actor)
    return slug
  }
  await lockPlugins(tx)
  if ((await tx.$count(plugins, isNull(plugins.removedAt))) >= limits.plugins.max)
    fail('plugin.too_many')
  const values = {
    version,
    enabled: false,
    fault: null,
    removedAt: null,
    installedAt: tx.now,
    installedBy: actor?.id ?? null,
  }
  await tx
    .insert(plugins)
    .values({ slug, settings: {}, ...values })
    .onConflictDoUpdate({ target: plugins.slug, set: values })
  await finishChange(tx, slug, {
    actor,
    action: 'install_plugin',
    after: { plugin: slug, version },
  })
  return slug
}

/** It stays enabled or disabled. Nothing if it has this version. */
export async function changeVersion(
  tx: Tx,
  { slug, version }: { slug: string; version: string },
  actor: Installer,
) {
  const next = (await findPackage(tx, ofVersion(slug, version))) ?? fail('plugin.not_found')
  const before = (await findInstalled(tx, slug)) ?? fail('plugin.not_found')
  if (before.enabled && before.version !== version) await tryOut(tx, slug, version)
  const installed = await lockPlugin(tx, slug)
  if (installed.version === version) return
  if (installed.enabled) await assertNoConflict(tx, next.manifest)
  if (next.manifest.server?.fileStore !== true) await assertStoresNoFiles(tx, slug)
  await tx.update(plugins).set({ version, fault: null }).where(eq(plugins.slug, slug))
  await finishChange(tx, slug, {
    actor,
    action: 'change_plugin_version',
    before: { plugin: slug, version: installed.version },
    after: { plugin: slug, version },
  })
}

export async function setEnabled(
  tx: Tx,
  { slug, enabled }: { slug: string; enabled: boolean },
  actor: Installer,
) {
  const before = (await findInstalled(tx, slug)) ?? fail('plugin.not_found')
  if (enabled && !before.enabled) await tryOut(tx, slug, before.version)
  const installed = await lockPlugin(tx, slug)
  if (installed.enabled === enabled && installed.fault === null) return
  const { version } = installed
  if (enabled) {
    const stored = (await findPackage(tx, ofVersion(slug, version))) ?? fail('plugin.not_found')
    await assertNoConflict(tx, stored.manifest)
  } else await assertStoresNoFiles(tx, slug)
  const takesFiles = enabled || installed.takesFiles
  await tx.update(plugins).set({ enabled, takesFiles, fault: null }).where(eq(plugins.slug, slug))
  await finishChange(tx, slug, {
    actor,
    action: enabled ? 'enable_plugin' : 'disable_plugin',
    after: { plugin: slug, version },
  })
}

async function assertNoConflict(tx: Tx, manifest: Manifest) {
  const rows = await tx
    .select({ manifest: pluginPackages.manifest })
    .from(plugins)
    .innerJoin(
      pluginPackages,
      and(eq(pluginPackages.slug, plugins.slug), eq(pluginPackages.version, plugins.version)),
    )
    .where(eq(plugins.enabled, true))
  const conflict = findConflict(
    manifest,
    rows.map((row) => Manifest.parse(row.manifest)),
  )
  if (conflict !== null) fail('plugin.conflict', { values: { plugin: conflict } })
}

/** With `data`, also what it left when it was removed before. */
export async function removePlugin(
  tx: Tx,
  { slug, data }: { slug: string; data: boolean },
  actor: Installer,
) {
  await lockPlugins(tx)
  const [row] = await tx.select().from(plugins).where(eq(plugins.slug, slug))
  if (row === undefined || (row.removedAt !== null && !data)) return fail('plugin.not_found')
  await assertStoresNoFiles(tx, slug)
  if (data) {
    await tx.delete(plugins).where(eq(plugins.slug, slug))
    await tx.delete(pluginPackages).where(eq(pluginPackages.slug, slug))
  } else {
    await tx
      .update(plugins)
      .set({ enabled: false, fault: null, removedAt: tx.now })
      .where(eq(plugins.slug, slug))
    await tx
      .delete(pluginPackages)
      .where(and(eq(pluginPackages.slug, slug), ne(pluginPackages.version, row.version)))
  }
  await finishChange(tx, slug, {
    actor,
    action: 'remove_plugin',
    before: { plugin: slug, version: row.version },
    after: { data_deleted: data },
  })
}

const maxInformed = 20
const maxReason = 500

/** After too many failures. Not if it was updated or disabled meanwhile. */
export async function disableFaultedPlugin(tx: Tx, { slug, version, reason }: PluginFault) {
  await lockPlugins(tx)
  const installed = await findInstalled(tx, slug)
  if (installed?.enabled !== true || installed.version !== version) return
  // Without it, no file could be read.
  if (await hasFiles(tx, slug)) return
  const fault = reason.slice(0, maxReason)
  await tx.update(plugins).set({ enabled: false, fault }).where(eq(plugins.slug, slug))
  await finishChange(tx, slug, {
    actor: null,
    action: 'disable_plugin',
    before: { plugin: slug, version },
    after: { fault },
  })
  for (const adminId of await listAdminsToInform(tx, maxInformed))
    await tx.emit('plugin.faulted', { slug, adminId })
}
