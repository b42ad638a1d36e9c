import { policies, type Rank, ranks } from './ranks.ts'

/** As few at once as keep the process busy: more of them only make each other and everyone else slower. */
const leastAtOnce = 2
/** Shares of the time the process works, between which the number at once stays as it is. */
const idle = 0.9
const busy = 0.97
/** By how much it changes otherwise. */
const step = 1.25
/** What a request is thought to take before any has been seen. */
const firstGuessMs = 20
/** How much of what is known about the time a request takes comes from the last one. */
const newestShare = 0.05

/** The right of one request to be worked on, or its wait for it. */
export type Turn = {
  readonly rank: Rank
  readonly askedAt: number
  state: 'waiting' | 'working' | 'over'
  startedAt: number
  /** Told once whether the turn came, unless it is ended before. */
  readonly decide: (isMine: boolean) => void
}

/** A bounded number of requests is worked on at once and a bounded number waits, each rank before the next. */
export type Turns = {
  readonly now: () => number
  /** Calls back when a turn that became free may be given away. */
  readonly whenReady: (give: () => void) => void
  readonly mostAtOnce: number
  readonly waiting: Readonly<Record<Rank, Set<Turn>>>
  readonly working: Record<Rank, number>
  atOnce: number
  /** How long a request is worked on, on average. */
  serviceMs: number
}

type Options = Pick<Turns, 'now' | 'whenReady' | 'atOnce' | 'mostAtOnce'>

export function openTurns({ now, whenReady, atOnce, mostAtOnce }: Options): Turns {
  return {
    now,
    whenReady,
    mostAtOnce,
    waiting: { writer: new Set(), member: new Set(), visitor: new Set(), crawler: new Set() },
    working: { writer: 0, member: 0, visitor: 0, crawler: 0 },
    atOnce,
    serviceMs: firstGuessMs,
  }
}

export function takeTurn(turns: Turns, rank: Rank, decide: Turn['decide']): Turn {
  const turn: Turn = { rank, askedAt: turns.now(), state: 'waiting', startedAt: 0, decide }
  if (countWaiting(turns, rank) === 0 && hasRoom(turns, rank)) start(turns, turn)
  else if (isFull(turns, rank)) refuse(turns, turn)
  else turns.waiting[rank].add(turn)
  return turn
}

/** Ends a turn, or the wait for it. */
export function endTurn(turns: Turns, turn: Turn) {
  if (turn.state === 'working') {
    turns.serviceMs += (turns.now() - turn.startedAt - turns.serviceMs) * newestShare
    turns.working[turn.rank]--
  }
  turns.waiting[turn.rank].delete(turn)
  turn.state = 'over'
  giveAway(turns)
}

/** Whether one more of this rank would be refused. */
export function isFull(turns: Turns, rank: Rank) {
  const ahead = countWaiting(turns, rank)
  if (ahead === 0 && hasRoom(turns, rank)) return false
  const { patienceMs, mostWaiting } = policies[rank]
  // Half of it, because others may come before it and work may become slower while it waits.
  const bearableMs = patienceMs / 2
  return (
    ahead >= mostWaiting ||
    expectedWaitMs(turns, rank, ahead) > bearableMs ||
    oldestWaitMs(turns, rank) > bearableMs
  )
}

/** Looks after who waits, several times a second; `worked` is the share of that time the process was at work. */
export function tendTurns(turns: Turns, worked: number) {
  for (const rank of ranks)
    for (const turn of turns.waiting[rank])
      if (turns.now() - turn.askedAt > policies[rank].patienceMs) refuse(turns, turn)
  if (countWaiting(turns) === 0) return
  if (worked > busy) turns.atOnce = Math.max(leastAtOnce, Math.floor(turns.atOnce / step))
  if (worked < idle) turns.atOnce = Math.min(turns.mostAtOnce, Math.ceil(turns.atOnce * step))
  giveAway(turns)
}

/** How many wait, of a rank and those before it, or of all. */
function countWaiting(turns: Turns, rank: Rank = 'crawler') {
  let count = 0
  for (const one of ranks) {
    count += turns.waiting[one].size
    if (one === rank) break
  }
  return count
}

export function countWorking({ working }: Turns) {
  return working.writer + working.member + working.visitor + working.crawler
}

/** Crawlers never hold more than a quarter. */
function mostOf({ atOnce }: Turns, rank: Rank) {
  return rank === 'crawler' ? Math.ceil(atOnce / 4) : atOnce
}

function hasRoom(turns: Turns, rank: Rank) {
  return countWorking(turns) < turns.atOnce && turns.working[rank] < mostOf(turns, rank)
}

/** By Little's law. */
function expectedWaitMs(turns: Turns, rank: Rank, ahead: number) {
  return ((ahead + 1) * turns.serviceMs) / mostOf(turns, rank)
}

function oldestWaitMs(turns: Turns, rank: Rank) {
  const [oldest] = turns.waiting[rank]
  return oldest === undefined ? 0 : turns.now() - oldest.askedAt
}

function giveAway(turns: Turns) {
  if (countWaiting(turns) > 0) turns.whenReady(() => startNext(turns))
}

function startNext(turns: Turns) {
  for (const rank of ranks)
    for (const turn of turns.waiting[rank]) {
      if (!hasRoom(turns, rank)) break
      start(turns, turn)
    }
}

function start(turns: Turns, turn: Turn) {
  turns.waiting[turn.rank].delete(turn)
  turns.working[turn.rank]++
  turn.state = 'working'
  turn.startedAt = turns.now()
  turn.decide(true)
}

function refuse(turns: Turns, turn: Turn) {
  turns.waiting[turn.rank].delete(turn)
  turn.state = 'over'
  turn.decide(false)
}
