import { existsSync } from 'node:fs'
import { dirname, join } from 'node:path'

declare const STOA_VERSION: string | undefined
declare const STOA_REVISION: string | undefined

/** Defined by the build. */
export const version = typeof STOA_VERSION === 'string' ? STOA_VERSION : 'dev'
export const revision = typeof STOA_REVISION === 'string' ? STOA_REVISION : ''

/** Next to the sources, or next to the bundle in a release. */
export function findBundledFolder(name: string, file: string) {
  for (let folder = import.meta.dirname; folder !== dirname(folder); folder = dirname(folder)) {
    const candidate = join(folder, name)
    if (existsSync(join(candidate, file))) return candidate
  }
  throw new Error(`folder ${name} not found`)
}
