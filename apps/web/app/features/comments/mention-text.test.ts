import { describe, expect, it } from 'vitest'
import { matchingPeople, mentionAt, withMention } from './mention-text.ts'

describe('an unfinished name', () => {
  it.each([
    ['@', { start: 0, query: '' }],
    ['thanks @to', { start: 7, query: 'to' }],
    ['(@ada.b', { start: 1, query: 'ada.b' }],
    ['你好@ada-', { start: 2, query: 'ada-' }],
    ['line\n@ad', { start: 5, query: 'ad' }],
  ])('is found in %j', (text, expected) => {
    expect(mentionAt(text, text.length)).toEqual(expected)
  })

  it.each(['no name', 'mail ada@example', 'a/@ada', '@@ada', '@ada and'])(
    'is not in %j',
    (text) => {
      expect(mentionAt(text, text.length)).toBeNull()
    },
  )

  it('ends at the caret', () => {
    expect(mentionAt('@ada said', 3)).toEqual({ start: 0, query: 'ad' })
  })
})

it('finishes the name and goes on after it', () => {
  expect(withMention('hi @to, yes', { start: 3, query: 'to' }, 'tomas-rivera')).toEqual({
    text: 'hi @tomas-rivera , yes',
    caret: 17,
  })
  expect(withMention('@a b', { start: 0, query: 'a' }, 'ada').text).toBe('@ada b')
})

it('finds people by every part of their names, and no more than asked for', () => {
  const people = ['tomas Tomas Rivera', 'aisha Aisha Bello', 'ab Rita'].map((line) => {
    const [username = '', ...names] = line.split(' ')
    return { username, display_name: names.join(' ') }
  })
  const found = (query: string, most = 5) =>
    matchingPeople(people, query, most).map(({ username }) => username)
  expect(found('RI')).toEqual(['tomas', 'ab'])
  expect(found('a')).toEqual(['aisha', 'ab'])
  expect(found('', 2)).toEqual(['tomas', 'aisha'])
  expect(found('x')).toEqual([])
})
