import { describe, expect, it } from 'vitest'
import { continueTable, moveCell } from './table.ts'
import { anEdited } from './writing.fixture.ts'

const enter = (text: string) => anEdited(text, continueTable)
const tab = (text: string) => anEdited(text, (writing) => moveCell(writing, 1))
const back = (text: string) => anEdited(text, (writing) => moveCell(writing, -1))

describe('Enter in a table', () => {
  it('makes a row with as many cells as the table has columns', () => {
    expect(enter('| a | b |\n|---|---|\n| 1 | 2 |‸')).toBe(
      '| a | b |\n|---|---|\n| 1 | 2 |\n| ‸ |  |',
    )
  })

  it('makes the row below the cursor, between others', () => {
    expect(enter('a | b\n--|--\n1‸ | 2\n3 | 4')).toBe('a | b\n--|--\n1 | 2\n| ‸ |  |\n3 | 4')
  })

  it('never comes between the header and its delimiter', () => {
    expect(enter('| a |‸\n|---|')).toBe('| a |\n|---|\n| ‸ |')
  })

  it('leaves the table from an empty row', () => {
    expect(enter('| a |\n|---|\n| 1 |\n| ‸ |')).toBe('| a |\n|---|\n| 1 |\n\n‸')
  })

  it('is an ordinary Enter elsewhere', () => {
    expect(enter('a | b‸')).toBeNull()
    expect(enter('a‸')).toBeNull()
    expect(enter('‸| a |\n|---|')).toBeNull()
    expect(enter('| «a» |\n|---|')).toBeNull()
  })
})

describe('Tab in a table', () => {
  it('selects the next cell, over the delimiter', () => {
    expect(tab('| a‸ | bb |\n|---|---|\n| 1 | 2 |')).toBe('| a | «bb» |\n|---|---|\n| 1 | 2 |')
    expect(tab('| a | «bb» |\n|---|---|\n| 1 | 2 |')).toBe('| a | bb |\n|---|---|\n| «1» | 2 |')
  })

  it('goes into an empty cell behind its first space', () => {
    expect(tab('| a‸ |  |\n|---|---|')).toBe('| a | ‸ |\n|---|---|')
  })

  it('makes a new row behind the last cell', () => {
    expect(tab('| a |\n|---|\n| 1‸ |')).toBe('| a |\n|---|\n| 1 |\n| ‸ |')
  })

  it('goes back, and stops at the first cell', () => {
    expect(back('| a | bb |\n|---|---|\n| 1‸ | 2 |')).toBe('| a | «bb» |\n|---|---|\n| 1 | 2 |')
    expect(back('| a‸ |\n|---|')).toBeNull()
  })

  it('takes an escaped bar for text', () => {
    expect(tab('| a \\| b‸ | c |\n|---|---|')).toBe('| a \\| b | «c» |\n|---|---|')
  })

  it('does nothing outside of a table', () => {
    expect(tab('a | b‸\nc | d')).toBeNull()
  })
})
