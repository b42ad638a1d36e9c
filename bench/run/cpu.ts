import { readdirSync, readFileSync } from 'node:fs'

/** Microseconds of CPU time since the process started, of all its threads. 0 when it has ended. */
export function cpuOf(pid: number): number {
  try {
    let nanoseconds = 0
    // Exact, unlike `stat`, which counts who was running at each tick: too rough for a second of short transactions.
    for (const thread of readdirSync(`/proc/${pid}/task`))
      nanoseconds += Number(
        readFileSync(`/proc/${pid}/task/${thread}/schedstat`, 'utf8').split(' ', 1)[0],
      )
    return nanoseconds / 1_000
  } catch {
    return 0
  }
}

function parentOf(pid: number): number {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'utf8')
    // The process name is in parentheses and may contain anything.
    return Number(text.slice(text.lastIndexOf(')') + 2).split(' ')[1])
  } catch {
    return 0
  }
}

/** The process and its descendants. */
function listProcessTree(root: number): number[] {
  const pids = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
  const parents = new Map(pids.map((pid) => [pid, parentOf(pid)]))
  const isDescendant = (pid: number): boolean => {
    if (pid === root) return true
    const parent = parents.get(pid) ?? 0
    return parent > 1 && isDescendant(parent)
  }
  return pids.filter(isDescendant)
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
    for (const pid of roots.flatMap(listProcessTree))
      if (isRelevant(pid, database)) current.set(pid, Math.max(cpuOf(pid), current.get(pid) ?? 0))
  }
  sample()
  for (const [pid, cpu] of current) initial.set(pid, cpu)
  const timer = setInterval(sample, sampleMs)
  return () => {
    clearInterval(timer)
    sample()
    let sum = 0
    for (const [pid, cpu] of current) sum += cpu - (initial.get(pid) ?? 0)
    return sum
  }
}
