import type { Client } from '@stoa/contract/client'
import { getHealth, type HealthCheckName, listSlowRoutes } from '@stoa/contract/features/health'
import { sql } from 'drizzle-orm'
import { chmodSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { aPackage } from '../../../../test/plugins.ts'
import { aSite, type TestSite } from '../../../../test/site.ts'
import { registerProcess } from '../../../platform/process/process-registry.ts'
import { aQuestion } from '../../content/questions/questions.factory.ts'
import { rebuildSearch } from '../../discovery/search/search.actions.ts'
import { aUser } from '../../people/auth/accounts.factory.ts'
import { aPlugin } from '../plugins/plugins.factory.ts'
import { createProbes, healthChecks, runHealthChecks } from './health.checks.ts'

let site: TestSite
let admin: Client
let token: string
let unregister: () => Promise<void>

// Without workers: the tests write the jobs.
beforeAll(async () => {
  site = await aSite({ env: { STOA_SMTP_URL: 'smtp://127.0.0.1:1' } })
  token = (await aUser(site.ctx, { role: 'admin' })).token
  admin = site.as(token)
  unregister = await registerProcess(site.ctx, 'all')
})
afterAll(async () => {
  await unregister()
  await site.close()
})

const find = async (name: HealthCheckName) => {
  const { checks } = await admin.call(getHealth, {})
  return checks.find((check) => check.name === name)
}

describe('GET /health', () => {
  it('finds nothing wrong with a new site but its URL', async () => {
    const { checks } = await admin.call(getHealth, {})
    expect(checks.map(({ name }) => name)).toEqual(Object.keys(healthChecks))
    // The machine of the test may have little room.
    const wrong = checks.filter(
      ({ name, level }) =>
        level !== 'ok' && level !== 'skipped' && name !== 'disk' && name !== 'memory',
    )
    expect(wrong).toEqual([
      {
        name: 'site_url',
        level: 'warning',
        code: 'site_url.local',
        values: { url: 'http://localhost:3000' },
      },
    ])
  })

  it('takes a fixed number of statements', async () => {
    const get = () =>
      site.app.inject({
        url: '/answer/admin/api/health',
        headers: { authorization: `Bearer ${token}` },
      })
    await get()
    expect(Number((await get()).headers['x-sql-count'])).toBe(10)
  })

  it('finds jobs that failed for good', async () => {
    await site.db.execute(sql`
      insert into pgboss.job (name, data, source_name, source_output)
      values ('dead', '{}', 'question.asked/index', '{"message": "Error: index is missing"}')`)
    expect(await find('failed_jobs')).toMatchObject({ level: 'problem', values: { count: 1 } })
    await site.db.execute(sql`delete from pgboss.job where name = 'dead'`)
    expect(await find('failed_jobs')).toMatchObject({ level: 'ok' })
  })

  it('finds jobs that wait for too long, but not those that wait for a retry', async () => {
    await aQuestion(site.as((await aUser(site.ctx)).token))
    await site.db.execute(sql`
      update pgboss.job set start_after = now() + interval '1 hour', state = 'retry' where state = 'created'`)
    expect(await find('jobs')).toMatchObject({ level: 'ok', values: { waiting: 0 } })
    await site.db.execute(sql`
      update pgboss.job set start_after = now() - interval '2 hours' where name = 'question.asked/index'`)
    const late = await find('jobs')
    expect(late).toMatchObject({ level: 'problem', values: { waiting: 1 } })
    expect(late?.values['age']).toBeGreaterThanOrEqual(7200)
    expect(await find('search')).toMatchObject({ level: 'warning', code: 'search.late' })
    await site.db.execute(sql`delete from pgboss.job`)
  })

  it('finds public questions that are not in the search index, once their job is overdue', async () => {
    await rebuildSearch(site.ctx, () => {})
    await aQuestion(site.as((await aUser(site.ctx)).token))
    await site.db.execute(sql`delete from pgboss.job`)
    expect(await find('search')).toMatchObject({ level: 'ok' })
    await site.db.execute(sql`update questions set created_at = now() - interval '1 hour'`)
    expect(await find('search')).toMatchObject({ level: 'problem', values: { missing: 1 } })
    await rebuildSearch(site.ctx, () => {})
    expect(await find('search')).toMatchObject({ level: 'ok' })
  })

  it('finds emails of the last day that failed', async () => {
    await site.db.execute(sql`
      insert into mail_log (kind, recipient, subject, status, error, created_at)
      values ('test', 'a@example.org', 'Test', 'failed', 'refused', now()),
        ('test', 'a@example.org', 'Test', 'failed', 'refused', now() - interval '2 days')`)
    expect(await find('email')).toMatchObject({ level: 'problem', values: { failed: 1, sent: 0 } })
    await site.db.execute(sql`delete from mail_log`)
  })

  it('finds webhooks that stopped', async () => {
    await site.db.execute(sql`
      insert into webhooks (url, description, events, all_events, state, created_at)
      values ('https://example.org', '', '{}', true, 'stopped', now())`)
    expect(await find('webhooks')).toMatchObject({ level: 'warning', values: { count: 1 } })
    await site.db.execute(sql`delete from webhooks`)
  })

  it('finds plugins that the site disabled, and those that fail', async () => {
    const archive = aPackage({ slug: 'oven', server: 'export default {}' })
    await aPlugin(site.ctx, archive, { isEnabled: false })
    await site.db.execute(sql`update plugins set fault = 'It is late.'`)
    const names = 'Plugin oven'
    expect(await find('plugins')).toMatchObject({ level: 'warning', values: { names } })
    await site.db.execute(sql`update plugins set enabled = true, fault = null`)
    expect(await find('plugins')).toMatchObject({ code: 'plugins.ok', values: { count: 1 } })
    await site.db.execute(sql`
      insert into plugin_calls (slug, day, calls, failures, last_failure_at)
      values ('oven', current_date, 1, 1, now())`)
    expect(await find('plugins')).toMatchObject({ code: 'plugins.failing' })
    await site.db.execute(sql`delete from plugins`)
    await site.ctx.plugins.reload()
  })

  it('finds a database that was migrated by another version', async () => {
    const applied = sql`drizzle.__drizzle_migrations`
    await site.db.execute(sql`update ${applied} set created_at = created_at + 1`)
    expect(await find('migrations')).toMatchObject({ level: 'warning', code: 'migrations.newer' })
    await site.db.execute(sql`update ${applied} set created_at = created_at - 2`)
    expect(await find('migrations')).toMatchObject({ level: 'problem' })
    await site.db.execute(sql`update ${applied} set created_at = created_at + 1`)
  })

  it('finds a folder for uploads that is not writable', async () => {
    const folder = site.ctx.config.files_dir
    expect(await find('uploads')).toMatchObject({ level: 'ok' })
    if (process.getuid?.() === 0) return
    chmodSync(`${folder}/health`, 0o500)
    expect(await find('uploads')).toMatchObject({ level: 'problem', values: { error: 'EACCES' } })
    chmodSync(`${folder}/health`, 0o700)
  })

  it('finds a Redis that does not respond', async () => {
    const ctx: TestSite['ctx'] = {
      ...site.ctx,
      diagnostics: {
        ...site.ctx.diagnostics,
        measureRedis: () => Promise.reject(new Error('connection refused')),
      },
    }
    const checks = await runHealthChecks(createProbes(ctx, ''))
    expect(checks.find(({ name }) => name === 'redis')).toMatchObject({ level: 'problem' })
  })

  it('says of checks that hang or fail that they did, and shows the others', async () => {
    const probes = createProbes(site.ctx, '')
    const checks = await runHealthChecks(probes, {
      ...healthChecks,
      redis: () => new Promise(() => {}),
      disk: () => Promise.reject(new Error('no such device')),
    })
    const of = (name: HealthCheckName) => checks.find((check) => check.name === name)
    expect(of('redis')).toMatchObject({ level: 'problem', code: 'check.timeout' })
    expect(of('disk')).toMatchObject({ code: 'check.failed', values: { error: 'no such device' } })
    expect(of('database')).toMatchObject({ level: 'ok' })
  })
})

describe('running processes', () => {
  it('are listed while they give signs of life', async () => {
    const { processes } = await admin.call(getHealth, {})
    expect(processes).toMatchObject([{ role: 'all', pid: process.pid, is_current: true }])
    await site.db.execute(sql`update processes set seen_at = now() - interval '61 seconds'`)
    expect((await admin.call(getHealth, {})).processes).toEqual([])
    expect(await find('workers')).toMatchObject({ level: 'problem', code: 'workers.none' })
    await site.db.execute(sql`update processes set seen_at = now()`)
  })

  it('are forgotten by the others once they have ended', async () => {
    await site.db.execute(sql`
      insert into processes (id, role, host, pid, version, node_version, memory_bytes, started_at, seen_at)
      values ('gone', 'work', 'host', 1, '0.1.0', 'v24', 1, now(), now() - interval '2 minutes'),
        ('old', 'serve', 'host', 2, '0.1.0', 'v24', 1, now(), now())`)
    expect(await find('versions')).toMatchObject({ level: 'warning' })
    const other = await registerProcess(site.ctx, 'all')
    const { rows } = await site.db.execute<{ id: string }>(sql`select id from processes`)
    expect(rows.map(({ id }) => id).toSorted()).toEqual(
      [site.ctx.diagnostics.processId, 'old'].toSorted(),
    )
    await other()
    unregister = await registerProcess(site.ctx, 'all')
    await site.db.execute(sql`delete from processes where id = 'old'`)
  })
})

it('GET /health finds that the site is open under another host than its URL', async () => {
  await site.db.execute(sql`
    update settings set value = value || '{"site_url": "https://forum.example.org"}' where name = 'general'`)
  await site.ctx.settings.reload()
  const { checks } = await admin.call(getHealth, { origin: 'https://other.example.org' })
  expect(checks[0]).toMatchObject({
    code: 'site_url.other_host',
    values: { url: 'https://forum.example.org', origin: 'https://other.example.org' },
  })
})

describe('GET /health/routes', () => {
  it('lists the routes of this process with their requests', async () => {
    await admin.call(getHealth, {})
    const { routes, total } = await admin.call(listSlowRoutes, {})
    const health = routes.find(({ route }) => route === '/answer/admin/api/health')
    expect(health).toMatchObject({ method: 'GET', errors: 0 })
    expect(health?.count).toBeGreaterThan(5)
    expect(total.count).toBeGreaterThanOrEqual(health?.count ?? 0)
  })
})
