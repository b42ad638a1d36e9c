import { describe, expect, it } from 'vitest'
import { readSource } from '../check/sources.ts'
import { rootDir } from '../services/ports.ts'
import { readPage } from './pages.ts'

const folder = 'apps/server/src/features/discovery/search'
type Constant = { name: string; value: number; file: string }

describe('constants of search', () => {
  const documented = readTable(readPage('docs/decisions/0020-search-in-the-database.md'))

  it('have the documented values, and all of a file are documented', () => {
    const files = [...new Set(documented.map(({ file }) => file))]
    const declared = files.flatMap((file) => listConstants(file, readSource(rootDir, file)))
    expect(documented.length).toBeGreaterThan(10)
    expect(sort(documented)).toEqual(sort(declared))
  })

  it('are read from declarations', () => {
    const text =
      'export const max = 1_000\nconst growth = { min: 3, max: 2.5 }\nconst levels = [27]'
    expect(listConstants('a.ts', text)).toEqual([
      { name: 'max', value: 1000, file: 'a.ts' },
      { name: 'growth.min', value: 3, file: 'a.ts' },
      { name: 'growth.max', value: 2.5, file: 'a.ts' },
    ])
  })
})

/** Rows such as "| `growth.min` | 3 | `search.candidates.ts` | …". */
function readTable(text: string): Constant[] {
  const rows = text.matchAll(/^\| `([\w.]+)` \| ([\d.,]+) \| `([\w./-]+)` \|/gm)
  return [...rows].map(([, name = '', value = '', file = '']) => ({
    name,
    value: Number(value.replaceAll(',', '')),
    file: file.includes('/') ? file : `${folder}/${file}`,
  }))
}

/** Top-level numbers, and objects of numbers on one line. */
function listConstants(file: string, text: string): Constant[] {
  const toConstant = (name: string, value: string) => ({
    name,
    value: Number(value.replaceAll('_', '')),
    file,
  })
  const declarations = text.matchAll(/^(?:export )?const (\w+) = (?:([\d_.]+)|\{ (.*) \})$/gm)
  return [...declarations].flatMap(([, name = '', value, fields = '']) => {
    if (value !== undefined) return [toConstant(name, value)]
    const numbers = [...fields.matchAll(/(\w+): ([\d_.]+)/g)]
    return numbers.map(([, field = '', number = '']) => toConstant(`${name}.${field}`, number))
  })
}

function sort(constants: readonly Constant[]) {
  return constants.toSorted((one, other) => one.name.localeCompare(other.name))
}
