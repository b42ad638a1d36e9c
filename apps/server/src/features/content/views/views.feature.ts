import { lt } from 'drizzle-orm'
import { every } from '../../../kernel/events.ts'
import type { Feature } from '../../../kernel/feature.ts'
import { transact } from '../../../kernel/transact.ts'
import { flushViews } from './views.actions.ts'
import { questionViews } from '../../../schema/views.ts'

const flushEveryMs = 10_000

export const viewsFeature: Feature = {
  name: 'views',
  mount(app, ctx) {
    const flush = () =>
      flushViews(ctx).catch((error: unknown) =>
        ctx.log.error({ err: error }, 'view count flush failed'),
      )
    const timer = setInterval(() => void flush(), flushEveryMs).unref()
    // All requests have ended, so a normal shutdown loses no views.
    app.addHook('onClose', async () => {
      clearInterval(timer)
      await flush()
    })
  },
  listeners: [
    every('41 * * * *', 'forget-views', async (ctx) => {
      const dayAgo = new Date(ctx.clock.now().getTime() - 86_400_000)
      await transact(ctx, (tx) => tx.delete(questionViews).where(lt(questionViews.seenAt, dayAgo)))
    }),
  ],
}
