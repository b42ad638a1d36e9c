import { objectIdOf, toShortId } from '@stoa/contract/ids'
import { describe, expect, it } from 'vitest'
import { answersHref, commentHref, commentsHref, parseQuestionUrl } from './question-url.ts'

const answer = objectIdOf('answer', 7)
const question = objectIdOf('question', 3)
const comment = objectIdOf('comment', 9)
const parse = (params: object, query = '', remembered: string | null = null) =>
  parseQuestionUrl(params, new URLSearchParams(query), remembered)

describe('parseQuestionUrl', () => {
  it.each([
    [{ aid: answer, slug: 'why' }, answer],
    [{ slug: answer }, answer],
    [{ slug: toShortId(answer) }, toShortId(answer)],
    [{ slug: 'why-does-it' }, undefined],
    [{ slug: question }, undefined],
    [{}, undefined],
  ])('with %o finds the answer %s', (params, expected) => {
    expect(parse(params)?.answerId).toBe(expected)
  })

  it('accepts only known orders and valid pages', () => {
    expect(parse({}, 'order=created&page=3')).toMatchObject({ order: 'created', page: 3 })
    expect(parse({}, 'order=vote')).toMatchObject({ order: 'default', page: 1 })
    expect(parse({}, '', 'created')).toMatchObject({ order: 'created', hasRememberedOrder: true })
    expect(parse({}, 'order=updated', 'created')).toMatchObject({ order: 'updated' })
    expect(parse({}, '', 'vote')).toMatchObject({ order: 'default' })
    expect(parse({}, 'page=0')).toBeNull()
    expect(parse({}, 'page=x')).toBeNull()
  })

  it('accepts both comment parameters and ignores invalid ids', () => {
    expect(parse({}, `commentId=${comment}`)?.commentId).toBe(comment)
    expect(parse({}, `comment=${comment}`)?.commentId).toBe(comment)
    expect(parse({}, `commentId=${answer}`)?.commentId).toBeUndefined()
    expect(parse({}, `comments=${answer}`)?.commentsOf).toBe(answer)
    expect(parse({}, 'comments=all')?.commentsOf).toBeUndefined()
  })
})

it('builds the URLs that it parses', () => {
  expect(answersHref('/q', 'default', 1, false)).toBe('/q#answers')
  expect(answersHref('/q', 'default', 1, true)).toBe('/q?order=default#answers')
  expect(answersHref('/q', 'created', 2, false)).toBe('/q?order=created&page=2#answers')
  expect(commentsHref('/q', '?page=2', answer)).toBe(
    `/q?page=2&comments=${answer}#comments-${answer}`,
  )
  expect(commentHref('/q', comment)).toBe(`/q?commentId=${comment}#comment-${comment}`)
})
