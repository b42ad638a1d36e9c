import { type SpamSignal, spamSignals } from '../../../schema/waves.ts'
import { minSimilarity, similarityOf } from './signature.rules.ts'
import { isClearedText, keyOf } from './trace-keys.rules.ts'

/** What is compared of new content. */
export type Trace = { targets: readonly string[]; signature: readonly number[]; network: string }

/** Recent content with something in common with it, or of the same author. */
export type Neighbor = Trace & {
  objectId: string
  userId: string
  createdAt: Date
  isEstablished: boolean
  waveId: string | null
  waveState: string | null
  /** Staff left the author out of the wave, or the author is established. */
  isLeftOut: boolean
  /** The keys that it was found by. */
  keys: readonly string[]
}

export type SpamFacts = {
  accountAgeSeconds: number
  /** From joining to the first post. */
  secondsToFirstPost: number
  /** Of the same author in the last ten minutes. */
  recentPosts: number
  hasTargets: boolean
  /** Other new accounts that lead to the same place. */
  linkAccounts: number
  /** Other new accounts that wrote nearly the same text. */
  textAccounts: number
  /** Other new accounts in the same network. */
  networkAccounts: number
  isTrapped: boolean
  matchesWave: boolean
}

const minute = 60
const day = 24 * 3600

type NewUser = { reputation: number; questionCount: number; answerCount: number; createdAt: Date }

/** Users with this reputation are established. */
export const maxNewReputation = 50

/** Only their content is compared. An old account that never wrote anything is new as well. */
export function isNewUser(user: NewUser, now: Date): boolean {
  const published = user.questionCount + user.answerCount
  const ageDays = (now.getTime() - user.createdAt.getTime()) / (day * 1000)
  return user.reputation < maxNewReputation && published < (ageDays < 14 ? 20 : 5)
}

/** The points of the first step that the value reaches, of steps from the highest to the lowest. */
function pointsOf(value: number, steps: readonly (readonly [number, number])[]): number {
  return steps.find(([least]) => value >= least)?.[1] ?? 0
}

/**
 * From 0 to 100. No single fact that ordinary new users have in common reaches the usual threshold of 70: many join to ask at
 * once, share a network, or ask about the same homework. A common target and a common text together do.
 */
export function scoreContent(facts: SpamFacts): { score: number; signals: SpamSignal[] } {
  const similarText = pointsOf(facts.textAccounts, [
    [3, 30],
    [2, 20],
    [1, 10],
  ])
  const points: Partial<Record<SpamSignal, number>> = {
    new_account: facts.accountAgeSeconds < day ? 10 : 0,
    fast_start: facts.secondsToFirstPost < minute ? 10 : 0,
    burst: pointsOf(facts.recentPosts, [
      [6, 20],
      [3, 10],
    ]),
    shared_links: pointsOf(facts.linkAccounts, [
      [5, 55],
      [3, 45],
      [2, 35],
      [1, 20],
    ]),
    similar_text: facts.hasTargets ? similarText : similarText / 2,
    shared_network: pointsOf(facts.networkAccounts, [
      [8, 15],
      [3, 10],
    ]),
    honeypot: facts.isTrapped ? 60 : 0,
    known_wave: facts.matchesWave ? 100 : 0,
  }
  const sum = Object.values(points).reduce((total, one) => total + one, 0)
  return {
    score: Math.min(100, sum),
    signals: spamSignals.filter((signal) => (points[signal] ?? 0) > 0),
  }
}

/** Waves whose content is held when more of it comes. */
const activeStates: readonly (string | null)[] = ['open', 'removing', 'removed']

type Author = { userId: string; createdAt: Date; isTrapped: boolean; now: Date }

export function gatherFacts(
  trace: Trace,
  neighbors: readonly Neighbor[],
  { userId: authorId, createdAt, isTrapped, now }: Author,
): SpamFacts {
  const own = neighbors.filter(({ userId }) => userId === authorId)
  const others = neighbors.filter(({ userId }) => userId !== authorId)
  // What staff said about the account counts more than what it has in common with others.
  const isTrusted = own.some(({ isLeftOut }) => isLeftOut)
  const { targets, alike, related } = isTrusted ? nothingInCommon : compare(trace, others)
  const firstPost = Math.min(now.getTime(), ...own.map((one) => one.createdAt.getTime()))
  const isSince = (seconds: number) => (one: Neighbor) =>
    now.getTime() - one.createdAt.getTime() < seconds * 1000
  const recent = others.filter(isSince(7 * day))
  const isInNetwork = (one: Neighbor) => trace.network !== '' && one.network === trace.network
  return {
    accountAgeSeconds: (now.getTime() - createdAt.getTime()) / 1000,
    secondsToFirstPost: (firstPost - createdAt.getTime()) / 1000,
    recentPosts: own.filter(isSince(10 * minute)).length,
    hasTargets: trace.targets.length > 0,
    linkAccounts: Math.max(0, ...targets.map((target) => countNew(usersOf(target, recent)))),
    textAccounts: countNew(alike.filter(isSince(7 * day))),
    networkAccounts: countNew(others.filter(isInNetwork).filter(isSince(day))),
    isTrapped,
    matchesWave: [...own, ...related].some(isInActiveWave),
  }
}

const nothingInCommon = { targets: [], alike: [], related: [] }

function isInActiveWave({ waveState, isLeftOut }: Neighbor) {
  return !isLeftOut && activeStates.includes(waveState)
}

/**
 * Others of the same campaign: with a target in common that is neither well-known nor cleared, or nearly the same text. `cleared` are
 * keys of what staff said is not spam.
 */
export function compare<T extends Neighbor>(trace: Trace, others: readonly T[]) {
  const clearedTargets = trace.targets.filter((target) => isTargetCleared(target, others))
  const targets = trace.targets.filter(
    (target) => !clearedTargets.includes(target) && !isKnown(target, others),
  )
  const withText = others.filter((other) => isAlike(trace, other))
  const isTextCleared = withText.some(
    ({ waveState, keys }) => waveState === 'dismissed' || keys.some(isClearedText),
  )
  const alike = isTextCleared ? [] : withText
  const hasTarget = (other: T) => other.targets.some((target) => targets.includes(target))
  const related = others.filter((other) => hasTarget(other) || alike.includes(other))
  return { targets, alike, related, clearedTargets, isTextCleared }
}

function isTargetCleared(target: string, others: readonly Neighbor[]) {
  return usersOf(target, others).some(
    ({ waveState, keys }) => waveState === 'dismissed' || keys.includes(keyOf('cleared', target)),
  )
}

/** A single established member may quote spam to ask about it. */
function isKnown(target: string, others: readonly Neighbor[]): boolean {
  return countAccounts(usersOf(target, others).filter((one) => one.isEstablished)) >= 2
}

function isAlike(one: Trace, other: Trace): boolean {
  return similarityOf(one.signature, other.signature) >= minSimilarity
}

const usersOf = (target: string, others: readonly Neighbor[]) =>
  others.filter((one) => one.targets.includes(target))

function countNew(neighbors: readonly Neighbor[]) {
  return countAccounts(neighbors.filter(({ isEstablished }) => !isEstablished))
}

function countAccounts(neighbors: readonly Neighbor[]) {
  return new Set(neighbors.map(({ userId }) => userId)).size
}
