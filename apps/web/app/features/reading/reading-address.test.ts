import { objectIdOf, toShortId } from '@stoa/contract/ids'
import { describe, expect, it } from 'vitest'
import { answersHref, commentHref, commentsHref, readAddress } from './reading-address.ts'

const answer = objectIdOf('answer', 7)
const question = objectIdOf('question', 3)
const comment = objectIdOf('comment', 9)
const read = (params: object, query = '') => readAddress(params, new URLSearchParams(query))

describe('an address', () => {
  it.each([
    [{ aid: answer, slug: 'why' }, answer],
    [{ slug: answer }, answer],
    [{ slug: toShortId(answer) }, toShortId(answer)],
    [{ slug: 'why-does-it' }, undefined],
    [{ slug: question }, undefined],
    [{}, undefined],
  ])('with %o names the answer %s', (params, expected) => {
    expect(read(params)?.answerId).toBe(expected)
  })

  it('asks for an order and a page that exist', () => {
    expect(read({}, 'order=created&page=3')).toMatchObject({ order: 'created', page: 3 })
    expect(read({}, 'order=vote')).toMatchObject({ order: 'default', page: 1 })
    expect(read({}, 'page=0')).toBeNull()
    expect(read({}, 'page=x')).toBeNull()
  })

  it('names comments by either word, and passes over what is no id', () => {
    expect(read({}, `commentId=${comment}`)?.commentId).toBe(comment)
    expect(read({}, `comment=${comment}`)?.commentId).toBe(comment)
    expect(read({}, `commentId=${answer}`)?.commentId).toBeUndefined()
    expect(read({}, `comments=${answer}`)?.commentsOf).toBe(answer)
    expect(read({}, 'comments=all')?.commentsOf).toBeUndefined()
  })
})

it('writes the addresses it reads', () => {
  expect(answersHref('/q', 'default', 1)).toBe('/q#answers')
  expect(answersHref('/q', 'created', 2)).toBe('/q?order=created&page=2#answers')
  expect(commentsHref('/q', '?page=2', answer)).toBe(
    `/q?page=2&comments=${answer}#comments-${answer}`,
  )
  expect(commentHref('/q', comment)).toBe(`/q?commentId=${comment}#comment-${comment}`)
})
