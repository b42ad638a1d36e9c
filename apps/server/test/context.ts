import { readConfig } from '../src/platform/process/read-config.ts'
import type { PlatformContext } from '../src/platform/context.ts'
import type { Listener } from '../src/kernel/context.ts'
import { indexListeners } from '../src/kernel/events.ts'
import { openContext } from '../src/platform/process/open-context.ts'
import { createTestDatabase } from './databases.ts'

type Options = { listeners?: readonly Listener[]; works?: boolean; env?: Record<string, string> }

/** One database with any number of processes, each with its own listeners. */
export async function aCluster() {
  const database = await createTestDatabase()
  const opened: PlatformContext[] = []
  return {
    database,
    async open({ listeners = [], works = false, env = {} }: Options = {}) {
      const config = readConfig({
        STOA_LOG_LEVEL: 'silent',
        STOA_DATABASE_URL: database.url,
        STOA_DATABASE_POOL: '5',
        ...env,
      })
      const ctx = await openContext({
        config,
        listeners: indexListeners(listeners),
        isWorker: works,
      })
      opened.push(ctx)
      if (works) await ctx.jobs.work(ctx)
      return ctx
    },
    async close() {
      for (const ctx of opened) await ctx.close()
      await database.drop()
    },
  }
}
