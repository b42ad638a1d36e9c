import type { WaveState } from '@stoa/contract/features/waves'
import { compare, type Neighbor, type Trace } from '../../content/holding/spam.rules.ts'

/** Fewer accounts are no wave: two users may share an account of a forum, a link or a text. */
const minAccounts = 3

/** `undoUntil` is set while something of it is removed. */
export type FoundWave = { id: string; state: WaveState; undoUntil: Date | null }

type GroupPlan = {
  /** Content without a wave that belongs to it. */
  members: Neighbor[]
  /** Waves that it may belong to, as far as the neighbors tell. */
  waveIds: string[]
}

/** What belongs together with spam that was held; null if that is not enough for a wave. */
export function planGroup(
  trace: Trace & { userId: string },
  neighbors: readonly Neighbor[],
): GroupPlan | null {
  const { related } = compare(trace, neighbors)
  const own = neighbors.filter(({ userId }) => userId === trace.userId)
  const inWaves = [...related, ...own].filter(({ waveState }) => canJoin(waveState))
  const accounts = new Set([trace.userId, ...related.filter(isNew).map(({ userId }) => userId)])
  if (inWaves.length === 0 && accounts.size < minAccounts) return null
  return {
    members: related.filter(({ waveId }) => waveId === null),
    waveIds: [...new Set(inWaves.map(({ waveId }) => waveId ?? ''))],
  }
}

const isNew = ({ isEstablished }: Neighbor) => !isEstablished

const joinOrder: readonly (string | null)[] = ['open', 'removing', 'removed']

function canJoin(state: string | null) {
  return joinOrder.includes(state)
}

/**
 * The wave that new content joins, and younger open ones that become part of it. A removed wave is opened again, so that staff see
 * that it goes on. One whose removal was stopped stays on its own, because that can be undone.
 */
export function chooseWave(waves: readonly FoundWave[]): {
  joined: FoundWave | null
  merged: FoundWave[]
} {
  const candidates = waves
    .filter(({ state }) => canJoin(state))
    .toSorted(
      (one, other) =>
        joinOrder.indexOf(one.state) - joinOrder.indexOf(other.state) ||
        Number(one.id) - Number(other.id),
    )
  const joined = candidates[0] ?? null
  const merged = candidates
    .slice(1)
    .filter(({ state, undoUntil }) => state === 'open' && undoUntil === null)
  return { joined, merged }
}

/** What most of the content leads to; null if it leads nowhere. */
export function mostCommonTarget(traces: readonly Pick<Trace, 'targets'>[]): string | null {
  const counts = new Map<string, number>()
  for (const target of traces.flatMap(({ targets }) => targets))
    counts.set(target, (counts.get(target) ?? 0) + 1)
  const [first] = [...counts].toSorted(([, one], [, other]) => other - one)
  return first?.[0] ?? null
}
