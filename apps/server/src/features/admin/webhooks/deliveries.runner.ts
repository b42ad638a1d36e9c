import type { Context, Runner } from '../../../kernel/context.ts'
import { withScope } from '../../../kernel/request-scope.ts'
import { claimDue, deliveriesTopic, findNextDue } from './deliveries.actions.ts'
import { sendClaimed } from './sending.ts'

const maxSleepMs = 60_000
/** After a failure of the database. */
const errorPauseMs = 5_000

/**
 * Sends what is due. The table is the queue: a message of the bus wakes the processes, which claim rows. Not the job queue, in
 * which a slow receiver would hold up the jobs beside it.
 */
export const deliveriesRunner: Runner = {
  kind: 'runner',
  start(ctx) {
    const running = new Set<Promise<void>>()
    let timer: NodeJS.Timeout | undefined
    let isStopped = false
    let looking: Promise<void> | null = null
    let isStale = false

    /** One look at a time; what happens meanwhile causes another one. */
    function look() {
      isStale = true
      looking ??= withScope('webhooks', lookWhileStale).finally(() => {
        looking = null
      })
    }
    async function lookWhileStale() {
      try {
        while (isStale && !isStopped) {
          isStale = false
          sleep(await startDue())
        }
      } catch (error) {
        ctx.log.error({ err: error }, 'webhook deliveries could not be read')
        sleep(errorPauseMs)
      }
    }
    async function startDue() {
      const now = ctx.clock.now()
      for (const { id } of await claimDue(ctx.autocommit, now)) {
        const sending = withScope(`webhook ${id}`, () => sendOne(ctx, id)).finally(() => {
          running.delete(sending)
          look()
        })
        running.add(sending)
      }
      const next = await findNextDue(ctx, now)
      return next === null ? null : Math.max(0, next.getTime() - now.getTime())
    }
    function sleep(ms: number | null) {
      clearTimeout(timer)
      if (ms !== null && !isStopped) timer = setTimeout(look, Math.min(ms, maxSleepMs)).unref()
    }

    ctx.bus.subscribe(deliveriesTopic, look)
    ctx.bus.onGap(look)
    look()
    return async () => {
      isStopped = true
      clearTimeout(timer)
      await looking
      await Promise.all(running)
    }
  },
}

/** A failure to record leaves the claim, which another attempt follows when it ends. */
async function sendOne(ctx: Context, id: string) {
  try {
    await sendClaimed(ctx, id)
  } catch (error) {
    ctx.log.error({ err: error }, 'webhook delivery was not recorded')
  }
}
