import type { Feature } from '../../../kernel/feature.ts'
import { searchListeners } from './search.listeners.ts'
import { searchRoutes } from './search.routes.ts'
import { flushMissedSearches } from './missed-searches.actions.ts'

const flushEveryMs = 60_000

export const searchFeature: Feature = {
  name: 'search',
  routes: searchRoutes,
  listeners: searchListeners,
  mount(app, ctx) {
    const flush = () =>
      flushMissedSearches(ctx).catch((error: unknown) =>
        ctx.log.error({ err: error }, 'flush of searches without a result failed'),
      )
    const timer = setInterval(() => void flush(), flushEveryMs).unref()
    app.addHook('onClose', async () => {
      clearInterval(timer)
      await flush()
    })
  },
}
