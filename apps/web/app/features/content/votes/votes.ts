export type Direction = 'up' | 'down'

/** The score of a post or a comment, and the viewer's vote. */
export type Votes = { score: number; mine: Direction | null }

export type VoteChange = { direction: Direction; isCancel: boolean }

const weights = { up: 1, down: -1 }
const toWeight = (mine: Direction | null) => (mine === null ? 0 : weights[mine])

/** Idempotent. Canceling leaves a vote in the other direction. */
export function applyVote(votes: Votes, { direction, isCancel }: VoteChange): Votes {
  if (isCancel && votes.mine !== direction) return votes
  const mine = isCancel ? null : direction
  return { mine, score: votes.score + toWeight(mine) - toWeight(votes.mine) }
}
