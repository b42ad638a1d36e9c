import { describe, expect, it } from 'vitest'
import { diffRows, diffWords } from './diff-rows.ts'

describe('diffRows', () => {
  it('marks the changed words of a changed line', () => {
    const [row] = diffRows('the quick brown fox\n', 'the slow brown fox\n')
    expect(row).toMatchObject({ kind: 'changed' })
    if (row?.kind !== 'changed') return
    expect(row.before.parts.filter((p) => p.changed).map((p) => p.text)).toEqual(['quick'])
    expect(row.after.parts.filter((p) => p.changed).map((p) => p.text)).toEqual(['slow'])
  })

  it('shows lines with little in common as removed and added', () => {
    const kinds = diffRows('alpha beta\n', 'seventeen crows\n').map((row) => row.kind)
    expect(kinds).toEqual(['removed', 'added'])
  })

  it('numbers the lines of both sides', () => {
    const rows = diffRows('a\nb\nc\n', 'a\nx y z\nb\nc\n')
    expect(rows.map((row) => (row.kind === 'gap' ? null : row.after?.line))).toEqual([1, 2, 3, 4])
    expect(rows.map((row) => (row.kind === 'gap' ? null : row.before?.line))).toEqual([
      1,
      undefined,
      2,
      3,
    ])
  })

  it('collapses unchanged lines except three around a change', () => {
    const many = Array.from({ length: 20 }, (_, i) => `line ${i}`)
    const rows = diffRows(many.join('\n'), [...many.slice(0, 19), 'the end'].join('\n'))
    expect(rows[0]).toEqual({ kind: 'gap', lines: 16 })
    expect(rows.filter((row) => row.kind === 'same')).toHaveLength(3)
  })

  it('returns a single gap for equal texts', () => {
    expect(diffRows('a\nb', 'a\nb')).toEqual([{ kind: 'gap', lines: 2 }])
  })
})

describe('diffWords', () => {
  it('keeps the words that both texts have', () => {
    expect(diffWords('Why is my crumb dense?', 'Why is my rye crumb dense?')).toEqual([
      { text: 'Why is my ', kind: 'same' },
      { text: 'rye ', kind: 'added' },
      { text: 'crumb dense?', kind: 'same' },
    ])
  })

  it('returns equal texts unchanged', () => {
    expect(diffWords('Same', 'Same')).toEqual([{ text: 'Same', kind: 'same' }])
  })

  it('replaces a line with too many differences', () => {
    const words = (letter: string) => Array.from({ length: 200 }, (_, i) => letter + i).join(' ')
    expect(diffWords(words('a'), words('b')).map(({ kind }) => kind)).toEqual(['removed', 'added'])
  })
})
