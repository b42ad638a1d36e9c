import { readdirSync, readFileSync } from 'node:fs'

/** Linux counts CPU time in ticks of 10 ms. */
const microsecondsPerTick = 10_000

type Stat = { parent: number; ticks: number }

function readStat(pid: number): Stat | null {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'utf8')
    // The process name is in parentheses and may contain anything.
    const fields = text.slice(text.lastIndexOf(')') + 2).split(' ')
    return { parent: Number(fields[1]), ticks: Number(fields[11]) + Number(fields[12]) }
  } catch {
    return null
  }
}

/** Microseconds of CPU time since the process started. */
export const cpuOf = (pid: number) => (readStat(pid)?.ticks ?? 0) * microsecondsPerTick

/** Ticks of a process and its descendants by pid. */
function readProcessTree(root: number): Map<number, number> {
  const stats = new Map<number, Stat>()
  for (const name of readdirSync('/proc')) {
    const stat = /^\d+$/.test(name) ? readStat(Number(name)) : null
    if (stat !== null) stats.set(Number(name), stat)
  }
  const isDescendant = (pid: number): boolean => {
    if (pid === root) return true
    const parent = stats.get(pid)?.parent
    return parent !== undefined && parent > 1 && isDescendant(parent)
  }
  return new Map(
    [...stats].flatMap(([pid, { ticks }]) => (isDescendant(pid) ? [[pid, ticks]] : [])),
  )
}

/** Excludes autovacuum and backends of other databases. */
function isRelevant(pid: number, database: string) {
  try {
    const title = readFileSync(`/proc/${pid}/cmdline`, 'utf8')
    if (title.includes('autovacuum')) return false
    const backend = /^postgres: \w+ (\w+) [\d.]+\(\d+\)/.exec(title)
    return backend === null || backend[1] === database
  } catch {
    return false
  }
}

/** Sampled, so that processes that exit are counted. */
const sampleMs = 200

/** Returns a function that stops counting and returns the microseconds used. */
export function countCpu(roots: readonly number[], database: string): () => number {
  const initial = new Map<number, number>()
  const current = new Map<number, number>()
  const sample = () => {
    for (const [pid, ticks] of roots.flatMap((root) => [...readProcessTree(root)]))
      if (isRelevant(pid, database)) current.set(pid, ticks)
  }
  sample()
  for (const [pid, ticks] of current) initial.set(pid, ticks)
  const timer = setInterval(sample, sampleMs)
  return () => {
    clearInterval(timer)
    sample()
    let ticks = 0
    for (const [pid, ticksNow] of current) ticks += ticksNow - (initial.get(pid) ?? 0)
    return ticks * microsecondsPerTick
  }
}
