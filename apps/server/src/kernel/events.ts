import type { Events } from '../events.ts'
import type {
  AfterListener,
  Context,
  EventName,
  Listener,
  ListenerIndex,
  Scheduled,
  Tx,
  WithinListener,
} from './context.ts'

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
  { isLong = false } = {},
): AfterListener {
  return { kind: 'after', event, queue: `${event}/${name}`, isLong, run }
}

export function every(cron: string, name: string, run: (ctx: Context) => Promise<void>): Scheduled {
  return { kind: 'every', cron, queue: `every/${name}`, run }
}

export function indexListeners(listeners: readonly Listener[]): ListenerIndex {
  const withinListeners = listeners.filter((listener) => listener.kind === 'within')
  const afterListeners = listeners.filter((listener) => listener.kind === 'after')
  const jobs = listeners.filter(isJob)
  assertUniqueQueues(jobs.map(({ queue }) => queue))
  return {
    within: Map.groupBy(withinListeners, (listener) => listener.event),
    after: Map.groupBy(afterListeners, (listener) => listener.event),
    jobs,
    runners: listeners.filter((listener) => listener.kind === 'runner'),
  }
}

function isJob(listener: Listener) {
  return listener.kind === 'after' || listener.kind === 'every'
}

/** Two handlers of one queue would each get only some of its jobs. */
function assertUniqueQueues(queues: readonly string[]) {
  const repeated = queues.find((queue, index) => queues.indexOf(queue) !== index)
  if (repeated !== undefined) throw new Error(`two jobs share the queue ${repeated}`)
}
