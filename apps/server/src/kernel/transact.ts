import type { SQL } from 'drizzle-orm'
import type { Events } from '../events.ts'
import { notify } from './bus.ts'
import type { Context } from './context.ts'
import type { Db } from './database.ts'
import type { EventName } from './events.ts'
import type { PendingJob } from './jobs.ts'
import { isRenderedInline, type Renderer } from './renderer.ts'
import { currentScope } from './request-scope.ts'
import type { SecretBox } from './secret-box.ts'

/** A transaction that can emit events. Only `transact` creates one. */
export type Tx = Db & {
  readonly now: Date
  readonly secrets: SecretBox
  /** Runs the `within` listeners and queues the `after` listeners of an event. */
  emit<Name extends EventName>(name: Name, payload: Events[Name]): Promise<void>
  /** Sends a message to all processes when the transaction commits. */
  publish(topic: string, payload: string): Promise<void>
  /**
   * Invalidates cached pages after the commit: in this process at once, in the others a moment later (`soon`) or before
   * `transact` returns (`now`, for content that must disappear).
   */
  invalidatePages(keys: readonly string[], when: 'now' | 'soon'): void
  /** For requests that start without a session, such as a login. */
  setWriter(userId: string): void
  /** Runs a statement right before the commit, in the same network write. */
  runBeforeCommit(statement: SQL, onRows: (rows: Record<string, unknown>[]) => void): void
  afterCommit(work: () => Promise<void>): void
  /**
   * Renders Markdown. A text that needs a worker thread rolls the transaction back and restarts it after rendering, so
   * check permissions before and take locks after.
   */
  render: Renderer['render']
}

const maxAttempts = 3
/** Serialization failure and deadlock. */
const retryableStates = new Set(['40001', '40P01'])

/** Commits the writes together with their listeners and jobs, and retries after conflicts. */
export async function transact<T>(ctx: Context, work: (tx: Tx) => Promise<T>): Promise<T> {
  const renderings: Renderings = new Map()
  for (let attempt = 1; ; attempt++) {
    try {
      return await runTransaction(ctx, work, renderings)
    } catch (error) {
      if (error instanceof NotRenderedError) {
        await error.render()
        attempt--
        continue
      }
      if (attempt === maxAttempts || !retryableStates.has(sqlState(error) ?? '')) throw error
      await new Promise((resolve) => setTimeout(resolve, Math.random() * 20 * 2 ** attempt))
    }
  }
}

type Renderings = Map<string, ReturnType<Renderer['render']>>

/** Thrown to roll back, so that the text is rendered outside of the transaction. */
class NotRenderedError extends Error {
  readonly render: () => Promise<void>
  constructor(render: () => Promise<void>) {
    super('transaction restarts after rendering')
    this.name = 'NotRenderedError'
    this.render = render
  }
}

function createTxRenderer(ctx: Context, renderings: Renderings): Renderer['render'] {
  return async (markdown, options) => {
    if (isRenderedInline(markdown)) return await ctx.renderer.render(markdown, options)
    const key = JSON.stringify([
      markdown,
      { ...options, imageSizes: [...(options.imageSizes ?? [])] },
    ])
    const rendering = renderings.get(key)
    if (rendering !== undefined) return await rendering
    throw new NotRenderedError(async () => {
      const started = ctx.renderer.render(markdown, options)
      renderings.set(key, started)
      // The restarted transaction awaits the same promise and handles a failure.
      await started.catch(() => {})
    })
  }
}

async function runTransaction<T>(
  ctx: Context,
  work: (tx: Tx) => Promise<T>,
  renderings: Renderings,
): Promise<T> {
  const followUps: (() => Promise<void>)[] = []
  const invalidatedKeys = { now: new Set<string>(), soon: new Set<string>() }
  const scope = currentScope()
  if (scope !== undefined) scope.hasWritten = true
  let writerId = scope?.userId ?? null
  const result = await ctx.database.transaction(async (transaction, deferred) => {
    const jobs: PendingJob[] = []
    const tx: Tx = Object.assign(transaction, {
      now: ctx.clock.now(),
      secrets: ctx.secrets,
      async emit(name: EventName, payload: Events[EventName]) {
        for (const listener of ctx.listeners.within.get(name) ?? [])
          await listener.run(tx, payload as never)
        for (const { queue } of ctx.listeners.after.get(name) ?? []) jobs.push({ queue, payload })
      },
      async publish(topic: string, payload: string) {
        await notify(tx, topic, payload)
      },
      invalidatePages(keys: readonly string[], when: 'now' | 'soon') {
        for (const key of keys) invalidatedKeys[when].add(key)
      },
      setWriter(userId: string) {
        writerId = userId
      },
      runBeforeCommit(statement: SQL, onRows: (rows: Record<string, unknown>[]) => void) {
        deferred.push({ statement, onRows })
      },
      afterCommit(followUp: () => Promise<void>) {
        followUps.push(followUp)
      },
      render: createTxRenderer(ctx, renderings),
    })
    const value = await work(tx)
    await ctx.jobs.insert(tx, jobs)
    return value
  })
  // Last, so that pages rendered in the meantime do not use stale caches.
  followUps.push(() => ctx.pageCache.invalidate(invalidatedKeys))
  const userId = writerId
  if (userId !== null) followUps.unshift(() => ctx.replicas.recordWrite(userId))
  await runFollowUps(ctx, followUps)
  return result
}

/** The transaction has committed, so failures here must not fail the request. */
async function runFollowUps(ctx: Context, followUps: readonly (() => Promise<void>)[]) {
  for (const followUp of followUps) {
    await followUp().catch((error: unknown) =>
      ctx.log.error({ err: error }, 'work after a commit failed'),
    )
  }
}

/** Also finds it in causes. */
export function sqlState(error: unknown): string | undefined {
  for (let current = error; current instanceof Error; current = current.cause) {
    if (
      'code' in current &&
      typeof current.code === 'string' &&
      /^[0-9A-Z]{5}$/.test(current.code)
    ) {
      return current.code
    }
  }
  return undefined
}

/** Lost or refused connections, and servers that start, stop or have no free connection. */
const unreachableCodes = /^(08...|57P0[1-3]|53300|ECONN(REFUSED|RESET)|EPIPE|ETIMEDOUT)$/

export function isUnreachable(error: unknown) {
  for (let current = error; current instanceof Error; current = current.cause) {
    if ('code' in current && unreachableCodes.test(String(current.code))) return true
    if (/^(Connection terminated|timeout exceeded when trying to connect)/.test(current.message))
      return true
  }
  return false
}

export function requireRow<Row>(row: Row | undefined): Row {
  if (row === undefined) throw new Error('statement returned no row')
  return row
}
