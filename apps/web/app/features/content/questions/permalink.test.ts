import { expect, it } from 'vitest'
import { questionPath } from './permalink.ts'

const question = { id: '10010000000000001', url_title: 'why-me' }

it('questionPath includes the title if the permalink setting does', () => {
  expect(questionPath(question, 1)).toBe('/questions/10010000000000001/why-me')
  expect(questionPath(question, 2)).toBe('/questions/10010000000000001')
  expect(questionPath({ ...question, id: 'D1D1' }, 3)).toBe('/questions/D1D1/why-me')
  expect(questionPath({ ...question, id: 'D1D1' }, 4)).toBe('/questions/D1D1')
})

it('questionPath omits an empty title', () => {
  expect(questionPath({ ...question, url_title: '' }, 1)).toBe('/questions/10010000000000001')
})

it('questionPath encodes titles in other scripts', () => {
  expect(questionPath({ ...question, url_title: '为什么' }, 1)).toBe(
    '/questions/10010000000000001/%E4%B8%BA%E4%BB%80%E4%B9%88',
  )
})
