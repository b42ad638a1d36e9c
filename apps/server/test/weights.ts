import { globSync, readFileSync, statSync } from 'node:fs'
import { basename, join } from 'node:path'
import { brotliCompressSync } from 'node:zlib'

/** Compressed bytes by file. */
export type Weight = Record<string, number>

/** Allows small changes, and times and ids that differ between runs. */
const margin = { part: 0.03, bytes: 256 }

const allowedFor = (recorded: number) =>
  recorded + Math.max(margin.bytes, Math.round(recorded * margin.part))

export const totalOf = (weight: Weight) =>
  Object.values(weight).reduce((total, bytes) => total + bytes, 0)

/** Returns null when the budget is met. */
export function describeExcess(budget: string, recorded: Weight, now: Weight): string | null {
  const [previous, current] = [totalOf(recorded), totalOf(now)]
  if (current <= allowedFor(previous)) return null
  const grown = Object.entries(now)
    .map(([file, bytes]) => ({ file, bytes, growth: bytes - (recorded[file] ?? 0) }))
    .filter(({ growth }) => growth > 0)
    .toSorted((one, other) => other.growth - one.growth)
    .map(({ file, bytes, growth }) =>
      growth === bytes ? `  ${file} is new: ${bytes}` : `  ${file} grew by ${growth}: ${bytes}`,
    )
  return [
    `${budget}: ${current} bytes, recorded ${previous}, allowed ${allowedFor(previous)}.`,
    ...grown,
    'Load it lazily or remove it. If the growth is justified, update the record and explain why in the commit:',
    '  cp .test-results/weights.json apps/server/test/weights.json',
  ].join('\n')
}

export function createScales(clientDir: string) {
  const assets = join(clientDir, 'assets')

  /** Modules and their static imports. */
  function closure(entries: readonly string[]): Set<string> {
    const visited = new Set<string>()
    const queue = [...entries]
    for (let file = queue.pop(); file !== undefined; file = queue.pop()) {
      if (visited.has(file)) continue
      visited.add(file)
      const text = readFileSync(join(assets, file), 'utf8')
      for (const [, name = ''] of text.matchAll(/(?:from|import)\s*"\.\/([\w.-]+\.js)"/g))
        queue.push(name)
    }
    return visited
  }
  return {
    closure,
    /** Files by name, ignoring the hash. */
    named(pattern: string) {
      const files = globSync(pattern, { cwd: assets })
      if (files.length === 0) throw new Error(`the build has no ${pattern}: update the pattern`)
      return files
    },
    weigh(files: Iterable<string>): Weight {
      const weight: Weight = {}
      for (const file of [...files].toSorted()) {
        const name = file.replace(/-[\w-]{8}(?=\.\w+$)/, '')
        weight[name] = (weight[name] ?? 0) + sentBytes(join(assets, file))
      }
      return weight
    },
  }
}

/** Small and already compressed files have no .br file. */
function sentBytes(file: string) {
  return statSync(`${file}.br`, { throwIfNoEntry: false })?.size ?? statSync(file).size
}

type Boot = { locale: string; scripts: string[]; routes: [id: string, url: string][] }

/** The scripts, styles and fonts of a page. */
export function partsOf(html: string) {
  const [, boot = '{}'] = /<script id="stoa-boot"[^>]*>(.*?)<\/script>/s.exec(html) ?? []
  const { locale, scripts, routes } = JSON.parse(boot) as Boot
  const inline = [...html.matchAll(/<script>(.*?)<\/script>/gs)].map(([, text = '']) => text)
  const links = (rel: RegExp) =>
    [...html.matchAll(/<link [^>]*>/g)]
      .map(([link]) => link)
      .filter((link) => rel.test(link))
      // React Router ends the links to the styles of the entry with a `#`.
      .map((link) => basename(/href="([^"#]+)/.exec(link)?.[1] ?? ''))
  return {
    locale,
    inlineScript: brotliCompressSync(inline.join('\n')).length,
    modules: [...scripts, ...routes.map(([, url]) => url)].map((url) => basename(url)),
    styles: links(/rel="stylesheet"/),
    fonts: links(/as="font"/),
  }
}
