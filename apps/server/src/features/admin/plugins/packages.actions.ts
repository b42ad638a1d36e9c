import type { PluginPackage } from '@stoa/contract/features/plugins'
import { limits } from '@stoa/contract/limits'
import { Manifest } from '@stoa/plugin-kit/manifest'
import {
  PackageError,
  type PluginPackage as CheckedPackage,
  readPackage,
} from '@stoa/plugin-kit/package'
import { and, asc, eq, inArray, isNull, lt, notExists, sql } from 'drizzle-orm'
import type { Tx } from '../../../kernel/context.ts'
import type { ReadDb } from '../../../kernel/database.ts'
import { fail } from '../../../kernel/errors.ts'
import { requireRow } from '../../../kernel/transact.ts'
import { pluginPackages, plugins } from '../../../schema/plugins.ts'
import { describe, listNewPermissions } from './plugins.rules.ts'

/** Of the advisory lock that every change of what is installed takes first. */
const pluginsLock = 5_471_109

export async function lockPlugins(tx: Tx) {
  await tx.execute(sql`select pg_advisory_xact_lock(${pluginsLock})`)
}

/** Fails with what is wrong. */
export async function checkPackage(archive: Buffer): Promise<CheckedPackage> {
  try {
    return await readPackage(archive)
  } catch (error) {
    if (!(error instanceof PackageError)) throw error
    if (error.problem === 'invalid') return fail('plugin.package_invalid', { values: error.values })
    return fail(`plugin.${problemCodes[error.problem]}`, { values: error.values })
  }
}

const problemCodes = { too_large: 'package_too_large', kit_mismatch: 'kit_mismatch' } as const

/** The same package again is stored once. A version in use cannot be replaced by other files. */
export async function storePackage(
  tx: Tx,
  archive: Buffer,
  { manifest, sha256 }: CheckedPackage,
): Promise<string> {
  await lockPlugins(tx)
  const { slug, version } = manifest
  const isVersion = and(eq(pluginPackages.slug, slug), eq(pluginPackages.version, version))
  const [stored] = await tx
    .select({ sha256: pluginPackages.sha256 })
    .from(pluginPackages)
    .where(isVersion)
  const installed = await findInstalled(tx, slug)
  if (stored !== undefined && stored.sha256 !== sha256 && installed?.version === version)
    fail('plugin.package_invalid', {
      values: {
        problem: `Version ${version} is installed with other files. Increase the version.`,
      },
    })
  const values = { manifest, archive, sha256, size: archive.length, createdAt: tx.now }
  const [row] = await tx
    .insert(pluginPackages)
    .values({ slug, version, ...values })
    .onConflictDoUpdate({ target: [pluginPackages.slug, pluginPackages.version], set: values })
    .returning({ id: pluginPackages.id })
  await deleteOldVersions(tx, slug, version)
  return requireRow(row).id
}

export async function findInstalled(db: ReadDb, slug: string) {
  const [row] = await db
    .select()
    .from(plugins)
    .where(and(eq(plugins.slug, slug), isNull(plugins.removedAt)))
  return row ?? null
}

/** Beyond the limit, the oldest that are neither in use nor new. */
async function deleteOldVersions(tx: Tx, slug: string, newest: string) {
  const { id, version, createdAt } = pluginPackages
  const rows = await tx
    .select({ id, isUsed: isUsed(tx) })
    .from(pluginPackages)
    .where(eq(pluginPackages.slug, slug))
    .orderBy(sql`${version} = ${newest}`, asc(createdAt), asc(id))
  const unused = rows.slice(0, -1).filter((row) => !row.isUsed)
  const old = unused.slice(0, Math.max(0, rows.length - limits.plugins.versions))
  if (old.length === 0) return
  await tx.delete(pluginPackages).where(
    inArray(
      id,
      old.map((row) => row.id),
    ),
  )
}

const isUsed = (db: Pick<ReadDb, 'select'>) => sql<boolean>`exists (${ofPackage(db)})`

function ofPackage(db: Pick<ReadDb, 'select'>) {
  return db
    .select({ slug: plugins.slug })
    .from(plugins)
    .where(and(eq(plugins.slug, pluginPackages.slug), eq(plugins.version, pluginPackages.version)))
}

/** Packages that were stored before, and of which no plugin was installed. */
export async function deleteUnusedPackages(tx: Tx, before: Date) {
  const ofSlug = tx
    .select({ slug: plugins.slug })
    .from(plugins)
    .where(eq(plugins.slug, pluginPackages.slug))
  await tx
    .delete(pluginPackages)
    .where(and(lt(pluginPackages.createdAt, before), notExists(ofSlug)))
}

/** All but the archive, which is large. */
export async function findPackage(db: ReadDb, condition: ReturnType<typeof eq>) {
  const { id, slug, version, manifest, size } = pluginPackages
  const [row] = await db
    .select({ id, slug, version, manifest, size })
    .from(pluginPackages)
    .where(condition)
  return row === undefined ? null : { ...row, manifest: Manifest.parse(row.manifest) }
}

export function ofVersion(slug: string, version: string) {
  return sql`${pluginPackages.slug} = ${slug} and ${pluginPackages.version} = ${version}`
}

export async function describePackage(db: ReadDb, id: string): Promise<PluginPackage> {
  const stored = (await findPackage(db, eq(pluginPackages.id, id))) ?? fail('plugin.not_found')
  const installed = await findInstalled(db, stored.slug)
  const current =
    installed === null ? null : await findPackage(db, ofVersion(stored.slug, installed.version))
  return {
    ...describe(stored.manifest, stored.size),
    package_id: id,
    installed_version: installed?.version ?? '',
    new_permissions: listNewPermissions(stored.manifest, current?.manifest ?? null),
  }
}
