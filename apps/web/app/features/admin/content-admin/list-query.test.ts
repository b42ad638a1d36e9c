import { describe, expect, it } from 'vitest'
import {
  listHref,
  questionsPath,
  readAnswerQuery,
  readQuestionQuery,
  toggleTerm,
} from './list-query.ts'

describe('the query of a list', () => {
  it('is read from the URL, with defaults for what is unknown', () => {
    const read = (text: string) => readQuestionQuery(new URLSearchParams(text))
    expect(read('')).toEqual({ status: 'normal', query: '', sort: 'newest' })
    expect(read('status=closed&query=+a+&sort=views')).toEqual({
      status: 'closed',
      query: 'a',
      sort: 'views',
    })
    expect(read('status=x&sort=y').status).toBe('normal')
    expect(readAnswerQuery(new URLSearchParams('question_id=12&status=closed'))).toEqual({
      status: 'normal',
      query: '',
      sort: 'newest',
      question_id: '12',
    })
  })

  it('leaves defaults out of the URL', () => {
    const query = { status: 'normal', query: 'a b', sort: 'newest' }
    expect(listHref(questionsPath, query)).toBe('/admin/questions?query=a+b')
    expect(listHref(questionsPath, { ...query, status: 'closed', query: '' }, 2)).toBe(
      '/admin/questions?status=closed&page=2',
    )
  })
})

describe('toggleTerm', () => {
  it.each([
    ['', 'answers:0', 'answers:0'],
    ['bread answers:0', 'answers:0', 'bread'],
    ['answers:5 bread', 'answers:0', 'bread answers:0'],
  ])('%s and %s: %s', (query, term, expected) => {
    expect(toggleTerm(query, term)).toBe(expected)
  })
})
