// Run by `stall.test.ts` as a process of its own, so that sending the load does not delay what is measured.
import { existsSync, readdirSync, readFileSync } from 'node:fs'
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

/** How long a thread was ready to run and had no processor. */
function waitedMs(task: string) {
  return Number(readFileSync(`${task}/schedstat`, 'utf8').split(' ')[1]) / 1e6
}

/**
 * Tells how long a process was kept from running by the rest of the machine: its main thread, and the helpers that
 * garbage collection waits for. Always 0 where the system does not tell.
 */
function starvationOf(of: string) {
  const folder = `/proc/${of}/task`
  if (!existsSync(`${folder}/${of}/schedstat`)) return () => () => 0
  const tasks = readdirSync(folder).map((id) => `${folder}/${id}`)
  const isHelper = (task: string) => readFileSync(`${task}/comm`, 'utf8').startsWith('V8Worker')
  const helpers = tasks.filter(isHelper)
  return () => {
    const own = waitedMs(`${folder}/${of}`)
    const before = helpers.map(waitedMs)
    return () => {
      const waits = helpers.map((helper, index) => waitedMs(helper) - (before[index] ?? 0))
      return waitedMs(`${folder}/${of}`) - own + Math.max(0, ...waits)
    }
  }
}

const watchServer = starvationOf(pid)
const watchProbe = starvationOf(String(process.pid))

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
  const at = Date.now()
  const starved = [watchServer(), watchProbe()]
  const [answerMs, twinMs] = await Promise.all([timeOf(url), timeOf(twinUrl)])
  const starvedMs = starved.reduce((sum, measure) => sum + measure(), 0)
  return { at, answerMs, twinMs, excessMs: Math.max(0, answerMs - twinMs - starvedMs) }
}

for (;;) {
  process.send?.(await look())
  await sleep(pauseMs)
}
