import { expect, it } from 'vitest'
import { noTagRules, toAllowedTag } from './tag-rules.ts'

const existing = new Set(['tea'])
const strict = {
  recommended: ['help'],
  isRequired: true,
  reserved: ['news'],
  newTagRequirement: '50 reputation',
}

it.each([
  ['tea', noTagRules, 'tea'],
  ['Physics', noTagRules, 'physics'],
  [' , ', noTagRules, null],
  ['tea', strict, 'tea'],
  ['help', strict, 'help'],
  ['physics', strict, null],
  ['News', strict, null],
] as const)('toAllowedTag converts %s to %3$s', (typed, rules, tag) => {
  expect(toAllowedTag(typed, existing, rules)).toBe(tag)
})
