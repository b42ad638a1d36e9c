/** Signs of life come every ten seconds. */
const stalledMs = 60_000

/** After more, its errors or crashes will not end by themselves. */
export const maxAttempts = 5

type Run = { state: string; touchedAt: Date }

/** Its job was killed and not yet taken up again, or no worker runs. */
export function isStalled({ state, touchedAt }: Run, now: Date): boolean {
  return state === 'running' && now.getTime() - touchedAt.getTime() > stalledMs
}

/** A stalled run does not keep others from starting. */
export function isReplaceable(run: Run, now: Date): boolean {
  return run.state !== 'running' || isStalled(run, now)
}

/** Half of the time belongs to others, and a single pause does not grow without end. */
export function pauseAfter(workedMs: number): number {
  return Math.min(Math.max(workedMs, 5), 10_000)
}
