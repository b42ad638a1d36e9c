import { readdirSync, readFileSync } from 'node:fs'

/** What the kernel counts processor time in: hundredths of a second on every Linux. */
const microsecondsPerTick = 10_000

type Stat = { parent: number; ticks: number }

/** The processor time that each process has used so far. */
function readStat(pid: number): Stat | null {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'utf8')
    // The name stands in brackets and may contain anything.
    const fields = text.slice(text.lastIndexOf(')') + 2).split(' ')
    return { parent: Number(fields[1]), ticks: Number(fields[11]) + Number(fields[12]) }
  } catch {
    return null
  }
}

/** Microseconds that a process has used since it was started. */
export const cpuOf = (pid: number) => (readStat(pid)?.ticks ?? 0) * microsecondsPerTick

/** A process and all that come from it, by their ids. */
function family(root: number): Map<number, number> {
  const stats = new Map<number, Stat>()
  for (const name of readdirSync('/proc')) {
    const stat = /^\d+$/.test(name) ? readStat(Number(name)) : null
    if (stat !== null) stats.set(Number(name), stat)
  }
  const isInside = (pid: number): boolean => {
    if (pid === root) return true
    const parent = stats.get(pid)?.parent
    return parent !== undefined && parent > 1 && isInside(parent)
  }
  return new Map([...stats].flatMap(([pid, { ticks }]) => (isInside(pid) ? [[pid, ticks]] : [])))
}

/** Housekeeping comes when it likes, and what other databases do is none of ours. */
function isOurs(pid: number, database: string) {
  try {
    const title = readFileSync(`/proc/${pid}/cmdline`, 'utf8')
    if (title.includes('autovacuum')) return false
    const backend = /^postgres: \w+ (\w+) [\d.]+\(\d+\)/.exec(title)
    return backend === null || backend[1] === database
  } catch {
    return false
  }
}

/** Those that end are remembered as they were when last seen. */
const sampleMs = 200

/** Starts counting the time of processes and their children, and gives the microseconds used since then. */
export function countCpu(roots: readonly number[], database: string): () => number {
  const before = new Map<number, number>()
  const now = new Map<number, number>()
  const sample = () => {
    for (const [pid, ticks] of roots.flatMap((root) => [...family(root)]))
      if (isOurs(pid, database)) now.set(pid, ticks)
  }
  sample()
  for (const [pid, ticks] of now) before.set(pid, ticks)
  const timer = setInterval(sample, sampleMs)
  return () => {
    clearInterval(timer)
    sample()
    let ticks = 0
    for (const [pid, used] of now) ticks += used - (before.get(pid) ?? 0)
    return ticks * microsecondsPerTick
  }
}
