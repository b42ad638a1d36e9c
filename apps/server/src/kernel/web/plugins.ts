import type { HostPlugin, HostPlugins, WebHost } from '@stoa/web/kernel/host.ts'
import type { FastifyBaseLogger, FastifyInstance } from 'fastify'
import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { registerHooks } from 'node:module'
import { join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { shimSource } from './plugin-shims.ts'

/** The plugins of this process and the files browsers load for them, by path. */
export type LoadedPlugins = { host: HostPlugins; files: ReadonlyMap<string, string> }

/**
 * Loads every `<id>/ui.js` of a folder. Plugins are finished ES modules: what they share with the host is
 * handed to them under the same names on the server and in browsers, so React exists once.
 */
export async function loadPlugins(
  dir: string | null,
  host: WebHost,
  log: FastifyBaseLogger,
): Promise<LoadedPlugins> {
  const files = new Map<string, string>()
  const ids = dir === null ? [] : pluginIds(dir)
  if (dir === null || ids.length === 0) return { host: { list: [], imports: {} }, files }

  shareWithPlugins(dir, host)
  const imports: Record<string, string> = {}
  for (const [name, module] of Object.entries(host.sharedModules)) {
    imports[name] = publish(
      files,
      `/_shared/${name.replaceAll(/\W+/g, '-')}`,
      shimSource(name, module),
    )
  }
  const list: HostPlugin[] = []
  for (const id of ids) {
    const file = join(dir, id, 'ui.js')
    try {
      const { default: module } = await importFile(resolve(file))
      list.push({
        id,
        module,
        url: publish(files, `/_plugins/${id}/ui`, readFileSync(file, 'utf8')),
      })
    } catch (error) {
      log.error({ err: error, plugin: id }, 'plugin could not be loaded')
    }
  }
  return { host: { list, imports }, files }
}

async function importFile(file: string) {
  return (await import(/* @vite-ignore */ pathToFileURL(file).href)) as { default: unknown }
}

function pluginIds(dir: string) {
  if (!existsSync(dir)) return []
  return readdirSync(dir)
    .filter((id) => /^[a-z0-9][a-z0-9-]*$/.test(id) && existsSync(join(dir, id, 'ui.js')))
    .sort()
}

/** Files are named by their content, so that browsers may keep them for good. */
function publish(files: Map<string, string>, name: string, source: string) {
  const hash = createHash('sha256').update(source).digest('hex').slice(0, 10)
  const path = `${name}.${hash}.js`
  files.set(path, source)
  return path
}

const sharedScheme = 'stoa-shared:'
const place = Symbol.for('stoa.shared')
let unregister: (() => void) | null = null

/** Makes imports of shared names inside the plugins folder lead to the host's own modules. */
function shareWithPlugins(dir: string, host: WebHost) {
  ;(globalThis as Record<symbol, unknown>)[place] = host.sharedModules
  const inside = `${pathToFileURL(resolve(dir)).href}/`
  unregister?.()
  const hooks = registerHooks({
    resolve(name, context, next) {
      const isShared =
        context.parentURL?.startsWith(inside) && Object.hasOwn(host.sharedModules, name)
      return isShared ? { url: sharedScheme + name, shortCircuit: true } : next(name, context)
    },
    load(url, context, next) {
      if (!url.startsWith(sharedScheme)) return next(url, context)
      const name = url.slice(sharedScheme.length)
      const source = shimSource(name, host.sharedModules[name] ?? {})
      return { format: 'module', source, shortCircuit: true }
    },
  })
  unregister = () => hooks.deregister()
}

/** Serves the plugins and the shims of what they share. */
export function mountPluginFiles(app: FastifyInstance, { files }: LoadedPlugins) {
  for (const [path, source] of files) {
    app.get(path, { config: { needsNoTurn: true } }, (_request, reply) =>
      reply
        .type('text/javascript; charset=utf-8')
        .header('cache-control', 'public, max-age=31536000, immutable')
        .send(source),
    )
  }
}
