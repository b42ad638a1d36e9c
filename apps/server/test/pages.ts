import { existsSync } from 'node:fs'
import type { FastifyInstance } from 'fastify'
import { buildWeb, webBundle } from '../../../scripts/build/web.ts'
import { createApp } from '../src/app.ts'
import { listeners } from '../src/features.ts'
import type { Clock } from '../src/kernel/clock.ts'
import type { Config } from '../src/kernel/config.ts'
import type { PlatformContext } from '../src/platform/context.ts'
import { openContext } from '../src/platform/process/open-context.ts'
import { loadProductionBuild } from '../src/platform/ssr/build-source.ts'
import { createPagesMount } from '../src/pages.ts'
import { withServerLock } from './databases.ts'

export type Read = {
  status: number
  body: string
  /** `hit`, `stale` or `made`; null when the page was rendered for this request only. */
  cache: string | null
  headers: Headers
}

/** Another process of a site that also serves pages. */
export type PageProcess = {
  ctx: PlatformContext
  app: FastifyInstance
  url: string
  read(path: string, headers?: Record<string, string>): Promise<Read>
  /** Number of pages rendered so far. */
  renderCount(): Promise<number>
  close(): Promise<void>
}

export async function aPageProcess(config: Config, clock: Clock): Promise<PageProcess> {
  await withServerLock(async () => {
    if (!existsSync(webBundle)) buildWeb()
  })
  const ctx = await openContext({ config, listeners, isWorker: false, clock })
  const app = await createApp(ctx, {
    readiness: { isReady: true },
    mountPages: createPagesMount(loadProductionBuild()),
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
    async renderCount() {
      const { values } = await ctx.metrics.pages.get()
      return values.find(({ labels }) => labels.from === 'made')?.value ?? 0
    },
    async close() {
      await app.close()
      await ctx.close()
    },
  }
}
