import { Worker } from 'node:worker_threads'
import { AppError, TooComplexError } from '../../kernel/errors.ts'
import { type RenderTask, type ResultOf, runTask } from './render-tasks.ts'

type Task = { task: RenderTask } & PromiseWithResolvers<unknown>

export type RenderQueue = {
  isInline(length: number): boolean
  run<Task extends RenderTask>(task: Task): Promise<ResultOf<Task>>
  close(): Promise<void>
}

/** The worst known Markdown of this length takes 12 ms of CPU time, the worst code block 35 ms. */
const maxInlineLength = 2_000
const maxQueueLength = 64
/** An idle worker is stopped, because it takes up to 60 MB. */
const idleMs = 60_000
const resourceLimits = { maxOldGenerationSizeMb: 128, maxYoungGenerationSizeMb: 8 }

function isInline(length: number) {
  return length <= maxInlineLength
}

type State = {
  readonly timeoutMs: number
  readonly queue: Task[]
  current: Task | null
  worker: Worker | null
  /** The worker has loaded its modules. The timeout does not include loading. */
  isReady: boolean
  timer?: NodeJS.Timeout
}

/** One worker thread, started on demand and replaced after a timeout. */
export function openRenderQueue({ timeoutMs }: { timeoutMs: number }): RenderQueue {
  const state: State = { timeoutMs, queue: [], current: null, worker: null, isReady: false }
  return {
    isInline,
    async run<Todo extends RenderTask>(task: Todo) {
      if (isInline(task.length)) return runTask(task) as ResultOf<Todo>
      if (state.queue.length >= maxQueueLength) {
        throw new AppError('base.busy', { hint: { retry_after: 5 } })
      }
      const queued = { task, ...Promise.withResolvers<unknown>() }
      state.queue.push(queued)
      runNext(state)
      return (await queued.promise) as ResultOf<Todo>
    },
    async close() {
      clearTimeout(state.timer)
      const error = new Error('renderer is closed')
      for (const task of state.queue.splice(0)) task.reject(error)
      state.current?.reject(error)
      state.current = null
      await stopWorker(state)
    },
  }
}

function runNext(state: State) {
  if (state.current !== null) return
  clearTimeout(state.timer)
  state.current = state.queue.shift() ?? null
  if (state.current === null) {
    state.timer = setTimeout(() => void stopWorker(state), idleMs).unref()
    return
  }
  state.worker ??= startWorker(state)
  if (state.isReady) send(state, state.worker)
}

function send(state: State, worker: Worker) {
  if (state.current === null) return
  state.timer = setTimeout(() => replaceWorker(state, new TooComplexError()), state.timeoutMs)
  worker.postMessage(state.current.task)
}

function startWorker(state: State) {
  const worker = new Worker(workerFile(), { resourceLimits, execArgv: [], env: {} })
  worker.unref()
  worker.on('message', (message: 'ready' | { result: unknown }) => {
    if (worker !== state.worker) return
    if (message === 'ready') {
      state.isReady = true
      send(state, worker)
    } else finish(state, (task) => task.resolve(message.result))
  })
  worker.on('error', (error) => {
    if (worker !== state.worker) return
    replaceWorker(state, isOutOfMemory(error) ? new TooComplexError(error) : error)
  })
  return worker
}

function replaceWorker(state: State, error: unknown) {
  void stopWorker(state)
  finish(state, (task) => task.reject(error))
}

function finish(state: State, settle: (task: Task) => void) {
  clearTimeout(state.timer)
  const task = state.current
  state.current = null
  if (task !== null) settle(task)
  runNext(state)
}

async function stopWorker(state: State) {
  const { worker } = state
  state.worker = null
  state.isReady = false
  await worker?.terminate()
}

function workerFile() {
  const extension = import.meta.url.endsWith('.ts') ? 'ts' : 'js'
  return new URL(`./render-worker.${extension}`, import.meta.url)
}

function isOutOfMemory(error: unknown) {
  return error instanceof Error && 'code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY'
}
