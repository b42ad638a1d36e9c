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

/** The unit of work: a transaction that can also tell what happened. Only `transact` makes one. */
export type Tx = Db & {
  readonly now: Date
  readonly secrets: SecretBox
  /** Tells that something happened: runs its `within` listeners, queues its `after` listeners. */
  emit<Name extends EventName>(name: Name, payload: Events[Name]): Promise<void>
  /** Sends a message to all processes; it leaves with the commit. */
  publish(topic: string, payload: string): Promise<void>
  /**
   * Names what stands on pages and changes: kept pages that show it go before the write is answered. `now` waits for
   * the other processes too, for what must not be seen any more; with `soon` theirs go a moment later.
   */
  touch(tags: readonly string[], when: 'now' | 'soon'): void
  /** Says whose write this is, where the request began without a person: who signs in. */
  isBy(personId: string): void
  /** Writes when all else is done, and does not wait: the commit leaves right behind it. */
  lastly(statement: SQL, use: (rows: Record<string, unknown>[]) => void): void
  /** Runs in this process once the commit is done. */
  afterCommit(work: () => Promise<void>): void
  /**
   * Renders Markdown without holding the transaction open: when it takes a worker, the transaction is rolled back, the
   * text is rendered, and the transaction starts over. Check the right to write first, and lock nothing before.
   */
  render: Renderer['render']
}

const maxAttempts = 3
/** Serialization failure and deadlock: the whole transaction may be run again. */
const retryable = new Set(['40001', '40P01'])

/** Runs a write: all of it happens, with its listeners and jobs, or none. */
export async function transact<T>(ctx: Context, work: (tx: Tx) => Promise<T>): Promise<T> {
  const renderings: Renderings = new Map()
  for (let attempt = 1; ; attempt++) {
    try {
      return await once(ctx, work, renderings)
    } catch (error) {
      if (error instanceof NotRenderedError) {
        await error.render()
        attempt--
        continue
      }
      if (attempt === maxAttempts || !retryable.has(sqlState(error) ?? '')) throw error
      await new Promise((resolve) => setTimeout(resolve, Math.random() * 20 * 2 ** attempt))
    }
  }
}

type Renderings = Map<string, ReturnType<Renderer['render']>>

/** Rolls the transaction back, so that a text can be rendered outside it. */
class NotRenderedError extends Error {
  readonly render: () => Promise<void>
  constructor(render: () => Promise<void>) {
    super('a text is rendered before the transaction starts over')
    this.name = 'NotRenderedError'
    this.render = render
  }
}

function rendererFor(ctx: Context, renderings: Renderings): Renderer['render'] {
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
      // A failure is met by the code that asks for the text once the transaction has started over.
      await started.catch(() => {})
    })
  }
}

async function once<T>(
  ctx: Context,
  work: (tx: Tx) => Promise<T>,
  renderings: Renderings,
): Promise<T> {
  const followUps: (() => Promise<void>)[] = []
  const touched = { now: new Set<string>(), soon: new Set<string>() }
  const scope = currentScope()
  if (scope !== undefined) scope.hasWritten = true
  let person = scope?.person ?? null
  const result = await ctx.database.transaction(async (transaction, last) => {
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
      touch(tags: readonly string[], when: 'now' | 'soon') {
        for (const tag of tags) touched[when].add(tag)
      },
      isBy(personId: string) {
        person = personId
      },
      lastly(statement: SQL, use: (rows: Record<string, unknown>[]) => void) {
        last.push({ statement, use })
      },
      afterCommit(followUp: () => Promise<void>) {
        followUps.push(followUp)
      },
      render: rendererFor(ctx, renderings),
    })
    const value = await work(tx)
    await ctx.jobs.insert(tx, jobs)
    return value
  })
  // Last: a page made in between must not find anything old.
  followUps.push(() => ctx.pages.drop(touched))
  // The change is made: what follows may fail, but can no longer make the request fail.
  const writer = person
  if (writer !== null) followUps.unshift(() => ctx.replicas.noteWrite(writer))
  for (const followUp of followUps) {
    await followUp().catch((error: unknown) => ctx.log.error({ err: error }, 'after a commit'))
  }
  return result
}

/** The SQLSTATE of a failed statement, whichever layer wrapped it. */
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

/** Connections lost, refused or ended by the server, and servers that start, stop or have no room. */
const unreachable = /^(08...|57P0[1-3]|53300|ECONN(REFUSED|RESET)|EPIPE|ETIMEDOUT)$/

/** Whether a statement failed because the database could not be reached: the same may work in a moment. */
export function isUnreachable(error: unknown) {
  for (let current = error; current instanceof Error; current = current.cause) {
    if ('code' in current && unreachable.test(String(current.code))) return true
    if (/^(Connection terminated|timeout exceeded when trying to connect)/.test(current.message))
      return true
  }
  return false
}

/** The row an insert returned: there always is one, unless the insert was told to do nothing. */
export function inserted<Row>(row: Row | undefined): Row {
  if (row === undefined) throw new Error('an insert returned no row')
  return row
}
