import type { HostPlugin, HostPlugins, WebHost } from '@stoa/web/platform/host.ts'
import type { FastifyBaseLogger, FastifyInstance } from 'fastify'
import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { registerHooks } from 'node:module'
import { join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { shimSource } from './plugin-shims.ts'

/** `files` maps URL paths to the scripts that browsers load. */
export type LoadedPlugins = { host: HostPlugins; files: ReadonlyMap<string, string> }

/**
 * Loads every `<id>/ui.js` of a folder. Plugins are built ES modules: their imports of shared names resolve to the host's
 * modules on the server and in browsers, so that React exists once.
 */
export async function loadPlugins(
  dir: string | null,
  host: WebHost,
  log: FastifyBaseLogger,
): Promise<LoadedPlugins> {
  const files = new Map<string, string>()
  const ids = dir === null ? [] : pluginIds(dir)
  if (dir === null || ids.length === 0) return { host: { list: [], imports: {} }, files }

  registerSharedModules(dir, host)
  const imports: Record<string, string> = {}
  for (const [name, module] of Object.entries(host.sharedModules)) {
    imports[name] = addFile(
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
        url: addFile(files, `/_plugins/${id}/ui`, readFileSync(file, 'utf8')),
      })
    } catch (error) {
      log.error({ err: error, plugin: id }, 'plugin failed to load')
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

/** Paths contain a content hash, so that browsers may cache them forever. */
function addFile(files: Map<string, string>, name: string, source: string) {
  const hash = createHash('sha256').update(source).digest('hex').slice(0, 10)
  const path = `${name}.${hash}.js`
  files.set(path, source)
  return path
}

const sharedScheme = 'stoa-shared:'
const globalName = Symbol.for('stoa.shared')
let unregister: (() => void) | null = null

/** Resolves imports of shared names inside the plugins folder to the host's modules. */
function registerSharedModules(dir: string, host: WebHost) {
  ;(globalThis as Record<symbol, unknown>)[globalName] = host.sharedModules
  const pluginsUrl = `${pathToFileURL(resolve(dir)).href}/`
  unregister?.()
  const hooks = registerHooks({
    resolve(name, context, next) {
      const isShared =
        context.parentURL?.startsWith(pluginsUrl) && Object.hasOwn(host.sharedModules, name)
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

export function mountPluginFiles(app: FastifyInstance, { files }: LoadedPlugins) {
  for (const [path, source] of files) {
    app.get(path, { config: { bypassesLimiter: true } }, (_request, reply) =>
      reply
        .type('text/javascript; charset=utf-8')
        .header('cache-control', 'public, max-age=31536000, immutable')
        .send(source),
    )
  }
}
