export type Direction = 'up' | 'down'

/** The score of a post, and the viewer's vote. */
export type Votes = { score: number; mine: Direction | null }

export type VoteState = {
  /** What the page shows, including an unconfirmed vote. */
  shown: Votes
  /** The last values from the server. */
  settled: Votes
  isSending: boolean
}

export function createVoteState(loaded: Votes): VoteState {
  return { shown: loaded, settled: loaded, isSending: false }
}

const weights = { up: 1, down: -1 }
const toWeight = (mine: Direction | null) => (mine === null ? 0 : weights[mine])

/** The same direction again cancels the vote. Ignored while a vote is being sent. */
export function toggleVote(state: VoteState, direction: Direction): VoteState {
  if (state.isSending) return state
  const { settled } = state
  const mine = settled.mine === direction ? null : direction
  const score = settled.score + toWeight(mine) - toWeight(settled.mine)
  return { shown: { score, mine }, settled, isSending: true }
}

/** Without a response the vote is rolled back. */
export function settleVote(state: VoteState, response: Votes | null): VoteState {
  return createVoteState(response ?? state.settled)
}

/** New page data. An unconfirmed vote stays visible until its response arrives. */
export function reloadVotes(state: VoteState, loaded: Votes): VoteState {
  return state.isSending ? { ...state, settled: loaded } : createVoteState(loaded)
}
