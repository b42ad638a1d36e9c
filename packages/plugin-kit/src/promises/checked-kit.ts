import type { SourceManifest } from '../manifest.ts'
import type { Kit } from '../server.ts'
import type { z } from 'zod'

type Permissions = z.output<typeof SourceManifest>['permissions']
type Manifest = Pick<z.output<typeof SourceManifest>, 'messages'> & { permissions: Permissions }

/** Refuses what the site would reject, and remembers it, because the plugin may catch the error. */
export function checkKit(kit: Kit, { permissions, messages }: Manifest) {
  const problems: string[] = []
  const reject = (problem: string): never => {
    problems.push(problem)
    throw new Error(problem)
  }
  const require = (isDeclared: boolean, name: string) => {
    if (!isDeclared) reject(`The manifest does not ask for the permission ${name}.`)
  }
  const stored = <Args extends unknown[], Result>(work: (...args: Args) => Promise<Result>) =>
    async function checked(...args: Args) {
      require(permissions.storage, 'storage')
      return await work(...args)
    }
  const { storage, api } = kit
  const known = messages['en_US'] ?? messages['en'] ?? {}
  const checked: Kit = {
    ...kit,
    t(key, values) {
      if (!Object.hasOwn(known, key)) problems.push(`The manifest has no message ${key}.`)
      return kit.t(key, values)
    },
    storage: {
      get: stored(storage.get),
      set: stored(storage.set),
      delete: stored(storage.delete),
      list: stored(storage.list),
    },
    async fetch(url, options) {
      const { hostname } = URL.parse(url) ?? { hostname: '' }
      if (!permissions.network.some((name) => allows(name, hostname, { url, kit })))
        reject(`The manifest does not ask for requests to ${hostname || url}.`)
      return await kit.fetch(url, options)
    },
    api: {
      async read(path, query) {
        require(permissions.content, 'content')
        return await api.read(path, query)
      },
      async asUser(method, path, input) {
        require(permissions.actAsUser, 'actAsUser')
        return await api.asUser(method, path, input)
      },
    },
  }
  return { kit: checked, problems }
}

const settingPrefix = 'setting:'

function allows(name: string, hostname: string, { url, kit }: { url: string; kit: Kit }): boolean {
  if (name.startsWith('*.')) return hostname.endsWith(name.slice(1))
  if (!name.startsWith(settingPrefix)) return hostname === name
  const value = kit.settings[name.slice(settingPrefix.length)]
  const hosts = String(value ?? '')
    .split('\n')
    .map((line) => URL.parse(line.trim())?.hostname)
  return URL.canParse(url) && hosts.includes(hostname)
}
