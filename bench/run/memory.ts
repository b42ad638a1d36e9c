import { readFileSync } from 'node:fs'
import type { Server } from '../program.ts'

export const restMs = 3_000

/** The megabytes that a process holds when it has shown its first page and then has nothing to do. */
export async function memoryAtRest({ origin, pid }: Server) {
  const page = await fetch(origin)
  await page.arrayBuffer()
  if (page.status !== 200) throw new Error(`the first page: ${page.status}`)
  await new Promise((resolve) => setTimeout(resolve, restMs))
  const [, kilobytes = ''] =
    /^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? []
  return Number(kilobytes) / 1024
}
