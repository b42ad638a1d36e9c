import { describe, expect, it } from 'vitest'
import {
  toggleVote,
  reloadVotes,
  settleVote,
  createVoteState,
  type Direction,
  type Votes,
} from './vote-state.ts'

const votes = (score: number, mine: Direction | null): Votes => ({ score, mine })

describe('toggleVote', () => {
  it.each<[Votes, Direction, Votes]>([
    [votes(4, null), 'up', votes(5, 'up')],
    [votes(4, null), 'down', votes(3, 'down')],
    [votes(5, 'up'), 'up', votes(4, null)],
    [votes(3, 'down'), 'down', votes(4, null)],
    [votes(5, 'up'), 'down', votes(3, 'down')],
    [votes(3, 'down'), 'up', votes(5, 'up')],
  ])('changes %o by %s to %o at once', (previous, direction, next) => {
    expect(toggleVote(createVoteState(previous), direction)).toEqual({
      shown: next,
      settled: previous,
      isSending: true,
    })
  })

  it('does nothing while a vote is being sent', () => {
    const pending = toggleVote(createVoteState(votes(4, null)), 'up')
    expect(toggleVote(pending, 'up')).toBe(pending)
    expect(toggleVote(pending, 'down')).toBe(pending)
  })
})

describe('settleVote', () => {
  const pending = toggleVote(createVoteState(votes(4, null)), 'up')

  it('uses the values of the response', () => {
    expect(settleVote(pending, votes(9, 'up'))).toEqual(createVoteState(votes(9, 'up')))
  })

  it('rolls back without a response', () => {
    expect(settleVote(pending, null)).toEqual(createVoteState(votes(4, null)))
  })
})

describe('reloadVotes', () => {
  it('shows the new values', () => {
    expect(reloadVotes(createVoteState(votes(4, null)), votes(7, 'down'))).toEqual(
      createVoteState(votes(7, 'down')),
    )
  })

  it('keeps an unconfirmed vote visible, and a failure falls back to the new values', () => {
    const loaded = reloadVotes(toggleVote(createVoteState(votes(4, null)), 'up'), votes(7, null))
    expect(loaded.shown).toEqual(votes(5, 'up'))
    expect(settleVote(loaded, null).shown).toEqual(votes(7, null))
  })
})
