import { readFileSync } from 'node:fs'
import type { Server } from '../program.ts'

export const idleMs = 3_000

/**
 * Anonymous memory in MB after the first page. Mapped files are not counted: how much of Node itself is resident, 58 to 90
 * MB, depends on the page cache of the machine.
 */
export async function measureIdleMemory({ origin, pid }: Server) {
  const page = await fetch(origin)
  await page.arrayBuffer()
  if (page.status !== 200) throw new Error(`first page failed with ${page.status}`)
  return await readIdleMemory(pid, idleMs)
}

/** Anonymous memory in MB after a pause. */
export async function readIdleMemory(pid: number, pauseMs: number) {
  await new Promise((resolve) => setTimeout(resolve, pauseMs))
  const status = readFileSync(`/proc/${pid}/status`, 'utf8')
  const kilobytes = /^RssAnon:\s+(\d+) kB$/m.exec(status)?.[1]
  if (kilobytes === undefined) throw new Error(`no RssAnon in the status of process ${pid}`)
  return Number(kilobytes) / 1024
}
