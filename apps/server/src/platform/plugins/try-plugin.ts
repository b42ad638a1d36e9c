import type { ReadDb } from '../../kernel/database.ts'
import { PluginFailure } from '../../kernel/plugins.ts'
import { findStoredPackage } from './installed-plugins.ts'
import type { PackageFolders } from './package-folders.ts'
import { toProgram } from './plugin-program.ts'
import { startWatchedProcess } from './watched-process.ts'

/** Loads the server code in a process that is ended at once. Fails with the reason why it cannot be loaded. */
export async function tryStored(
  db: ReadDb,
  folders: PackageFolders,
  { slug, version }: { slug: string; version: string },
) {
  const stored = await findStoredPackage(db, slug, version)
  if (stored === null) throw new PluginFailure(slug, `Version ${version} is not stored.`)
  const { manifest } = stored
  const folder = await folders.open(stored)
  if (manifest.server === undefined) return
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  const child = startWatchedProcess(toProgram(manifest, folder), {
    onReady: resolve,
    onResult: () => {},
    onRequest: () => {},
    onLog: () => {},
    onEnd: (reason) => reject(new PluginFailure(slug, reason)),
  })
  try {
    await promise
  } finally {
    await child.stop()
  }
}
