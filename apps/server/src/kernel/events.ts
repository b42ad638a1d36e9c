import type { Events } from '../events.ts'
import type { Context } from './context.ts'
import type { Tx } from './transact.ts'

export type EventName = keyof Events

/** Runs in the same transaction as the change, for data that must stay consistent with it. */
export type WithinListener = {
  kind: 'within'
  event: EventName
  run(tx: Tx, payload: never): Promise<void>
}

/** Queues a job in the transaction of the change. Must be idempotent: jobs may run twice. */
export type AfterListener = {
  kind: 'after'
  event: EventName
  queue: string
  run(ctx: Context, payload: never): Promise<void>
}

/** Runs on one worker at a time. */
export type Scheduled = {
  kind: 'every'
  cron: string
  queue: string
  run(ctx: Context): Promise<void>
}

export type Listener = WithinListener | AfterListener | Scheduled

export function within<Name extends EventName>(
  event: Name,
  run: (tx: Tx, payload: Events[Name]) => Promise<void>,
): WithinListener {
  return { kind: 'within', event, run }
}

export function after<Name extends EventName>(
  event: Name,
  name: string,
  run: (ctx: Context, payload: Events[Name]) => Promise<void>,
): AfterListener {
  return { kind: 'after', event, queue: `${event}/${name}`, run }
}

export function every(cron: string, name: string, run: (ctx: Context) => Promise<void>): Scheduled {
  return { kind: 'every', cron, queue: `every/${name}`, run }
}

export type ListenerIndex = {
  within: ReadonlyMap<EventName, readonly WithinListener[]>
  after: ReadonlyMap<EventName, readonly AfterListener[]>
  jobs: readonly (AfterListener | Scheduled)[]
}

export function indexListeners(listeners: readonly Listener[]): ListenerIndex {
  const withinListeners = listeners.filter((listener) => listener.kind === 'within')
  const afterListeners = listeners.filter((listener) => listener.kind === 'after')
  const jobs = listeners.filter((listener) => listener.kind !== 'within')
  assertUniqueQueues(jobs.map(({ queue }) => queue))
  return {
    within: Map.groupBy(withinListeners, (listener) => listener.event),
    after: Map.groupBy(afterListeners, (listener) => listener.event),
    jobs,
  }
}

/** Two handlers of one queue would each get only some of its jobs. */
function assertUniqueQueues(queues: readonly string[]) {
  const repeated = queues.find((queue, index) => queues.indexOf(queue) !== index)
  if (repeated !== undefined) throw new Error(`two jobs share the queue ${repeated}`)
}
