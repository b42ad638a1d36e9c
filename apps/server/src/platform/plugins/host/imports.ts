import { readFileSync } from 'node:fs'
import { registerHooks } from 'node:module'

const kitName = '@stoa/plugin-kit/server'
const kitUrl = 'stoa-kit:server'

export type ImportFile = (file: URL) => Promise<{ default: unknown }>

/** Modules of Node that only compute. Libraries for SAML and LDAP are built on them. */
const pureModules = [
  'assert',
  'buffer',
  'crypto',
  'events',
  'path',
  'querystring',
  'stream',
  'string_decoder',
  'timers',
  'url',
  'util',
  'zlib',
]
/** With the permission `sockets`. */
const socketModules = ['net', 'tls']

type Options = {
  kit: object
  /** Asked at every import, because the process knows it only from the start message. */
  hasSockets(): boolean
}

/** The plugin imports the kit, which is this program's own copy, files of its folder, and modules of Node that it may use. */
export function importFrom(folder: URL, { kit, hasSockets }: Options): ImportFile {
  Object.defineProperty(globalThis, Symbol.for(kitName), { value: kit })
  const lines = Object.keys(kit).map((name) => `export const ${name} = kit.${name}`)
  const kitSource = [`const kit = globalThis[Symbol.for('${kitName}')]`, ...lines].join('\n')
  const isAllowedModule = (name: string) =>
    pureModules.includes(name) || (hasSockets() && socketModules.includes(name))
  registerHooks({
    resolve(specifier, { parentURL }) {
      if (specifier === kitName) return { url: kitUrl, shortCircuit: true }
      const name = specifier.replace(/^node:/, '')
      if (isAllowedModule(name)) return { url: `node:${name}`, shortCircuit: true }
      const url = /^(\.\.?\/|file:)/.test(specifier) ? URL.parse(specifier, parentURL) : null
      if (url === null || !url.href.startsWith(folder.href))
        throw new Error(
          `A plugin cannot import ${specifier}: only ${kitName} and files of its own.`,
        )
      return { url: url.href, shortCircuit: true }
    },
    load(url, context, nextLoad) {
      if (url.startsWith('node:')) return nextLoad(url, context)
      const source = url === kitUrl ? kitSource : readFileSync(new URL(url), 'utf8')
      return { format: 'module', source, shortCircuit: true }
    },
  })
  return async (file) => (await import(file.href)) as { default: unknown }
}
