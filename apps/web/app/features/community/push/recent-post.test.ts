import { expect, it } from 'vitest'
import { findRecentPost } from './recent-post.ts'

const now = 1_800_000_000
const by = (id: string, minutesAgo: number) => ({
  create_time: now - minutesAgo * 60,
  user_info: { id },
})

it.each([
  ['own question', by('7', 1), [], 'question'],
  ['own answer to an old question', by('8', 999), [by('9', 5), by('7', 2)], 'answer'],
  ['own question and own answer', by('7', 2), [by('7', 1)], 'answer'],
  ['own old question', by('7', 11), [], null],
  ['posts of others', by('8', 1), [by('9', 1)], null],
] as const)('findRecentPost: %s', (_, question, answers, expected) => {
  expect(findRecentPost({ question, answers }, '7', now)).toBe(expected)
})
