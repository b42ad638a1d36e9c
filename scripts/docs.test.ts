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

describe('the documents', () => {
  it('name only files that exist in the worked example', () => {
    const text = readFileSync(join(root, 'docs/add-a-feature.md'), 'utf8')
    const named = [...text.matchAll(/`((?:apps|packages)\/[\w./-]+\.tsx?|boundaries\.ts)`/g)].map(
      (match) => match[1]!,
    )
    expect(named.length).toBeGreaterThan(12)
    expect(named.filter((file) => !existsSync(join(root, file)))).toEqual([])
  })

  it.each(pages)('%s links only to what exists', (page) => {
    const text = readFileSync(join(root, page), 'utf8')
    const targets = [...text.matchAll(/\]\((?!https?:|#)([^)#\s]+)/g)].map((match) => match[1]!)
    expect(targets.filter((target) => !existsSync(join(root, dirname(page), target)))).toEqual([])
  })

  it('show only commands that the project has', () => {
    const manifest = readFileSync(join(root, 'package.json'), 'utf8')
    const { scripts } = JSON.parse(manifest) as { scripts: Record<string, string> }
    const known = new Set([...Object.keys(scripts), 'install', '--filter', 'exec'])
    const shown = pages.flatMap((page) => {
      const text = readFileSync(join(root, page), 'utf8')
      return [...text.matchAll(/\bpnpm ([a-z][a-z0-9-]*)/g)].map((match) => match[1]!)
    })
    expect(shown.length).toBeGreaterThan(10)
    expect(shown.filter((command) => !known.has(command))).toEqual([])
  })

  it('name only tests that exist among the lessons', () => {
    const rows = readFileSync(join(root, 'docs/lessons.md'), 'utf8').matchAll(
      /^\| .+ \| (.+) \|$/gm,
    )
    const named = [...rows].flatMap(([, shown = '']) =>
      [...shown.matchAll(/`([\w./-]+\.ts)` (.+?)(?=; `|$)/g)].map(([, file = '', name = '']) => ({
        file: fileOf(file),
        name,
      })),
    )
    expect(named.length).toBeGreaterThan(60)
    expect(named.filter(({ file, name }) => !hasTest(join(root, file), name))).toEqual([])
  })

  it('name a test for each of the 52 known CVEs, and the test names the CVE', () => {
    const text = readFileSync(join(root, 'docs/lessons.md'), 'utf8')
    const start = text.indexOf('## Known weaknesses (CVE)')
    const section = text.slice(start, text.indexOf('\n## ', start + 1))
    const rows = [...section.matchAll(/^\| (CVE-.+?): .+ \| (.+) \|$/gm)].map(
      ([, ids = '', shown = '']) => ({ ids: ids.split(', '), shown }),
    )
    const ids = rows.flatMap((row) => row.ids)
    expect(ids.filter((id) => !/^CVE-20\d\d-\d{4,5}$/.test(id))).toEqual([])
    expect([ids.length, new Set(ids).size]).toEqual([52, 52])
    const unnamed = rows.flatMap(({ ids: own, shown }) => {
      const file = fileOf(/`([\w./-]+\.ts)`/.exec(shown)?.[1] ?? '')
      return own.filter((id) => !hasTest(join(root, file), id))
    })
    expect(unnamed).toEqual([])
  })

  it('list every configuration variable, and no other', async () => {
    const { readConfig } = await import('../apps/server/src/kernel/config.ts')
    const { config_file: _, ...config } = readConfig({})
    const known = Object.keys(config).map((key) => `STOA_${key.toUpperCase()}`)
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
    expect(documented.toSorted()).toEqual([...new Set([...known, ...optional])].toSorted())
  })
})

function fileOf(named: string) {
  return /^(apps|packages|e2e)\//.test(named) ? named : `apps/server/src/features/${named}`
}

function hasTest(file: string, name: string) {
  return existsSync(file) && readFileSync(file, 'utf8').includes(name)
}

function markdownIn(folder: string) {
  return readdirSync(join(root, folder))
    .filter((file) => file.endsWith('.md'))
    .map((file) => `${folder}/${file}`)
}
