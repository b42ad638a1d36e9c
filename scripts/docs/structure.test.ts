import { existsSync, readdirSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { areas } from '../../boundaries.ts'
import { readConfig } from '../../apps/server/src/platform/process/read-config.ts'
import { rootDir } from '../services/ports.ts'
import { listBlocks, pages, readPage } from './pages.ts'

describe('docs', () => {
  it('compare the map in docs/architecture.md with the folders', () => {
    const text = readPage('docs/architecture.md')
    const [map = ''] = listBlocks(text, '')
    const mapped = readMap(map.trimEnd())
    expect(mapped.length).toBeGreaterThan(60)
    expect(mapped.filter((path) => !existsSync(join(rootDir, path)))).toEqual([])
    const parents = [...new Set(mapped.map((path) => dirname(path)).filter((path) => path !== '.'))]
    const unmapped = parents
      .flatMap((folder) => readdirSync(join(rootDir, folder)).map((name) => `${folder}/${name}`))
      .filter((path) => !mapped.includes(path) && !isUnmapped(path))
    expect(unmapped).toEqual([])
  })

  it('list existing folders in README.md', () => {
    const layout = listBlocks(readPage('README.md'), '').at(-1) ?? ''
    const folders = readMap(layout.trimEnd())
    expect(folders.length).toBeGreaterThan(6)
    expect(folders.filter((path) => !existsSync(join(rootDir, path)))).toEqual([])
  })

  it('list the areas of docs/architecture.md as they are', () => {
    const text = readPage('docs/architecture.md')
    const sentence = /^The areas, from the bottom up: ([^.]+)\./m.exec(text)?.[1] ?? ''
    expect(sentence).toBe(
      Object.keys(areas)
        .map((area) => `\`${area}\``)
        .join(', '),
    )
    for (const app of ['apps/server/src', 'apps/web/app'])
      expect(listFolders(`${app}/features`)).toEqual(Object.keys(areas).toSorted())
  })

  it('describe exactly the existing features in docs/features.md', () => {
    const text = readPage('docs/features.md')
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
    const text = readPage(page)
    const targets = [...text.matchAll(/\]\((?!https?:|#)([^)#\s]+)/g)].map((match) => match[1]!)
    expect(targets.filter((target) => !existsSync(join(rootDir, dirname(page), target)))).toEqual(
      [],
    )
  })

  it('list exactly the existing configuration variables', () => {
    const { config_file: _, setting_overrides: _overrides, ...config } = readConfig({})
    const required = Object.keys(config).map((key) => `STOA_${key.toUpperCase()}`)
    const optional = [
      'STOA_DATABASE_URL',
      'STOA_INSTALL_KEY',
      'STOA_REDIS_URL',
      'STOA_REQUESTS_AT_ONCE',
      'STOA_SMTP_URL',
      'STOA_UPDATE_URL',
    ]
    const text = readPage('docs/operating.md')
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
  return /^(apps\/[^/]+\/(node_modules|build|dist|\.\w.*|[\w.-]+\.(ts|json)))$|\.test\.tsx?$/.test(
    path,
  )
}

function listFolders(folder: string) {
  return readdirSync(join(rootDir, folder)).toSorted()
}
