import {
  type InstalledPlugin,
  type PluginCaller,
  PluginFailure,
  type PluginHook,
  PluginRejection,
} from '../../kernel/plugins.ts'
import { hookRules } from './hook-rules.ts'
import type { CallMessage, FromHost, RequestName } from './host-messages.ts'
import { toProgram } from './plugin-program.ts'
import { startWatchedProcess, type WatchedProcess } from './watched-process.ts'

const idleMs = 5 * 60_000
const maxCallsAtOnce = 16
const maxWaiting = 64
/** How much longer than its deadline a call may take while the machine is busy. */
const maxPatience = 3
const backoffMs = { first: 100, max: 5000 }

export type RunningCall = { hook: PluginHook; input: unknown; caller: PluginCaller }

export type RunnerEvents = {
  kitOf(caller: PluginCaller): CallMessage['kit']
  answer(call: RunningCall, name: RequestName, args: unknown[]): Promise<unknown>
  log(level: 'info' | 'warn' | 'error', text: string): void
  /** Something that the plugin did wrong. */
  fault(reason: string): void
}

type Call = RunningCall & {
  id: number
  calledAt: number
  timer: NodeJS.Timeout | undefined
  /** When the process got it, or null. */
  sent: { at: number; runDelayMs: number } | null
  resolve(value: unknown): void
  reject(error: Error): void
}

type RunnablePlugin = Omit<InstalledPlugin, 'folder'> & { folder: string }
type Result = Extract<FromHost, { type: 'result' | 'error' }>
type Request = Extract<FromHost, { type: 'request' }>

/** Runs the calls of one version of a plugin in a process that is started when it is needed. */
export class PluginRunner {
  readonly #plugin: RunnablePlugin
  readonly #events: RunnerEvents
  readonly #waiting = new Set<Call>()
  readonly #active = new Map<number, Call>()
  /** Calls that were late and still run. */
  readonly #late = new Set<number>()
  #process: WatchedProcess | null = null
  #isClosed = false
  #crashes = 0
  #retryAt = 0
  #lastId = 0
  #idleTimer: NodeJS.Timeout | undefined
  #onDrained: (() => void) | undefined

  constructor(plugin: RunnablePlugin, events: RunnerEvents) {
    this.#plugin = plugin
    this.#events = events
  }

