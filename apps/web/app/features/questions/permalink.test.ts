import { expect, it } from 'vitest'
import { questionPath } from './permalink.ts'

const question = { id: '10010000000000001', url_title: 'why-me' }

it('carries the title when the setting says so', () => {
  expect(questionPath(question, 1)).toBe('/questions/10010000000000001/why-me')
  expect(questionPath(question, 2)).toBe('/questions/10010000000000001')
  expect(questionPath({ ...question, id: 'D1D1' }, 3)).toBe('/questions/D1D1/why-me')
  expect(questionPath({ ...question, id: 'D1D1' }, 4)).toBe('/questions/D1D1')
})

it('does without a title that has no letters', () => {
  expect(questionPath({ ...question, url_title: '' }, 1)).toBe('/questions/10010000000000001')
})

it('writes titles of other scripts so that every browser reads them', () => {
  expect(questionPath({ ...question, url_title: '为什么' }, 1)).toBe(
    '/questions/10010000000000001/%E4%B8%BA%E4%BB%80%E4%B9%88',
  )
})
