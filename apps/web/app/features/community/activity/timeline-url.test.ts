import { expect, it } from 'vitest'
import { timelineHref } from './timeline-url.ts'

const defaults = { page: 1, showsVotes: false, mode: 'inline', revisionId: null } as const

it.each([
  [{}, '/posts/1/timeline'],
  [{ page: 3 }, '/posts/1/timeline?page=3'],
  [{ showsVotes: true }, '/posts/1/timeline?votes=true'],
  [{ mode: 'split' as const }, '/posts/1/timeline?view=split'],
  [
    { page: 2, mode: 'split' as const, revisionId: '7' },
    '/posts/1/timeline?page=2&view=split&revision=7#revision-7',
  ],
])('timelineHref of %o', (changes, href) => {
  expect(timelineHref('/posts/1/timeline', { ...defaults, ...changes })).toBe(href)
})