  async call(hook: PluginHook, input: unknown, caller: PluginCaller): Promise<unknown> {
    if (this.#isClosed) throw this.#failure('It was stopped.')
    if (this.#process === null && performance.now() < this.#retryAt)
      throw this.#failure('It restarts after a failure.')
    if (this.#waiting.size >= maxWaiting) throw this.#failure('It is busy.')
    return await new Promise((resolve, reject) => {
      const call: Call = {
        id: ++this.#lastId,
        hook,
        input,
        caller,
        calledAt: performance.now(),
        sent: null,
        resolve,
        reject,
        timer: undefined,
      }
      this.#wait(call, hookRules[hook].deadlineMs)
      this.#waiting.add(call)
      clearTimeout(this.#idleTimer)
      this.warmUp()
      this.#process?.setBusy(true)
      this.#sendWaiting()
    })
  }

  /** Starts the process before the first call. */
  warmUp() {
    if (this.#process !== null || this.#isClosed) return
    const { folder, manifest } = this.#plugin
    const started: WatchedProcess = startWatchedProcess(toProgram(manifest, folder), {
      onReady: () => this.#sendWaiting(),
      onResult: (result) => this.#onResult(result),
      onRequest: (request) => void this.#answer(started, request),
      onLog: (level, text) => this.#events.log(level, text),
      onEnd: (reason, isStopped) => this.#onEnd(reason, isStopped),
    })
    this.#process = started
    started.setBusy(false)
    this.#stopWhenIdle()
  }

  get isRunning() {
    return this.#process !== null
  }

  memoryBytes() {
    return this.#process?.memoryBytes() ?? 0
  }

  /** Ends the process when its calls have ended. */
  async retire() {
    if (this.#waiting.size + this.#active.size > 0)
      await new Promise<void>((resolve) => {
        this.#onDrained = resolve
      })
    await this.close()
  }

  async close() {
    this.#isClosed = true
    clearTimeout(this.#idleTimer)
    await this.#process?.stop()
  }

  #sendWaiting() {
    if (this.#process?.isReady !== true) return
    for (const call of this.#waiting) {
      if (this.#active.size + this.#late.size >= maxCallsAtOnce) return
      this.#waiting.delete(call)
      this.#active.set(call.id, call)
      call.sent = { at: performance.now(), runDelayMs: this.#process.runDelayMs() }
      const { id, hook, input, caller } = call
      this.#process.send({ type: 'call', id, hook, input, kit: this.#events.kitOf(caller) })
    }
  }

  /** A result that has arrived but was not read yet is read first. */
  #wait(call: Call, ms: number) {
    call.timer = setTimeout(() => setImmediate(() => this.#onDeadline(call)), ms)
  }

  #onDeadline(call: Call) {
    if (!this.#active.has(call.id) && !this.#waiting.has(call)) return
    const { deadlineMs } = hookRules[call.hook]
    const leftMs = deadlineMs - this.#ownMs(call)
    const patienceMs = call.calledAt + maxPatience * deadlineMs - performance.now()
    if (leftMs > deadlineMs * 0.1 && patienceMs > 0)
      return this.#wait(call, Math.min(leftMs, patienceMs))
    const reason = `A call of ${call.hook} took longer than ${deadlineMs / 1000} seconds.`
    this.#settle(call).reject(this.#failure(reason))
    if (call.sent === null || this.#process === null) return
    this.#late.add(call.id)
    if (leftMs <= deadlineMs * 0.1) this.#events.fault(reason)
    if (this.#late.size >= maxCallsAtOnce)
      this.#process.kill(`${maxCallsAtOnce} calls did not end.`)
    else this.#process.ping()
  }

  /** How long the process has had the call, without the time in which a busy machine ran others. */
  #ownMs({ sent }: Call): number {
    if (sent === null) return 0
    const delayMs = (this.#process?.runDelayMs() ?? 0) - sent.runDelayMs
    return performance.now() - sent.at - delayMs
  }

  #onResult(result: Result) {
    const call = this.#active.get(result.id)
    if (call !== undefined) this.#finish(this.#settle(call), result)
    else if (!this.#late.delete(result.id)) this.#process?.kill('It sent a result of no call.')
    this.#sendWaiting()
  }

  #finish({ hook, resolve, reject }: Call, result: Result) {
    if (result.type === 'error' && result.isRejection)
      return reject(new PluginRejection(result.message.slice(0, 500)))
    const parsed = result.type === 'result' ? hookRules[hook].result.safeParse(result.value) : null
    if (parsed?.success === true) {
      this.#crashes = 0
      return resolve(parsed.data)
    }
    const invalid = `A call of ${hook} returned something that is not valid.`
    const reason = result.type === 'error' ? result.message.slice(0, 500) : invalid
    if (result.type === 'result') this.#events.log('error', reason)
    this.#events.fault(reason)
    reject(this.#failure(reason))
  }

  async #answer(process: WatchedProcess, { id, call: callId, name, args }: Request) {
    const call = this.#active.get(callId)
    try {
      if (call === undefined) throw new Error('The call has ended.')
      const value = await this.#events.answer(call, name, args)
      process.send({ type: 'answer', id, value: value ?? null })
    } catch (error) {
      const message = error instanceof Error ? error.message : String(error)
      process.send({ type: 'answer', id, error: message.slice(0, 1000) })
    }
  }

  #onEnd(reason: string, isStopped: boolean) {
    this.#process = null
    this.#late.clear()
    if (!isStopped) {
      this.#retryAt =
        performance.now() + Math.min(backoffMs.max, backoffMs.first * 2 ** this.#crashes)
      this.#crashes++
      this.#events.log('error', reason)
      this.#events.fault(reason)
    }
    for (const call of [...this.#active.values(), ...this.#waiting])
      this.#settle(call).reject(this.#failure(reason))
  }

  #settle(call: Call): Call {
    clearTimeout(call.timer)
    this.#waiting.delete(call)
    this.#active.delete(call.id)
    if (this.#waiting.size + this.#active.size === 0) {
      this.#process?.setBusy(false)
      this.#stopWhenIdle()
      this.#onDrained?.()
    }
    return call
  }

  #stopWhenIdle() {
    clearTimeout(this.#idleTimer)
    this.#idleTimer = setTimeout(() => void this.#process?.stop(), idleMs).unref()
  }

  #failure(reason: string) {
    return new PluginFailure(this.#plugin.slug, reason)
  }
}
