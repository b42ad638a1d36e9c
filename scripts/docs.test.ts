import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { areas } from '../boundaries.ts'
import { listSources } from './check/sources.ts'

const root = join(import.meta.dirname, '..')
const pages = [
  'README.md',
  'CONTRIBUTING.md',
  'SECURITY.md',
  ...markdownIn('docs'),
  ...markdownIn('docs/decisions'),
]

/** What a path in the documentation may be relative to. */
const sourceFolders = [
  '',
  'apps/server/src',
  'apps/server/src/features',
  'apps/server',
  'apps/web/app',
]
const folderNames = new Set(
  sourceFolders.flatMap((folder) =>
    readdirSync(join(root, folder), { withFileTypes: true })
      .filter((entry) => entry.isDirectory())
      .map(({ name }) => name),
  ),
)
const fileNames = new Set(listSources(root).map((file) => basename(file)))

describe('docs', () => {
  it.each(pages)('%s mentions only existing files', (page) => {
    const text = readFileSync(join(root, page), 'utf8')
    const mentioned = [...text.matchAll(/`([\w.-]+(?:\/[\w.-]+)*\/?)`/g)].map((match) => match[1]!)
    const isPath = (name: string) =>
      /\.(tsx?|css)$/.test(name) || folderNames.has(name.split('/')[0]!)
    const missing = mentioned
      .filter((name) => name !== 'config.yaml' && isPath(name))
      .filter((name) => !sourceFolders.some((folder) => existsSync(join(root, folder, name))))
      .filter((name) => name.includes('/') || !fileNames.has(name))
    expect(missing).toEqual([])
  })

  it('compare the map in docs/architecture.md with the folders', () => {
    const text = readFileSync(join(root, 'docs/architecture.md'), 'utf8')
    const start = text.indexOf('```\n', text.indexOf('## Repository')) + 4
    const mapped = readMap(text.slice(start, text.indexOf('\n```', start)))
    expect(mapped.length).toBeGreaterThan(60)
    expect(mapped.filter((path) => !existsSync(join(root, path)))).toEqual([])
    const parents = [...new Set(mapped.map((path) => dirname(path)).filter((path) => path !== '.'))]
    const unmapped = parents
      .flatMap((folder) => readdirSync(join(root, folder)).map((name) => `${folder}/${name}`))
      .filter((path) => !mapped.includes(path) && !isUnmapped(path))
    expect(unmapped).toEqual([])
  })

  it('list the areas and features of docs/architecture.md as they are', () => {
    const text = readFileSync(join(root, 'docs/architecture.md'), 'utf8')
    const rows = [...text.matchAll(/^\| `(\w+)` \| (.+) \| (.+) \|$/gm)]
    expect(rows.map(([, area]) => area)).toEqual(Object.keys(areas))
    for (const [, area = '', server = '', web = ''] of rows) {
      expect(server.split(', ')).toEqual(listFolders(`apps/server/src/features/${area}`))
      expect(web.split(', ')).toEqual(listFolders(`apps/web/app/features/${area}`))
    }
  })

  it('describe exactly the existing features in docs/features.md', () => {
    const text = readFileSync(join(root, 'docs/features.md'), 'utf8')
    const described = text
      .split('\n## ')
      .slice(1)
      .map((section) => [
        section.split('\n')[0],
        [...section.matchAll(/^\| `([\w-]+)` \|/gm)].map((match) => match[1]!).toSorted(),
      ])
    expect(described).toEqual(
      Object.entries(areas).map(([area, features]) => [area, Object.keys(features).toSorted()]),
    )
  })

  it.each(pages)('%s has no broken links', (page) => {
    const text = readFileSync(join(root, page), 'utf8')
    const targets = [...text.matchAll(/\]\((?!https?:|#)([^)#\s]+)/g)].map((match) => match[1]!)
    expect(targets.filter((target) => !existsSync(join(root, dirname(page), target)))).toEqual([])
  })

  it('show only existing commands', () => {
    const manifest = readFileSync(join(root, 'package.json'), 'utf8')
    const { scripts } = JSON.parse(manifest) as { scripts: Record<string, string> }
    const existing = new Set([...Object.keys(scripts), 'install', '--filter', 'exec'])
    const commands = pages.flatMap((page) => {
      const text = readFileSync(join(root, page), 'utf8')
      return [...text.matchAll(/\bpnpm ([a-z][a-z0-9-]*)/g)].map((match) => match[1]!)
    })
    expect(commands.length).toBeGreaterThan(10)
    expect(commands.filter((command) => !existing.has(command))).toEqual([])
  })

  it('mention only existing tests in docs/lessons.md', () => {
    const rows = readFileSync(join(root, 'docs/lessons.md'), 'utf8').matchAll(
      /^\| .+ \| (.+) \|$/gm,
    )
    const tests = [...rows].flatMap(([, cell = '']) =>
      [...cell.matchAll(/`([\w./-]+\.ts)` (.+?)(?=; `|$)/g)].map(([, file = '', name = '']) => ({
        file: fileOf(file),
        name,
      })),
    )
    expect(tests.length).toBeGreaterThan(60)
    expect(tests.filter(({ file, name }) => !hasTest(join(root, file), name))).toEqual([])
  })

  it('mention a test for each of the 52 known CVEs, and the test mentions the CVE', () => {
    const text = readFileSync(join(root, 'docs/lessons.md'), 'utf8')
    const start = text.indexOf('## Known weaknesses (CVE)')
    const section = text.slice(start, text.indexOf('\n## ', start + 1))
    const rows = [...section.matchAll(/^\| (CVE-.+?): .+ \| (.+) \|$/gm)].map(
      ([, ids = '', cell = '']) => ({ ids: ids.split(', '), cell }),
    )
    const ids = rows.flatMap((row) => row.ids)
    expect(ids.filter((id) => !/^CVE-20\d\d-\d{4,5}$/.test(id))).toEqual([])
    expect([ids.length, new Set(ids).size]).toEqual([52, 52])
    const untested = rows.flatMap((row) => {
      const file = fileOf(/`([\w./-]+\.ts)`/.exec(row.cell)?.[1] ?? '')
      return row.ids.filter((id) => !hasTest(join(root, file), id))
    })
    expect(untested).toEqual([])
  })

  it('list exactly the existing configuration variables', async () => {
    const { readConfig } = await import('../apps/server/src/platform/process/read-config.ts')
    const { config_file: _, ...config } = readConfig({})
    const required = Object.keys(config).map((key) => `STOA_${key.toUpperCase()}`)
    const optional = [
      'STOA_DATABASE_URL',
      'STOA_INSTALL_KEY',
      'STOA_REDIS_URL',
      'STOA_REQUESTS_AT_ONCE',
      'STOA_SMTP_URL',
    ]
    const text = readFileSync(join(root, 'docs/operating.md'), 'utf8')
    const table = text.slice(text.indexOf('| Variable |'), text.indexOf('## Health'))
    const documented = [...table.matchAll(/^\| (`STOA_[^|]+)\|/gm)].flatMap((row) =>
      [...row[1]!.matchAll(/`(\w+)`/g)].map((match) => match[1]!),
    )
    expect(documented.toSorted()).toEqual([...new Set([...required, ...optional])].toSorted())
  })
})

/** Paths of a map: one entry per line, indented by two spaces per level. */
function readMap(map: string): string[] {
  const folders: string[] = []
  return map.split('\n').map((line) => {
    const [name = ''] = line.trim().split(' ')
    const depth = (line.length - line.trimStart().length) / 2
    folders.splice(depth, folders.length, name)
    return join(...folders).replace(/\/$/, '')
  })
}

/** Where docs/architecture.md maps part of a folder only, or nothing. */
function isUnmapped(path: string) {
  return /^(apps\/[^/]+\/(node_modules|build|dist|\.\w.*|[\w.-]+\.(ts|json)))$|\.test\.ts$/.test(
    path,
  )
}

function listFolders(folder: string) {
  return readdirSync(join(root, folder)).toSorted()
}

function fileOf(path: string) {
  return /^(apps|packages|e2e)\//.test(path) ? path : `apps/server/src/features/${path}`
}

function hasTest(file: string, name: string) {
  return existsSync(file) && readFileSync(file, 'utf8').includes(name)
}

function markdownIn(folder: string) {
  return readdirSync(join(root, folder))
    .filter((file) => file.endsWith('.md'))
    .map((file) => `${folder}/${file}`)
}
