import { manifestFile } from '@stoa/plugin-kit/manifest'
import { readPackage, writePackage } from '@stoa/plugin-kit/package'
import type { PluginValues } from '@stoa/contract/plugin-fields'
import { plugins, pluginPackages } from '../src/schema/plugins.ts'
import { pluginsTopic, type PluginCaller } from '../src/kernel/plugins.ts'
import type { WriteDb } from '../src/kernel/database.ts'

type Source = {
  slug: string
  version?: string
  /** The server code; files beside it by path. */
  server: string
  files?: Record<string, string>
  manifest?: Record<string, unknown>
  provides?: Record<string, unknown>
}

export const visitor: PluginCaller = { locale: 'en_US', viewer: null, token: null, ip: '192.0.2.1' }

/** An archive, as `stoa plugin pack` writes it. */
export function aPackage({ slug, version = '1.0.0', server, files = {}, ...rest }: Source): Buffer {
  const manifest = {
    slug,
    name: `Plugin ${slug}`,
    description: 'For a test.',
    version,
    author: 'Ada',
    kit: '^1.0',
    kinds: ['route'],
    server: { file: 'server.js', ...rest.provides },
    ...rest.manifest,
  }
  const contents = Object.entries({
    ...files,
    'server.js': server,
    [manifestFile]: JSON.stringify(manifest),
  })
  return writePackage(new Map(contents.map(([name, text]) => [name, Buffer.from(text)])))
}

/** Repeats a call that failed because a busy machine did not run the process, which has the lowest priority. */
export async function patiently<T>(call: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await call()
    } catch (error) {
      const message = error instanceof Error ? error.message : ''
      if (attempt === 5 || !/took longer|restarts after|did not start/.test(message)) throw error
    }
  }
}

type Installable = { db: WriteDb; settings?: PluginValues; isEnabled?: boolean }

/** Stores and enables a plugin without the checks of the installation, and says so to all processes. */
export async function putPlugin(
  archive: Buffer,
  { db, settings = {}, isEnabled = true }: Installable,
) {
  const { manifest, sha256 } = await readPackage(archive)
  const { slug, version } = manifest
  const now = new Date()
  await db
    .insert(pluginPackages)
    .values({ slug, version, manifest, archive, sha256, size: archive.length, createdAt: now })
  const installed = { version, enabled: isEnabled, settings, installedAt: now, fault: null }
  await db
    .insert(plugins)
    .values({ slug, ...installed })
    .onConflictDoUpdate({ target: plugins.slug, set: installed })
  await db.execute(
    `select pg_notify('stoa', '${JSON.stringify({ topic: pluginsTopic, payload: slug })}')`,
  )
}
