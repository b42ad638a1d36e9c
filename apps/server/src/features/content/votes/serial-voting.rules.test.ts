import { describe, expect, it } from 'vitest'
import { type CastVote, findBursts, findFavorites, findRings } from './serial-voting.rules.ts'

const now = new Date('2030-06-10T02:00:00Z')
const hoursAgo = (hours: number) => new Date(now.getTime() - hours * 3_600_000)
const ids = (prefix: string, count: number) =>
  Array.from({ length: count }, (_, index) => `${prefix}${index}`)

/** Votes at regular intervals, the first one `from` hours ago. */
function cast(
  userId: string,
  authorId: string,
  {
    count,
    from,
    every = 1,
    value = 1,
  }: { count: number; from: number; every?: number; value?: 1 | -1 },
): CastVote[] {
  return ids(`${authorId}-${from}-`, count).map((objectId, index) => ({
    userId,
    authorId,
    objectId,
    value,
    castAt: hoursAgo(from - index * every),
  }))
}

const inOrder = (...votes: CastVote[][]) =>
  votes.flat().toSorted((one, two) => one.castAt.getTime() - two.castAt.getTime())

describe('findBursts', () => {
  const burst = cast('eve', 'ada', { count: 5, from: 10 })
  it.each([
    ['five votes in a day', burst, 5],
    ['four votes', burst.slice(1), 0],
    ['downvotes', cast('eve', 'ada', { count: 6, from: 10, value: -1 }), 6],
    ['five votes in more than a day', cast('eve', 'ada', { count: 5, from: 40, every: 6 }), 0],
    ['votes of two nights ago', cast('eve', 'ada', { count: 5, from: 47, every: 0.1 }), 5],
    ['votes of an earlier week', cast('eve', 'ada', { count: 5, from: 60, every: 0.1 }), 0],
    ['a burst that ends in the searched days', cast('eve', 'ada', { count: 8, from: 52 }), 8],
    [
      'a burst and a later single vote',
      inOrder(burst, cast('eve', 'ada', { count: 1, from: 0 })),
      6,
    ],
    ['as many votes on others', inOrder(burst, cast('eve', 'ben', { count: 5, from: 10.5 })), 10],
    [
      'more votes on others',
      inOrder(burst, ...ids('c', 6).map((author) => cast('eve', author, { count: 1, from: 10.5 }))),
      0,
    ],
    [
      'more votes on others afterwards',
      inOrder(burst, ...ids('c', 6).map((author) => cast('eve', author, { count: 1, from: 2 }))),
      0,
    ],
    [
      'more votes on others on another day',
      inOrder(burst, ...ids('c', 9).map((author) => cast('eve', author, { count: 1, from: 40 }))),
      5,
    ],
    [
      'votes of several users',
      inOrder(...ids('u', 5).map((user) => cast(user, 'ada', { count: 1, from: 9 }))),
      0,
    ],
  ] as const)('%s', (_name, votes, expected) => {
    const found = findBursts(votes, 5, now).flatMap(({ objectIds }) => objectIds)
    expect(found).toHaveLength(expected)
    expect(new Set(found).size).toBe(expected)
  })
})

describe('findRings', () => {
  const slow = { count: 5, from: 150, every: 30 }
  const favorites = (...votes: CastVote[][]) => findRings(findFavorites(votes.flat(), 5))

  it('finds two users who mostly vote for each other, in both directions', () => {
    const found = favorites(cast('eve', 'ada', slow), cast('ada', 'eve', slow))
    expect(found.map(({ userId, authorId }) => [userId, authorId])).toEqual([
      ['eve', 'ada'],
      ['ada', 'eve'],
    ])
  })

  it.each([
    ['one of them does not vote back', [cast('eve', 'ada', slow)]],
    [
      'one of them votes back less',
      [cast('eve', 'ada', slow), cast('ada', 'eve', { ...slow, count: 4 })],
    ],
    [
      'one of them votes for many others',
      [
        cast('eve', 'ada', slow),
        cast('ada', 'eve', slow),
        ...ids('c', 6).map((author) => cast('ada', author, { count: 1, from: 5 })),
      ],
    ],
    [
      'they vote each other down',
      [cast('eve', 'ada', { ...slow, value: -1 }), cast('ada', 'eve', { ...slow, value: -1 })],
    ],
  ] as const)('finds none if %s', (_name, votes) => {
    expect(favorites(...votes)).toEqual([])
  })
})
