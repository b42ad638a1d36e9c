import { hasValue, type PluginField, type PluginValues } from '@stoa/contract/plugin-fields'
import { Manifest } from '@stoa/plugin-kit/manifest'
import { and, asc, eq } from 'drizzle-orm'
import type { Context } from '../../../kernel/context.ts'
import type { WriteDb } from '../../../kernel/database.ts'
import { pluginSecretPurpose } from '../../../kernel/plugins.ts'
import { encryptedPrefix, type SecretBox } from '../../../kernel/services.ts'
import { transact } from '../../../kernel/transact.ts'
import { pluginPackages, plugins, pluginUserSettings } from '../../../schema/plugins.ts'

/** Encrypts secrets stored in plain text or with a previous key. Idempotent, and safe to run concurrently. */
export async function encryptPluginSecrets(ctx: Context) {
  await transact(ctx, async (tx) => {
    const rows = await selectPlugins(tx).for('update', { of: plugins })
    for (const { slug, settings, manifest } of rows) {
      const parsed = Manifest.safeParse(manifest)
      if (!parsed.success) continue
      const seal = createSealer(ctx.secrets, slug)
      const next = seal(parsed.data.settings, settings)
      if (next !== null)
        await tx.update(plugins).set({ settings: next }).where(eq(plugins.slug, slug))
      if (parsed.data.userSettings.some(({ secret }) => secret))
        await sealUserSettings(tx, slug, (userId, values) =>
          seal(parsed.data.userSettings, values, userId),
        )
    }
  })
}

function selectPlugins(tx: WriteDb) {
  return tx
    .select({ slug: plugins.slug, settings: plugins.settings, manifest: pluginPackages.manifest })
    .from(plugins)
    .innerJoin(
      pluginPackages,
      and(eq(pluginPackages.slug, plugins.slug), eq(pluginPackages.version, plugins.version)),
    )
    .orderBy(asc(plugins.slug))
}

async function sealUserSettings(
  tx: WriteDb,
  slug: string,
  seal: (userId: string, values: PluginValues) => PluginValues | null,
) {
  const { userId, settings } = pluginUserSettings
  const rows = await tx
    .select({ userId, settings })
    .from(pluginUserSettings)
    .where(eq(pluginUserSettings.slug, slug))
    .orderBy(asc(userId))
    .for('update')
  for (const row of rows) {
    const next = seal(row.userId, row.settings)
    if (next === null) continue
    await tx
      .update(pluginUserSettings)
      .set({ settings: next })
      .where(and(eq(pluginUserSettings.slug, slug), eq(userId, row.userId)))
  }
}

/** Null if everything is encrypted with the current key. */
function createSealer(secrets: SecretBox, slug: string) {
  return (fields: readonly PluginField[], values: PluginValues, userId?: string) => {
    const old = fields.filter(hasValue).flatMap(({ name, secret }) => {
      const value = values[name]
      const isOld =
        secret && typeof value === 'string' && value !== '' && !value.startsWith(secrets.prefix)
      return isOld ? [[name, value] as const] : []
    })
    if (old.length === 0) return null
    const sealed = old.map(([name, value]) => {
      const purpose = pluginSecretPurpose(slug, name, userId)
      return [name, secrets.encrypt(secrets.decrypt(value, purpose), purpose)] as const
    })
    return { ...values, ...Object.fromEntries(sealed) }
  }
}

/** For a lost key. Returns how many plugins have to be configured again. */
export async function deleteEncryptedPluginSecrets(tx: WriteDb) {
  const rows = await tx.select({ slug: plugins.slug, settings: plugins.settings }).from(plugins)
  let count = 0
  for (const { slug, settings } of rows) {
    const kept = withoutEncrypted(settings)
    if (kept === null) continue
    count++
    await tx.update(plugins).set({ settings: kept }).where(eq(plugins.slug, slug))
  }
  const { slug: ofPlugin, userId, settings } = pluginUserSettings
  for (const row of await tx.select({ ofPlugin, userId, settings }).from(pluginUserSettings)) {
    const kept = withoutEncrypted(row.settings)
    if (kept === null) continue
    await tx
      .update(pluginUserSettings)
      .set({ settings: kept })
      .where(and(eq(ofPlugin, row.ofPlugin), eq(userId, row.userId)))
  }
  return count
}

function withoutEncrypted(values: PluginValues): PluginValues | null {
  const entries = Object.entries(values)
  const kept = entries.filter(
    ([, value]) => typeof value !== 'string' || !value.startsWith(encryptedPrefix),
  )
  return kept.length === entries.length ? null : Object.fromEntries(kept)
}
