import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { rootDir } from '../services/ports.ts'
import { readPage } from './pages.ts'

describe('docs/lessons.md', () => {
  it('mentions only existing tests', () => {
    const rows = readPage('docs/lessons.md').matchAll(/^\| .+ \| (.+) \|$/gm)
    const tests = [...rows].flatMap(([, cell = '']) =>
      [...cell.matchAll(/`([\w./-]+\.ts)` (.+?)(?=; `|$)/g)].map(([, file = '', name = '']) => ({
        file: fileOf(file),
        name,
      })),
    )
    expect(tests.length).toBeGreaterThan(60)
    expect(tests.filter(({ file, name }) => !hasTest(join(rootDir, file), name))).toEqual([])
  })

  it('mentions a test for each of the 52 known CVEs, and the test mentions the CVE', () => {
    const text = readPage('docs/lessons.md')
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
      return row.ids.filter((id) => !hasTest(join(rootDir, file), id))
    })
    expect(untested).toEqual([])
  })
})

function fileOf(path: string) {
  return /^(apps|packages|e2e)\//.test(path) ? path : `apps/server/src/features/${path}`
}

function hasTest(file: string, name: string) {
  return existsSync(file) && readFileSync(file, 'utf8').includes(name)
}
