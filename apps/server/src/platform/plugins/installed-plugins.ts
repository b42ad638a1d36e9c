import type { PluginField, PluginValues } from '@stoa/contract/plugin-fields'
import { Manifest, supportsKit } from '@stoa/plugin-kit/manifest'
import { and, eq, isNull } from 'drizzle-orm'
import type { Logger } from 'pino'
import type { ReadDb } from '../../kernel/database.ts'
import {
  type InstalledPlugin,
  pluginSecretPurpose,
  readPluginValues,
} from '../../kernel/plugins.ts'
import type { SecretBox } from '../../kernel/services.ts'
import { pluginPackages, plugins } from '../../schema/plugins.ts'
import { toConnectorLabel, toUserCenter } from './sign-in-parts.ts'

/** With what features must not see: secrets are decrypted. */
export type StoredPlugin = InstalledPlugin & { sha256: string; settings: PluginValues }

/** One statement. */
export async function readInstalledPlugins(db: ReadDb) {
  const { slug, version } = plugins
  const { slug: ofPlugin, version: ofVersion, manifest, sha256 } = pluginPackages
  return await db
    .select({
      slug,
      version,
      isEnabled: plugins.enabled,
      takesFiles: plugins.takesFiles,
      settings: plugins.settings,
      manifest,
      sha256,
    })
    .from(plugins)
    .innerJoin(pluginPackages, and(eq(ofPlugin, slug), eq(ofVersion, version)))
    .where(isNull(plugins.removedAt))
    .orderBy(slug)
}

export type PluginRow = Awaited<ReturnType<typeof readInstalledPlugins>>[number]

/** Not enabled until its files are unpacked. Null for what this version of the site cannot run. */
export function toStoredPlugin(
  { secrets, log }: { secrets: SecretBox; log: Logger },
  row: PluginRow,
): StoredPlugin | null {
  const { slug, version, sha256, takesFiles } = row
  const parsed = Manifest.safeParse(row.manifest)
  if (!parsed.success) {
    log.error(
      { plugin: slug, version, problems: parsed.error.issues },
      'plugin manifest is invalid',
    )
    return null
  }
  const manifest = parsed.data
  if (!supportsKit(manifest.kit)) {
    log.error(
      { plugin: slug, version, kit: manifest.kit },
      'plugin is for another version of the kit',
    )
    return null
  }
  const stored = readPluginValues(manifest.settings, row.settings)
  const settings = decryptValues(secrets, manifest.settings, stored, (field) =>
    pluginSecretPurpose(slug, field),
  )
  return {
    slug,
    version,
    manifest,
    sha256,
    settings,
    takesFiles,
    isEnabled: false,
    folder: null,
    connectorLabel: toConnectorLabel(manifest, stored),
    userCenter: toUserCenter(manifest, stored),
  }
}

export async function findStoredPackage(db: ReadDb, slug: string, version: string) {
  const { slug: ofPlugin, version: ofVersion, manifest, sha256 } = pluginPackages
  const [row] = await db
    .select({ manifest, sha256 })
    .from(pluginPackages)
    .where(and(eq(ofPlugin, slug), eq(ofVersion, version)))
  const parsed = Manifest.safeParse(row?.manifest)
  if (row === undefined || !parsed.success) return null
  return { slug, version, sha256: row.sha256, manifest: parsed.data }
}

export function decryptValues(
  secrets: SecretBox,
  fields: readonly PluginField[],
  values: PluginValues,
  purposeOf: (field: string) => string,
): PluginValues {
  const secret = new Set(fields.filter((field) => field.secret).map(({ name }) => name))
  const entries = Object.entries(values).map(([name, value]) => {
    const isSecret = secret.has(name) && typeof value === 'string' && value !== ''
    return [name, isSecret ? secrets.decrypt(value, purposeOf(name)) : value] as const
  })
  return Object.fromEntries(entries)
}
