import { describe, expect, it } from 'vitest'
import { press, reload, settle, startVotes, type Direction, type Votes } from './vote-state.ts'

const votes = (score: number, mine: Direction | null): Votes => ({ score, mine })

describe('pressing', () => {
  it.each<[Votes, Direction, Votes]>([
    [votes(4, null), 'up', votes(5, 'up')],
    [votes(4, null), 'down', votes(3, 'down')],
    [votes(5, 'up'), 'up', votes(4, null)],
    [votes(3, 'down'), 'down', votes(4, null)],
    [votes(5, 'up'), 'down', votes(3, 'down')],
    [votes(3, 'down'), 'up', votes(5, 'up')],
  ])('from %o with %s shows %o at once', (before, direction, after) => {
    expect(press(startVotes(before), direction)).toEqual({
      shown: after,
      settled: before,
      isSending: true,
    })
  })

  it('does nothing while a vote is on its way', () => {
    const sent = press(startVotes(votes(4, null)), 'up')
    expect(press(sent, 'up')).toBe(sent)
    expect(press(sent, 'down')).toBe(sent)
  })
})

describe('the reply', () => {
  const sent = press(startVotes(votes(4, null)), 'up')

  it('is exact, whatever others did meanwhile', () => {
    expect(settle(sent, votes(9, 'up'))).toEqual(startVotes(votes(9, 'up')))
  })

  it('missing, takes the vote back', () => {
    expect(settle(sent, null)).toEqual(startVotes(votes(4, null)))
  })
})

describe('a fresh load', () => {
  it('is shown', () => {
    expect(reload(startVotes(votes(4, null)), votes(7, 'down'))).toEqual(
      startVotes(votes(7, 'down')),
    )
  })

  it('does not hide a vote on its way, and is what a refusal goes back to', () => {
    const loaded = reload(press(startVotes(votes(4, null)), 'up'), votes(7, null))
    expect(loaded.shown).toEqual(votes(5, 'up'))
    expect(settle(loaded, null).shown).toEqual(votes(7, null))
  })
})
