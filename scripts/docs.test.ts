import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { describe, expect, it } from 'vitest'

const root = join(import.meta.dirname, '..')
const pages = [
  'README.md',
  'CONTRIBUTING.md',
  'SECURITY.md',
  ...markdownIn('docs'),
  ...markdownIn('docs/decisions'),
]

describe('docs', () => {
  it('mention only existing files in docs/add-a-feature.md', () => {
    const text = readFileSync(join(root, 'docs/add-a-feature.md'), 'utf8')
    const files = [...text.matchAll(/`((?:apps|packages)\/[\w./-]+\.tsx?|boundaries\.ts)`/g)].map(
      (match) => match[1]!,
    )
    expect(files.length).toBeGreaterThan(12)
    expect(files.filter((file) => !existsSync(join(root, file)))).toEqual([])
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
    const { readConfig } = await import('../apps/server/src/kernel/config.ts')
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
