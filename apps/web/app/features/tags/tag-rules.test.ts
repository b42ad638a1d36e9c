import { expect, it } from 'vitest'
import { noTagRules, toAllowedTag } from './tag-rules.ts'

const known = new Set(['tea'])
const strict = {
  recommended: ['help'],
  isRequired: true,
  reserved: ['news'],
  newTagsNeed: '50 reputation',
}

it.each([
  ['tea', noTagRules, 'tea'],
  ['Physics', noTagRules, 'physics'],
  [' , ', noTagRules, null],
  ['tea', strict, 'tea'],
  ['help', strict, 'help'],
  ['physics', strict, null],
  ['News', strict, null],
] as const)('%s becomes %3$s', (typed, rules, tag) => {
  expect(toAllowedTag(typed, known, rules)).toBe(tag)
})
