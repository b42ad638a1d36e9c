// Runs as its own process, so that generating load does not delay the measurement.
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import http from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'

const [, , url = '', bareUrl = '', pid = '', pauseMs = '5'] = process.argv
const agent = new http.Agent({ keepAlive: true, maxSockets: 2 })

/** Times in milliseconds. */
export type Sample = {
  at: number
  responseMs: number
  bareMs: number
  /** Extra time compared with the bare server, without CPU starvation. */
  excessMs: number
}

/** Time a thread was runnable without a CPU. */
function readWaitMs(task: string) {
  return Number(readFileSync(`${task}/schedstat`, 'utf8').split(' ')[1]) / 1e6
}

/**
 * CPU starvation of a process: its main thread and the helpers that garbage collection waits for. Always 0
 * without schedstat.
 */
function watchStarvation(processId: string) {
  const folder = `/proc/${processId}/task`
  if (!existsSync(`${folder}/${processId}/schedstat`)) return () => () => 0
  const tasks = readdirSync(folder).map((id) => `${folder}/${id}`)
  const isHelper = (task: string) => readFileSync(`${task}/comm`, 'utf8').startsWith('V8Worker')
  const helpers = tasks.filter(isHelper)
  return () => {
    const own = readWaitMs(`${folder}/${processId}`)
    const before = helpers.map(readWaitMs)
    return () => {
      const waits = helpers.map((helper, index) => readWaitMs(helper) - (before[index] ?? 0))
      return readWaitMs(`${folder}/${processId}`) - own + Math.max(0, ...waits)
    }
  }
}

const watchServer = watchStarvation(pid)
const watchProbe = watchStarvation(String(process.pid))

function measureMs(target: string) {
  const started = performance.now()
  return new Promise<number>((resolve, reject) => {
    http
      .get(target, { agent }, (response) => {
        response.resume().once('end', () => resolve(performance.now() - started))
      })
      .once('error', reject)
  })
}

async function takeSample(): Promise<Sample> {
  const at = Date.now()
  const watches = [watchServer(), watchProbe()]
  const [responseMs, bareMs] = await Promise.all([measureMs(url), measureMs(bareUrl)])
  const starvedMs = watches.reduce((sum, measure) => sum + measure(), 0)
  return { at, responseMs, bareMs, excessMs: Math.max(0, responseMs - bareMs - starvedMs) }
}

for (;;) {
  process.send?.(await takeSample())
  await sleep(Number(pauseMs))
}
