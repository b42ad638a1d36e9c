import { globSync, readFileSync, statSync } from 'node:fs'
import { basename, join } from 'node:path'
import { brotliCompressSync } from 'node:zlib'

/** What is loaded, by file, in bytes as they travel. */
export type Weight = Record<string, number>

/** Beyond what was written down: room for small changes, and for times and ids that differ from run to run. */
const margin = { part: 0.03, bytes: 256 }

const allowedFor = (recorded: number) =>
  recorded + Math.max(margin.bytes, Math.round(recorded * margin.part))

export const totalOf = (weight: Weight) =>
  Object.values(weight).reduce((total, bytes) => total + bytes, 0)

/** Says what has grown too heavy and by which files; null when nothing has. */
export function tooHeavy(what: string, recorded: Weight, now: Weight): string | null {
  const [before, after] = [totalOf(recorded), totalOf(now)]
  if (after <= allowedFor(before)) return null
  const grown = Object.entries(now)
    .map(([file, bytes]) => ({ file, bytes, more: bytes - (recorded[file] ?? 0) }))
    .filter(({ more }) => more > 0)
    .toSorted((one, other) => other.more - one.more)
    .map(({ file, bytes, more }) =>
      more === bytes ? `  ${file} is new: ${bytes}` : `  ${file} has ${more} more: ${bytes}`,
    )
  return [
    `${what}: ${after} bytes, where ${before} were written down and ${allowedFor(before)} are allowed.`,
    ...grown,
    'Load later what is not needed at once, or do without it. If it is worth its weight, write it down and say why in the commit:',
    '  cp .test-results/weights.json apps/server/test/weights.json',
  ].join('\n')
}

/** Weighs the files that browsers load from a build. */
export function scalesFor(clientDir: string) {
  const assets = join(clientDir, 'assets')

  /** Modules and all that they cannot start without. */
  function closure(entries: readonly string[]): Set<string> {
    const found = new Set<string>()
    const waiting = [...entries]
    for (let file = waiting.pop(); file !== undefined; file = waiting.pop()) {
      if (found.has(file)) continue
      found.add(file)
      const text = readFileSync(join(assets, file), 'utf8')
      for (const [, name = ''] of text.matchAll(/(?:from|import)\s*"\.\/([\w.-]+\.js)"/g))
        waiting.push(name)
    }
    return found
  }
  return {
    closure,
    /** The files with this name, whatever their hash. */
    named(pattern: string) {
      const files = globSync(pattern, { cwd: assets })
      if (files.length === 0) throw new Error(`the build has no ${pattern}: mend the name here`)
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

/** What is too small to be compressed, and what is compressed already, is sent as it is. */
function sentBytes(file: string) {
  return statSync(`${file}.br`, { throwIfNoEntry: false })?.size ?? statSync(file).size
}

type Boot = { locale: string; scripts: string[]; routes: [id: string, url: string][] }

/** What a page names that its browser loads or runs. */
export function partsOf(html: string) {
  const [, boot = '{}'] = /<script id="stoa-boot"[^>]*>(.*?)<\/script>/s.exec(html) ?? []
  const { locale, scripts, routes } = JSON.parse(boot) as Boot
  const inline = [...html.matchAll(/<script>(.*?)<\/script>/gs)].map(([, text = '']) => text)
  const links = (rel: RegExp) =>
    [...html.matchAll(/<link [^>]*>/g)]
      .map(([link]) => link)
      .filter((link) => rel.test(link))
      .map((link) => basename(/href="([^"]+)"/.exec(link)?.[1] ?? ''))
  return {
    locale,
    inlineScript: brotliCompressSync(inline.join('\n')).length,
    modules: [...scripts, ...routes.map(([, url]) => url)].map((url) => basename(url)),
    styles: links(/rel="stylesheet"/),
    fonts: links(/as="font"/),
  }
}
