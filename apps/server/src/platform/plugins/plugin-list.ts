import { createHash } from 'node:crypto'
import type { Logger } from 'pino'
import type { ReadDb } from '../../kernel/database.ts'
import type { SecretBox } from '../../kernel/services.ts'
import {
  type PluginRow,
  readInstalledPlugins,
  type StoredPlugin,
  toStoredPlugin,
} from './installed-plugins.ts'
import type { PackageFolders } from './package-folders.ts'

type Services = { primary: ReadDb; secrets: SecretBox; log: Logger; folders: PackageFolders }

export type PluginList = ReturnType<typeof createPluginList>

/** What is installed, in memory, with the files of enabled plugins unpacked. */
export function createPluginList(services: Services, onRead: (hasChanged: boolean) => void) {
  const { primary, log, folders } = services
  let installed: readonly StoredPlugin[] = []
  let fingerprint = ''
  let reading = Promise.resolve()

  async function read() {
    const rows = await readInstalledPlugins(primary)
    const stored = await Promise.all(rows.map(unpack))
    installed = stored.filter((plugin) => plugin !== null)
    const next = rows.length === 0 ? '' : hashOf(rows)
    const hasChanged = next !== fingerprint
    fingerprint = next
    onRead(hasChanged)
  }

  async function unpack(row: PluginRow) {
    let plugin: StoredPlugin | null = null
    try {
      plugin = toStoredPlugin(services, row)
      if (plugin === null || !row.isEnabled) return plugin
      return { ...plugin, isEnabled: true, folder: await folders.open(plugin) }
    } catch (error) {
      log.error({ err: error, plugin: row.slug }, 'plugin could not be unpacked')
      return plugin
    }
  }

  return {
    all: () => installed,
    find: (slug: string) => installed.find((plugin) => plugin.slug === slug) ?? null,
    fingerprint: () => fingerprint,
    /** One after the other, so that the last one that started wins. */
    async reload() {
      const done = reading.then(read)
      reading = done.catch(() => {})
      await done
    },
    settled: async () => await reading,
  }
}

/** Secrets are encrypted in the rows. */
function hashOf(rows: readonly PluginRow[]) {
  const values = rows.map(({ slug, version, sha256, isEnabled, settings }) => {
    const sorted = Object.entries(settings).toSorted(([a], [b]) => (a < b ? -1 : 1))
    return [slug, version, sha256, isEnabled, sorted]
  })
  return createHash('sha256').update(JSON.stringify(values)).digest('base64url')
}
