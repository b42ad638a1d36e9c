import type { FromHost, ToHost } from './host-messages.ts'
import { type PluginProgram, startPluginProcess } from './plugin-process.ts'

const startMs = 5000
const pingMs = 1000
const maxRequestsPerSecond = 200

type Listeners = {
  onReady(): void
  onResult(result: Extract<FromHost, { type: 'result' | 'error' }>): void
  onRequest(request: Extract<FromHost, { type: 'request' }>): void
  onLog(level: 'info' | 'warn' | 'error', text: string): void
  onEnd(reason: string, isStopped: boolean): void
}

export type WatchedProcess = {
  readonly isReady: boolean
  send(message: ToHost): void
  kill(reason: string): void
  stop(): Promise<void>
  /** Kills it if it does not respond. */
  ping(): void
  memoryBytes(): number
  runDelayMs(): number
  setBusy(isBusy: boolean): void
}

/** A process that is killed when it starts or responds too slowly. Time in which other processes ran does not count. */
export function startWatchedProcess(program: PluginProgram, listeners: Listeners): WatchedProcess {
  let isReady = false
  const isFlood = createRateCheck(maxRequestsPerSecond)
  const child = startPluginProcess(program, {
    onReady() {
      start.stop()
      isReady = true
      listeners.onReady()
    },
    onMessage(message) {
      if (message.type === 'log') listeners.onLog(message.level, message.text)
      else if (message.type === 'pong') ping.stop()
      else if (message.type !== 'request') listeners.onResult(message)
      else if (isFlood()) child.kill('It sent too many requests at once.')
      else listeners.onRequest(message)
    },
    onOutput: (text) => listeners.onLog('error', text),
    onEnd(reason, isStopped) {
      isReady = false
      start.stop()
      ping.stop()
      listeners.onEnd(reason, isStopped)
    },
  })
  const start = createDeadline(startMs, child.runDelayMs, () =>
    child.kill(`It did not start within ${startMs / 1000} seconds.`),
  )
  const ping = createDeadline(pingMs, child.runDelayMs, () => child.kill('It does not respond.'))
  start.begin()
  return {
    ...child,
    get isReady() {
      return isReady
    },
    ping() {
      if (ping.isRunning()) return
      ping.begin()
      child.send({ type: 'ping' })
    },
  }
}

function createDeadline(ms: number, runDelayMs: () => number, onLate: () => void) {
  let timer: NodeJS.Timeout | undefined
  let startedAt = 0
  let delayAt = 0
  const check = () => {
    if (timer === undefined) return
    const leftMs = ms - (performance.now() - startedAt - (runDelayMs() - delayAt))
    if (leftMs < ms * 0.1) return onLate()
    wait(leftMs)
  }
  // Messages that have arrived are read before the check.
  const wait = (leftMs: number) => {
    timer = setTimeout(() => setImmediate(check), leftMs).unref()
  }
  return {
    begin() {
      startedAt = performance.now()
      delayAt = runDelayMs()
      wait(ms)
    },
    isRunning: () => timer !== undefined,
    stop() {
      clearTimeout(timer)
      timer = undefined
    },
  }
}

function createRateCheck(perSecond: number) {
  let second = 0
  let count = 0
  return () => {
    const now = Math.floor(performance.now() / 1000)
    if (now !== second) [second, count] = [now, 0]
    return ++count > perSecond
  }
}
