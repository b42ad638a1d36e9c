import { describe, expect, it } from 'vitest'
import { applyVote, type Direction, type VoteChange, type Votes } from './votes.ts'

const votes = (score: number, mine: Direction | null): Votes => ({ score, mine })
const vote = (direction: Direction): VoteChange => ({ direction, isCancel: false })
const cancel = (direction: Direction): VoteChange => ({ direction, isCancel: true })

describe('applyVote', () => {
  it.each<[Votes, VoteChange, Votes]>([
    [votes(4, null), vote('up'), votes(5, 'up')],
    [votes(4, null), vote('down'), votes(3, 'down')],
    [votes(5, 'up'), cancel('up'), votes(4, null)],
    [votes(3, 'down'), cancel('down'), votes(4, null)],
    [votes(5, 'up'), vote('down'), votes(3, 'down')],
    [votes(3, 'down'), vote('up'), votes(5, 'up')],
    [votes(3, 'down'), cancel('up'), votes(3, 'down')],
  ])('changes %o by %o to %o, once', (previous, change, next) => {
    expect(applyVote(previous, change)).toEqual(next)
    expect(applyVote(next, change)).toEqual(next)
  })
})
