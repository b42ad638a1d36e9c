export type Direction = 'up' | 'down'

/** The score of a post, and the reader's part in it. */
export type Votes = { score: number; mine: Direction | null }

export type VoteState = {
  /** What the page shows: at once what was pressed. */
  shown: Votes
  /** What the server said last. */
  settled: Votes
  isSending: boolean
}

export function startVotes(loaded: Votes): VoteState {
  return { shown: loaded, settled: loaded, isSending: false }
}

const weights = { up: 1, down: -1 }
const weightOf = (mine: Direction | null) => (mine === null ? 0 : weights[mine])

/** The same direction again takes the vote back. Nothing is pressed while a vote is on its way. */
export function press(state: VoteState, direction: Direction): VoteState {
  if (state.isSending) return state
  const { settled } = state
  const mine = settled.mine === direction ? null : direction
  const score = settled.score + weightOf(mine) - weightOf(settled.mine)
  return { shown: { score, mine }, settled, isSending: true }
}

/** The reply has the exact numbers; without one, everything is as it was. */
export function settle(state: VoteState, reply: Votes | null): VoteState {
  return startVotes(reply ?? state.settled)
}

/** A fresh load of the page. A vote on its way stays in sight until its reply is there. */
export function reload(state: VoteState, loaded: Votes): VoteState {
  return state.isSending ? { ...state, settled: loaded } : startVotes(loaded)
}
