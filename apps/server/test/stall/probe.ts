// Run by `stall.test.ts` as a process of its own, so that sending the load does not delay what is measured.
import { readFileSync } from 'node:fs'
import http from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'

const [, , url = '', twinUrl = '', pid = ''] = process.argv
const agent = new http.Agent({ keepAlive: true, maxSockets: 2 })
const pauseMs = 5

/** What one look at both servers gave; times in milliseconds. */
export type Sample = {
  at: number
  answerMs: number
  twinMs: number
  /** How long the answer took beyond the twin's, without the time the machine had no processor for them. */
  excessMs: number
}

/** How long the main thread of a process was ready to run and had no processor; 0 where the system does not tell. */
function starvedMs(of: string) {
  try {
    return Number(readFileSync(`/proc/${of}/task/${of}/schedstat`, 'utf8').split(' ')[1]) / 1e6
  } catch {
    return 0
  }
}

function timeOf(address: string) {
  const started = performance.now()
  return new Promise<number>((resolve, reject) => {
    http
      .get(address, { agent }, (response) => {
        response.resume().once('end', () => resolve(performance.now() - started))
      })
      .once('error', reject)
  })
}

async function look(): Promise<Sample> {
  const own = String(process.pid)
  const at = Date.now()
  const before = starvedMs(pid) + starvedMs(own)
  const [answerMs, twinMs] = await Promise.all([timeOf(url), timeOf(twinUrl)])
  const starved = starvedMs(pid) + starvedMs(own) - before
  return { at, answerMs, twinMs, excessMs: Math.max(0, answerMs - twinMs - starved) }
}

for (;;) {
  process.send?.(await look())
  await sleep(pauseMs)
}
