import { readFileSync } from 'node:fs'
import { registerHooks } from 'node:module'

const kitName = '@stoa/plugin-kit/server'
const kitUrl = 'stoa-kit:server'

export type ImportFile = (file: URL) => Promise<{ default: unknown }>

/** The plugin imports the kit, which is this program's own copy, and files of its folder. Nothing of Node. */
export function importFrom(folder: URL, kit: object): ImportFile {
  Object.defineProperty(globalThis, Symbol.for(kitName), { value: kit })
  const lines = Object.keys(kit).map((name) => `export const ${name} = kit.${name}`)
  const kitSource = [`const kit = globalThis[Symbol.for('${kitName}')]`, ...lines].join('\n')
  registerHooks({
    resolve(specifier, { parentURL }) {
      if (specifier === kitName) return { url: kitUrl, shortCircuit: true }
      const url = /^(\.\.?\/|file:)/.test(specifier) ? URL.parse(specifier, parentURL) : null
      if (url === null || !url.href.startsWith(folder.href))
        throw new Error(
          `A plugin cannot import ${specifier}: only ${kitName} and files of its own.`,
        )
      return { url: url.href, shortCircuit: true }
    },
    load(url) {
      const source = url === kitUrl ? kitSource : readFileSync(new URL(url), 'utf8')
      return { format: 'module', source, shortCircuit: true }
    },
  })
  return async (file) => (await import(file.href)) as { default: unknown }
}
