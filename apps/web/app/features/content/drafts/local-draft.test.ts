import { describe, expect, it } from 'vitest'
import { chooseSource, isSame, type LocalDraft, type ServerDraft } from './local-draft.ts'

const server = (version: number, content = 'server', savedAt = 100): ServerDraft => ({
  fields: { content },
  version,
  savedAt,
})
const local = (
  knownVersion: number,
  isSaved: boolean,
  content = 'local',
  changedAt = 100,
): LocalDraft => ({
  fields: { content },
  knownVersion,
  changedAt,
  isSaved,
  writer: 'w',
  conflict: null,
})

describe('chooseSource', () => {
  it.each([
    ['no draft', null, null, 'none', null],
    ['a server draft only', null, server(1), 'server', null],
    ['a local draft only, never sent', local(0, false), null, 'local', null],
    ['a saved draft, posted or discarded elsewhere', local(3, true), null, 'none', null],
    ['a draft gone from the server, changed locally', local(3, false), null, 'local', null],
    ['the same draft on both sides', local(3, true, 'x'), server(3, 'x'), 'server', null],
    ['local changes only', local(3, false), server(3), 'local', null],
    ['server changes only', local(3, true), server(5), 'server', null],
    [
      'changes on both sides, local newer',
      local(3, false, 'a', 200),
      server(5, 'b', 100),
      'local',
      'server',
    ],
    [
      'changes on both sides, server newer',
      local(3, false, 'a', 50),
      server(5, 'b'),
      'server',
      'local',
    ],
    ['the same changes on both sides', local(3, false, 'x'), server(5, 'x'), 'server', null],
    ['separate new drafts', local(0, false, 'a', 200), server(1, 'b'), 'local', 'server'],
    ['a new draft on the server', local(7, false, 'a', 50), server(1, 'b'), 'server', 'local'],
  ] as const)('handles %s', (...[, localDraft, serverDraft, use, offer]) => {
    expect(chooseSource(localDraft, serverDraft)).toEqual({ use, offer })
  })
})

describe('isSame', () => {
  it('treats a missing field as empty', () => {
    expect(isSame({ a: '1' }, { a: '1', b: '' })).toBe(true)
    expect(isSame({ a: '1' }, { a: '1', b: '2' })).toBe(false)
  })
})
