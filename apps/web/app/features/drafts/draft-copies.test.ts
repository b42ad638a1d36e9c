import { describe, expect, it } from 'vitest'
import { chooseStart, isSame, type Copy, type Kept } from './draft-copies.ts'

const kept = (version: number, content = 'kept', savedAt = 100): Kept => ({
  fields: { content },
  version,
  savedAt,
})
const copy = (known: number, isSaved: boolean, content = 'copy', changedAt = 100): Copy => ({
  fields: { content },
  known,
  changedAt,
  isSaved,
  writer: 'w',
  other: null,
})

describe('what a form starts with', () => {
  it.each([
    ['nothing anywhere', null, null, 'neither', null],
    ['only on the server', null, kept(1), 'kept', null],
    ['only in this browser, never sent', copy(0, false), null, 'copy', null],
    ['sent, and posted or discarded elsewhere since', copy(3, true), null, 'neither', null],
    ['gone from the server, but written on here', copy(3, false), null, 'copy', null],
    ['the same on both', copy(3, true, 'x'), kept(3, 'x'), 'kept', null],
    ['written on here', copy(3, false), kept(3), 'copy', null],
    ['written on elsewhere only', copy(3, true), kept(5), 'kept', null],
    ['both written on, here last', copy(3, false, 'a', 200), kept(5, 'b', 100), 'copy', 'kept'],
    ['both written on, elsewhere last', copy(3, false, 'a', 50), kept(5, 'b'), 'kept', 'copy'],
    ['both written on to the same end', copy(3, false, 'x'), kept(5, 'x'), 'kept', null],
    ['begun in both, apart', copy(0, false, 'a', 200), kept(1, 'b'), 'copy', 'kept'],
    ['begun anew on the server', copy(7, false, 'a', 50), kept(1, 'b'), 'kept', 'copy'],
  ] as const)('%s', (...[, ours, theirs, use, offer]) => {
    expect(chooseStart(ours, theirs)).toEqual({ use, offer })
  })

  it('takes a field that is missing for an empty one', () => {
    expect(isSame({ a: '1' }, { a: '1', b: '' })).toBe(true)
    expect(isSame({ a: '1' }, { a: '1', b: '2' })).toBe(false)
  })
})
