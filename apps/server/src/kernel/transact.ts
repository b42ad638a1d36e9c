import { type Events, events } from '../events.ts'
import type { Context, EventName, Tx } from './context.ts'
import { type CacheTag, cacheTopic, type Invalidation, type LiveTopic } from './invalidation.ts'
import { recordPageChanges } from './page-changes.ts'
import { currentScope } from './request-scope.ts'
import type { PendingJob } from './services.ts'

const maxAttempts = 3
/** Serialization failure and deadlock. */
const retryableStates = new Set(['40001', '40P01'])

/** Commits the writes together with their listeners and jobs, and retries after conflicts. */
export async function transact<T>(ctx: Context, work: (tx: Tx) => Promise<T>): Promise<T> {
  const results: OutsideResults = new Map()
  for (let attempt = 1; ; attempt++) {
    try {
      return await runTransaction(ctx, work, results)
    } catch (error) {
      if (error instanceof RestartError) {
        await error.run()
        attempt--
        continue
      }
      if (attempt === maxAttempts || !retryableStates.has(sqlState(error) ?? '')) throw error
      await new Promise((resolve) => setTimeout(resolve, Math.random() * 20 * 2 ** attempt))
    }
  }
}

/** Of slow work that a transaction waits for, by key. */
type OutsideResults = Map<string, Promise<unknown>>

/** Thrown to roll back, so that slow work runs outside of the transaction. */
class RestartError extends Error {
  readonly run: () => Promise<void>
  constructor(run: () => Promise<void>) {
    super('transaction restarts after slow work')
    this.name = 'RestartError'
    this.run = run
  }
}

function createRunOutside(results: OutsideResults): Tx['runOutside'] {
  return async <T>(key: string, work: () => Promise<T>) => {
    const result = results.get(key)
    if (result !== undefined) return (await result) as T
    throw new RestartError(async () => {
      const started = work()
      results.set(key, started)
      // The restarted transaction awaits the same promise and handles a failure.
      await started.catch(() => {})
    })
  }
}

function createTxRenderer(ctx: Context, runOutside: Tx['runOutside']): Tx['render'] {
  return async (markdown, options) => {
    const render = () => ctx.renderer.render(markdown, options)
    if (ctx.renderer.isInline(markdown, options)) return await render()
    const imageSizes = [...(options.imageSizes ?? [])]
    const key = JSON.stringify(['render', markdown, { ...options, imageSizes }])
    return await runOutside(key, render)
  }
}

async function runTransaction<T>(
  ctx: Context,
  work: (tx: Tx) => Promise<T>,
  results: OutsideResults,
): Promise<T> {
  const runOutside = createRunOutside(results)
  const followUps: (() => Promise<void>)[] = []
  const stale = noneStale()
  const scope = currentScope()
  if (scope !== undefined) scope.hasWritten = true
  let writerId = scope?.userId ?? null
  const result = await ctx.database.transaction(async (transaction) => {
    const jobs: PendingJob[] = []
    const tx: Tx = Object.assign(transaction, {
      ctx,
      now: ctx.clock.now(),
      async emit(name: EventName, payload: Events[EventName]) {
        addStale(stale, events[name].invalidates(payload as never))
        for (const listener of ctx.listeners.within.get(name) ?? [])
          await listener.run(tx, payload as never)
        for (const { queue } of ctx.listeners.after.get(name) ?? []) jobs.push({ queue, payload })
      },
      async publish(topic: string, payload: string) {
        await ctx.bus.publishIn(tx, topic, payload)
      },
      setWriter(userId: string) {
        writerId = userId
      },
      afterCommit(followUp: () => Promise<void>) {
        followUps.push(followUp)
      },
      runOutside,
      render: createTxRenderer(ctx, runOutside),
    })
    const value = await work(tx)
    await ctx.jobs.insert(tx, jobs)
    if (stale.values.size > 0)
      await tx.publish(cacheTopic, JSON.stringify({ from: ctx.bus.id, tags: [...stale.values] }))
    if (stale.stored.size > 0) await recordPageChanges(tx, stale.stored, tx.now)
    return value
  })
  if (stale.values.size > 0) followUps.push(() => ctx.cache.invalidate([...stale.values]))
  followUps.push(async () => ctx.live.publish(stale.live))
  // Last, so that pages rendered in the meantime do not use stale values.
  followUps.push(() => ctx.pageCache.invalidate(stale))
  const userId = writerId
  if (userId !== null) followUps.unshift(() => ctx.replicas.recordWrite(userId))
  await runFollowUps(ctx, followUps)
  return result
}

type Stale = {
  now: Set<string>
  soon: Set<string>
  stored: Set<string>
  values: Set<CacheTag>
  live: Set<LiveTopic>
}

const noneStale = (): Stale => ({
  now: new Set(),
  soon: new Set(),
  stored: new Set(),
  values: new Set(),
  live: new Set(),
})

function addStale(stale: Stale, invalidation: Invalidation) {
  const { pages = [], stored = pages, isUrgent = false, values = [], live = [] } = invalidation
  for (const key of pages) stale[isUrgent ? 'now' : 'soon'].add(key)
  for (const key of stored) stale.stored.add(key)
  for (const tag of values) stale.values.add(tag)
  for (const topic of live) stale.live.add(topic)
}

/** The transaction has committed, so failures here must not fail the request. */
async function runFollowUps(ctx: Context, followUps: readonly (() => Promise<void>)[]) {
  for (const followUp of followUps) {
    await followUp().catch((error: unknown) =>
      ctx.log.error({ err: error }, 'work after a commit failed'),
    )
  }
}

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

/** The row exists already: another request was faster. */
export function isUniqueViolation(error: unknown): boolean {
  return sqlState(error) === '23505'
}

export function requireRow<Row>(row: Row | undefined): Row {
  if (row === undefined) throw new Error('statement returned no row')
  return row
}
