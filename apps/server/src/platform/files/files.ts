import { defaultLocale } from '@stoa/locales/languages'
import { eq } from 'drizzle-orm'
import { FileStoreError } from '../../kernel/errors.ts'
import type { PluginCaller } from '../../kernel/plugins.ts'
import { withScope } from '../../kernel/request-scope.ts'
import type { Files, FileStore, StoreName } from '../../kernel/services.ts'
import { uploads } from '../../schema/uploads.ts'
import type { Database } from '../database/database.ts'
import { maxSignedAtOnce } from '../plugins/hook-rules.ts'
import type { PluginRegistry } from '../plugins/plugins.ts'
import { openDisk } from './disk.ts'
import { createPluginStore } from './plugin-store.ts'
import { createSigner } from './signer.ts'
import { openStoreRequests, type StoreRequests } from './store-requests.ts'

const siteCaller: PluginCaller = { locale: defaultLocale, viewer: null, token: null, ip: '' }

/** Files on disk, and in the store of a plugin. The row of an upload says where its file is. */
export function openFiles(
  folder: string,
  { db }: Pick<Database, 'db'>,
  plugins: PluginRegistry,
): Files {
  const disk = openDisk(folder)
  const requests = openStoreRequests()
  const stores = new Map<string, FileStore>()
  // Signatures of former settings are wrong.
  plugins.onChange(() => stores.clear())

  function inStore(name: StoreName): FileStore {
    if (name === null) return disk
    const plugin = plugins.find(name)
    if (plugin?.isEnabled !== true || plugin.manifest.server?.fileStore !== true)
      throw new FileStoreError(`The plugin ${name} is not enabled.`)
    const store = stores.get(name) ?? openStore(name, plugins, requests)
    stores.set(name, store)
    return store
  }

  /** On disk first, which costs nothing. */
  async function locate<T>(key: string, look: (store: FileStore) => Promise<T | null>) {
    const onDisk = await look(disk)
    if (onDisk !== null) return onDisk
    const [row] = await db
      .select({ store: uploads.store })
      .from(uploads)
      .where(eq(uploads.key, key))
    if (row === undefined) return null
    const found = row.store === null ? null : await look(inStore(row.store))
    // It may have been moved to the disk meanwhile.
    return found ?? (await look(disk))
  }

  return {
    current() {
      const taking = plugins.list().find(({ isEnabled, takesFiles, manifest }) => {
        return isEnabled && takesFiles && manifest.server?.fileStore === true
      })
      return taking?.slug ?? null
    },
    in: inStore,
    find: async (key) => await locate(key, (store) => store.find(key)),
    read: async (key) => await locate(key, (store) => store.read(key)),
    close: () => requests.close(),
  }
}

function openStore(slug: string, plugins: PluginRegistry, requests: StoreRequests): FileStore {
  const sign = createSigner(async (batch) => {
    const input = { requests: batch }
    // Not in the scope of one of the requests that wait for it.
    const signed = await withScope(`files of ${slug}`, () =>
      plugins.call(slug, 'signFiles', input, siteCaller),
    ).catch((error: unknown) => {
      throw new FileStoreError(error instanceof Error ? error.message : String(error), error)
    })
    for (const { url } of signed)
      if (!plugins.isChosenHost(slug, url))
        throw new FileStoreError('The URL is not of the server in the settings of the plugin.')
    return signed
  }, maxSignedAtOnce)
  return createPluginStore(sign, requests)
}
