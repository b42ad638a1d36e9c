import { describe, expect, it } from 'vitest'
import { matchUsers, findMention, completeMention } from './mention-text.ts'

describe('findMention', () => {
  it.each([
    ['@', { start: 0, query: '' }],
    ['thanks @to', { start: 7, query: 'to' }],
    ['(@ada.b', { start: 1, query: 'ada.b' }],
    ['你好@ada-', { start: 2, query: 'ada-' }],
    ['line\n@ad', { start: 5, query: 'ad' }],
  ])('finds the unfinished name in %j', (text, expected) => {
    expect(findMention(text, text.length)).toEqual(expected)
  })

  it.each(['no name', 'mail ada@example', 'a/@ada', '@@ada', '@ada and'])(
    'finds no name in %j',
    (text) => {
      expect(findMention(text, text.length)).toBeNull()
    },
  )

  it('ignores text after the caret', () => {
    expect(findMention('@ada said', 3)).toEqual({ start: 0, query: 'ad' })
  })
})

it('completeMention inserts the username and a space', () => {
  expect(completeMention('hi @to, yes', { start: 3, query: 'to' }, 'tomas-rivera')).toEqual({
    text: 'hi @tomas-rivera , yes',
    caret: 17,
  })
  expect(completeMention('@a b', { start: 0, query: 'a' }, 'ada').text).toBe('@ada b')
})

it('matchUsers matches every part of the names, up to the maximum', () => {
  const users = ['tomas Tomas Rivera', 'aisha Aisha Bello', 'ab Rita'].map((line) => {
    const [username = '', ...names] = line.split(' ')
    return { username, display_name: names.join(' ') }
  })
  const match = (query: string, max = 5) =>
    matchUsers(users, query, max).map(({ username }) => username)
  expect(match('RI')).toEqual(['tomas', 'ab'])
  expect(match('a')).toEqual(['aisha', 'ab'])
  expect(match('', 2)).toEqual(['tomas', 'aisha'])
  expect(match('x')).toEqual([])
})
