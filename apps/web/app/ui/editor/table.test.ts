import { describe, expect, it } from 'vitest'
import { continueTable, moveCell, typeOverBar } from './table.ts'
import { applyCommand } from './text-selection.fixture.ts'

const enter = (text: string) => applyCommand(text, continueTable)
const tab = (text: string) => applyCommand(text, (selection) => moveCell(selection, 1))
const back = (text: string) => applyCommand(text, (selection) => moveCell(selection, -1))

describe('continueTable', () => {
  it('adds a row with as many cells as the table has columns', () => {
    expect(enter('| a | b |\n|---|---|\n| 1 | 2 |‸')).toBe(
      '| a | b |\n|---|---|\n| 1 | 2 |\n| ‸ |  |',
    )
  })

  it('adds the row below the cursor, between other rows', () => {
    expect(enter('a | b\n--|--\n1‸ | 2\n3 | 4')).toBe('a | b\n--|--\n1 | 2\n| ‸ |  |\n3 | 4')
  })

  it('never adds a row between the header and the delimiter', () => {
    expect(enter('| a |‸\n|---|')).toBe('| a |\n|---|\n| ‸ |')
  })

  it('leaves the table from an empty row', () => {
    expect(enter('| a |\n|---|\n| 1 |\n| ‸ |')).toBe('| a |\n|---|\n| 1 |\n\n‸')
  })

  it('does not apply outside of a table', () => {
    expect(enter('a | b‸')).toBeNull()
    expect(enter('a‸')).toBeNull()
    expect(enter('‸| a |\n|---|')).toBeNull()
    expect(enter('| «a» |\n|---|')).toBeNull()
  })
})

describe('typeOverBar', () => {
  const bar = (text: string) => applyCommand(text, typeOverBar)
  const head = '| a | b |\n|---|---|\n'

  it('uses the bars that Enter has added', () => {
    expect(bar(`${head}| ‸ |  |`)).toBe(`${head}| ‸ |  |`)
    expect(bar(`${head}| 1 ‸ |  |`)).toBe(`${head}| 1  | ‸ |`)
    expect(bar(`${head}| 1  | 2 ‸ |`)).toBe(`${head}| 1  | 2  |‸`)
  })

  it('does not apply elsewhere', () => {
    expect(bar('| a ‸|')).toBeNull()
    expect(bar(`${head}| 1 ‸2 |  |`)).toBeNull()
    expect(bar(`${head}| 1 | 2 ‸`)).toBeNull()
    expect(bar('| a ‸ | b |\n|---|---|')).toBeNull()
  })
})

describe('moveCell', () => {
  it('selects the next cell and skips the delimiter', () => {
    expect(tab('| a‸ | bb |\n|---|---|\n| 1 | 2 |')).toBe('| a | «bb» |\n|---|---|\n| 1 | 2 |')
    expect(tab('| a | «bb» |\n|---|---|\n| 1 | 2 |')).toBe('| a | bb |\n|---|---|\n| «1» | 2 |')
  })

  it('puts the cursor after the first space of an empty cell', () => {
    expect(tab('| a‸ |  |\n|---|---|')).toBe('| a | ‸ |\n|---|---|')
  })

  it('adds a row after the last cell', () => {
    expect(tab('| a |\n|---|\n| 1‸ |')).toBe('| a |\n|---|\n| 1 |\n| ‸ |')
  })

  it('selects the previous cell and stops at the first', () => {
    expect(back('| a | bb |\n|---|---|\n| 1‸ | 2 |')).toBe('| a | «bb» |\n|---|---|\n| 1 | 2 |')
    expect(back('| a‸ |\n|---|')).toBeNull()
  })

  it('treats an escaped pipe as text', () => {
    expect(tab('| a \\| b‸ | c |\n|---|---|')).toBe('| a \\| b | «c» |\n|---|---|')
  })

  it('does not apply outside of a table', () => {
    expect(tab('a | b‸\nc | d')).toBeNull()
  })
})
