import { existsSync } from 'node:fs'
import { dirname, join } from 'node:path'

/** Next to the sources, or next to the bundle in a release. */
export function findBundledFolder(name: string, file: string) {
  for (let folder = import.meta.dirname; folder !== dirname(folder); folder = dirname(folder)) {
    const candidate = join(folder, name)
    if (existsSync(join(candidate, file))) return candidate
  }
  throw new Error(`folder ${name} not found`)
}
