import { existsSync } from 'node:fs'
import type { FastifyInstance } from 'fastify'
import { buildWeb, webBundle } from '../../../scripts/build/web.ts'
import { makeApp } from '../src/app.ts'
import { listeners } from '../src/features.ts'
import type { Clock } from '../src/kernel/clock.ts'
import type { Config } from '../src/kernel/config.ts'
import type { Context } from '../src/kernel/context.ts'
import { openContext } from '../src/kernel/open-context.ts'
import { productionBuild } from '../src/kernel/web/build-source.ts'
import { pagesFrom } from '../src/pages.ts'
import { withServerLock } from './databases.ts'

export type Read = {
  status: number
  body: string
  /** `hit`, `stale` or `made`; null when the page was made for this reader alone. */
  cache: string | null
  headers: Headers
}

/** One more process of a site, as far as the database and its messages are concerned, that also shows pages. */
export type PageProcess = {
  ctx: Context
  app: FastifyInstance
  url: string
  read(path: string, headers?: Record<string, string>): Promise<Read>
  /** How many pages were made so far. */
  made(): Promise<number>
  close(): Promise<void>
}

export async function aPageProcess(config: Config, clock: Clock): Promise<PageProcess> {
  await withServerLock(async () => {
    if (!existsSync(webBundle)) buildWeb()
  })
  const ctx = await openContext({ config, listeners, works: false, clock })
  const app = await makeApp(ctx, {
    readiness: { isReady: true },
    mountPages: pagesFrom(productionBuild()),
  })
  const url = await app.listen({ host: '127.0.0.1', port: 0 })
  return {
    ctx,
    app,
    url,
    async read(path, headers = {}) {
      const response = await fetch(url + path, { headers, redirect: 'manual' })
      return {
        status: response.status,
        body: await response.text(),
        cache: response.headers.get('x-cache'),
        headers: response.headers,
      }
    },
    async made() {
      const { values } = await ctx.metrics.pages.get()
      return values.find(({ labels }) => labels.from === 'made')?.value ?? 0
    },
    async close() {
      await app.close()
      await ctx.close()
    },
  }
}
