import { expect, it } from 'vitest'
import { fitTags } from './fit-tags.ts'

it('shows short tags in every list', () => {
  expect(fitTags(['go', 'sql'])).toEqual({ tiers: [0, 0], hidden: { 0: 0, 1: 0, 2: 0 } })
})

it('shows more tags in wider lists and counts the others', () => {
  const tags = ['postgresql', 'query-planner', 'performance', 'indexes']
  expect(fitTags(tags)).toEqual({ tiers: [0, 2, 2, null], hidden: { 0: 3, 1: 3, 2: 1 } })
})

it('leaves room for a label and for wide letters', () => {
  const tags = ['linux', 'ssh']
  expect(fitTags(tags).hidden[0]).toBe(0)
  expect(fitTags(tags, 'Pinned').hidden[0]).toBe(1)
  expect(fitTags(['数据库设计', '性能优化'], '').hidden).toEqual({ 0: 1, 1: 0, 2: 0 })
})

it('shows the first tag however long it is, and none after one that is left out', () => {
  const long = 'a'.repeat(35)
  expect(fitTags([long, 'b'])).toEqual({ tiers: [0, 2], hidden: { 0: 1, 1: 1, 2: 0 } })
  expect(fitTags(['a', long, 'c', 'd']).tiers).toEqual([0, 2, 2, 2])
})
