import { readFileSync } from 'node:fs'
import type { Server } from '../program.ts'

export const idleMs = 3_000

/** Idle memory in MB after the first page. */
export async function measureIdleMemory({ origin, pid }: Server) {
  const page = await fetch(origin)
  await page.arrayBuffer()
  if (page.status !== 200) throw new Error(`first page failed with ${page.status}`)
  return await readIdleMemory(pid, idleMs)
}

/** Resident memory in MB after a pause. */
export async function readIdleMemory(pid: number, pauseMs: number) {
  await new Promise((resolve) => setTimeout(resolve, pauseMs))
  const [, kilobytes = ''] =
    /^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? []
  return Number(kilobytes) / 1024
}
