// The enabled search plugin, which finds posts in place of the built-in search.
import type { Context } from '../../../kernel/context.ts'
import type { ReadDb } from '../../../kernel/database.ts'
import {
  type InstalledPlugin,
  PluginFailure,
  PluginRejection,
  type Plugins,
} from '../../../kernel/plugins.ts'
import type { SearchPause } from '../../../kernel/services.ts'
import { searchPlugins } from '../../../schema/search.ts'

export function findSearchPlugin(plugins: Pick<Plugins, 'list'>): InstalledPlugin | null {
  const isSearch = ({ isEnabled, manifest }: InstalledPlugin) =>
    isEnabled && manifest.server?.search !== undefined
  return plugins.list().find(isSearch) ?? null
}

export async function readIndexes(db: ReadDb) {
  const [row] = await db.select().from(searchPlugins)
  return row ?? null
}

const pauseMs = { first: 5_000, max: 60_000 }
/** One call tries again after a pause, while the others still go to the built-in search. */
const trialMs = 2_000

export const isPaused = ({ until }: SearchPause) => performance.now() < until

/**
 * Calls the plugin, or returns null: it failed, or did so a moment ago (circuit breaker). A search engine that does not respond
 * must not delay every search.
 */
export async function callUnlessPaused<T>(
  ctx: Pick<Context, 'log'>,
  pause: SearchPause,
  call: () => Promise<T>,
): Promise<T | null> {
  if (isPaused(pause)) return null
  if (pause.failures > 0) pause.until = performance.now() + trialMs
  try {
    const result = await call()
    pause.failures = 0
    pause.until = 0
    return result
  } catch (error) {
    if (!(error instanceof PluginFailure || error instanceof PluginRejection)) throw error
    ctx.log.warn({ err: error }, 'search plugin failed')
    const ms = Math.min(pauseMs.max, pauseMs.first * 2 ** pause.failures)
    pause.until = performance.now() + ms
    pause.failures++
    return null
  }
}
