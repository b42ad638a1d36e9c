import { listQuestions } from '@stoa/contract/features/questions'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { freePort } from '../../../../../scripts/services/ports.ts'
import { servicePorts } from '../../../test/databases.ts'
import { aProxy } from '../../../test/proxy.ts'
import { aSite, type TestSite } from '../../../test/site.ts'
import { serveMetrics } from './health.ts'

let site: TestSite
let metricsPort: number
let proxy: Awaited<ReturnType<typeof aProxy>>

beforeAll(async () => {
  metricsPort = await freePort()
  proxy = await aProxy(servicePorts().postgres.port)
  site = await aSite({
    databasePort: proxy.port,
    env: { STOA_METRICS_PORT: String(metricsPort) },
  })
})
afterAll(async () => {
  await site.close()
  proxy.close()
})

const get = (url: string) => site.app.inject({ url })

describe('GET /healthz and /readyz', () => {
  it('report liveness and readiness and are not cacheable', async () => {
    for (const url of ['/healthz', '/readyz'])
      expect((await get(url)).headers['cache-control']).toBe('no-store')
    expect((await get('/healthz')).json()).toEqual({ status: 'ok' })
    expect((await get('/readyz')).json()).toEqual({
      status: 'ready',
      database: 'ok',
      installed: true,
    })
  })

  it('report not ready during startup and shutdown, separately from the database', async () => {
    site.readiness.isReady = false
    const response = await get('/readyz')
    expect(response.statusCode).toBe(503)
    expect(response.json()).toMatchObject({ status: 'not ready', database: 'ok' })
    expect((await get('/healthz')).statusCode).toBe(200)
    site.readiness.isReady = true
  })

  it('report alive but not ready while the database is down, and recover', async () => {
    proxy.set('down')
    await expect
      .poll(async () => (await get('/readyz')).json<object>())
      .toMatchObject({ status: 'not ready', database: 'down' })
    expect((await get('/readyz')).statusCode).toBe(503)
    expect((await get('/healthz')).statusCode).toBe(200)
    const call = await get(listQuestions.path)
    expect(call.statusCode).toBe(503)
    expect(call.json()).toMatchObject({ reason: 'base.busy', data: { retry_after: 5 } })
    expect(call.headers['retry-after']).toBe('5')
    proxy.set('pass')
    await expect.poll(async () => (await get('/readyz')).statusCode).toBe(200)
    expect((await get(listQuestions.path)).statusCode).toBe(200)
  })

  it('query the database at most about once a second', async () => {
    const statementsOf = async () => Number((await get('/readyz')).headers['x-sql-count'])
    const started = performance.now()
    let statements = 0
    for (let round = 0; round < 20; round++) {
      const counts = await Promise.all(Array.from({ length: 20 }, statementsOf))
      statements += counts.reduce((sum, count) => sum + count, 0)
    }
    const seconds = (performance.now() - started) / 1000
    expect(statements).toBeLessThanOrEqual(Math.ceil(seconds) + 1)
  })

  it('report not ready while the database hangs', async () => {
    proxy.set('hang')
    await expect.poll(async () => (await get('/readyz')).statusCode, { timeout: 20_000 }).toBe(503)
    proxy.set('pass')
    await expect.poll(async () => (await get('/readyz')).statusCode).toBe(200)
  })
})

describe('GET /metrics', () => {
  it('is served on a separate port only', async () => {
    const metrics = await serveMetrics(site.ctx)
    await get(listQuestions.path)
    const response = await fetch(`http://127.0.0.1:${metricsPort}/metrics`)
    expect(response.headers.get('content-type')).toContain('text/plain')
    const text = await response.text()
    expect(text).toContain(
      `stoa_http_request_duration_seconds_count{method="GET",route="${listQuestions.path}",status="200"}`,
    )
    expect(text).toMatch(/stoa_http_request_sql_statements_sum\{route="[^"]+page"\} [1-9]/)
    expect(text).toContain('stoa_jobs_dead 0')
    expect(text).toMatch(/stoa_jobs_waiting \d/)
    expect((await get('/metrics')).statusCode).toBe(404)
    await metrics?.close()
  })

  it('listens on 127.0.0.1 by default, even when the site listens everywhere', async () => {
    const port = await freePort()
    const config = { ...site.ctx.config, host: '0.0.0.0', metrics_port: port }
    const statusAt = async (ip: string) =>
      await fetch(`http://${ip}:${port}/metrics`).then(
        ({ status }) => status,
        () => 'refused',
      )
    const metrics = await serveMetrics({ ...site.ctx, config })
    expect([await statusAt('127.0.0.1'), await statusAt('127.0.0.2')]).toEqual([200, 'refused'])
    await metrics?.close()
    const open = await serveMetrics({ ...site.ctx, config: { ...config, metrics_host: '0.0.0.0' } })
    expect(await statusAt('127.0.0.2')).toBe(200)
    await open?.close()
  })

  it('is off without a configured port', async () => {
    const ctx = { ...site.ctx, config: { ...site.ctx.config, metrics_port: 0 } }
    expect(await serveMetrics(ctx)).toBeNull()
  })
})
