const maxFaults = 10
const windowMs = 10 * 60_000

/** Returns what says whether there were too many faults lately. */
export function createFaultWindow(): (now: number) => boolean {
  let times: number[] = []
  return (now) => {
    times = [...times.filter((time) => time > now - windowMs), now]
    return times.length >= maxFaults
  }
}
