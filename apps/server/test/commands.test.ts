import { login } from '@stoa/contract/features/accounts'
import { createClient, fetchTransport } from '@stoa/contract/client'
import { baseInfo, initDatabase } from '@stoa/contract/features/install'
import { siteInfo } from '@stoa/contract/features/site'
import { mkdtempSync, rmSync } from 'node:fs'
import { Agent, request } from 'node:http'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createEmptyDatabase } from './databases.ts'
import { anInstaller, aSiteForm, formFor } from './installer.ts'
import { aProgram, type Program, type Running } from './program.ts'

let program: Program
let database: Awaited<ReturnType<typeof createEmptyDatabase>>
let env: Record<string, string>

beforeAll(async () => {
  program = await aProgram()
  database = await createEmptyDatabase()
  env = { STOA_DATABASE_URL: database.url }
})
afterAll(async () => {
  await database.drop()
  program.remove()
})

async function queryDatabase<Row extends object>(url: string, statement: string) {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  const { rows } = await client.query<Row>(statement)
  await client.end()
  return rows
}

describe('stoa command', () => {
  it('refuses to start with an invalid configuration and lists all problems', async () => {
    const { code, output } = await program.run(['serve'], { STOA_PORT: 'x', STOA_COLOR: 'red' })
    expect(code).toBe(1)
    expect(output).toMatch(/^The configuration has 2 problem/)
    expect(output).toContain('STOA_PORT')
    expect(output).toContain('STOA_COLOR')
    expect(output).not.toContain('    at ')
  })

  it.each(['serve', 'all', 'work'])(
    'refuses to %s on a database with tables of another program',
    async (role) => {
      const otherDatabase = await createEmptyDatabase()
      await queryDatabase(otherDatabase.url, 'create table wp_posts (id int)')
      const { code, output } = await program.run([role], { STOA_DATABASE_URL: otherDatabase.url })
      expect(code).toBe(1)
      expect(output).toBe(
        'The database is not up to date with this version of Stoa. Run `stoa migrate` (or, for a new site, `stoa install`) first.\n',
      )
      await otherDatabase.drop()
    },
  )

  it('does not create the tables for `stoa work`', async () => {
    const { code, output } = await program.run(['work'], env)
    expect(code).toBe(1)
    expect(output).toContain('Run `stoa migrate`')
  })

  it('creates the tables in an empty database and serves the installer', async () => {
    const empty = await createEmptyDatabase()
    const running = await program.start('serve', { STOA_DATABASE_URL: empty.url })
    const page = await fetch(running.origin, { redirect: 'manual' })
    expect([page.status, page.headers.get('location')]).toEqual([302, '/install'])
    const locationOf = async (path: string, options: RequestInit = {}) => {
      const { status, headers } = await fetch(running.origin + path, {
        redirect: 'manual',
        ...options,
      })
      return { status, to: headers.get('location'), cookie: headers.get('set-cookie') }
    }
    expect(await locationOf('/install')).toMatchObject({ status: 303, to: '/install/key' })
    const link = new URL(/"link":"([^"]+)"/.exec(running.output.text)?.[1] ?? '')
    expect([link.origin, link.pathname, link.search]).toEqual([running.origin, '/install/key', ''])
    const body = new URLSearchParams({ key: decodeURIComponent(link.hash.slice(1)) })
    const { origin } = running
    const submit = { method: 'POST', body, headers: { origin } }
    const stored = await locationOf('/install/key', submit)
    expect(stored).toMatchObject({ status: 303, to: '/install' })
    expect(stored.cookie).toMatch(/^install_key=[\w-]{43}; Path=\/; .*HttpOnly; SameSite=Strict$/)
    const headers = { cookie: stored.cookie?.split(';')[0] ?? '' }
    expect(await locationOf('/install', { headers })).toMatchObject({ to: '/install/site' })
    expect(await running.stop()).toBe(0)
    await empty.drop()
  })

  it('exits with an error when the database is unreachable', async () => {
    const unreachable = { STOA_DATABASE_URL: 'postgres://stoa@127.0.0.1:1/none' }
    const { code, output } = await program.run(['serve'], unreachable)
    expect(code).toBe(1)
    expect(output).toBe('Database unreachable: connect ECONNREFUSED 127.0.0.1:1\n')
  })

  it('rejects unknown commands and options', async () => {
    expect((await program.run(['dance'], {})).code).toBe(2)
    expect((await program.run(['help'], {})).code).toBe(0)
    expect((await program.run(['jobs'], {})).code).toBe(2)
    expect((await program.run(['mail', 'test'], {})).code).toBe(2)
    expect((await program.run(['mail', 'test', '--to', 'nobody'], {})).code).toBe(2)
    expect((await program.run(['install', '--site-color', 'red'], env)).code).not.toBe(0)
  })

  it('migrates, and is idempotent', async () => {
    for (let run = 0; run < 2; run++) {
      const { code, output } = await program.run(['migrate'], env)
      expect([code, output]).toEqual([0, 'The database is up to date.\n'])
    }
  })

  it('installs a site from options and environment variables, only once', async () => {
    const args = ['install', '--site-name', 'The Porch', '--admin-email=rut@example.org']
    const installEnv = {
      ...env,
      STOA_ADMIN_PASSWORD: 'a porch with columns',
      STOA_ADMIN_NAME: 'Rut',
    }
    const first = await program.run(args, installEnv)
    expect([first.code, first.output]).toEqual([
      0,
      'The Porch is installed at http://localhost:3000.\nLog in as rut@example.org.\n',
    ])
    const second = await program.run(['install', '--admin-email', 'eve@example.org'], env)
    expect(second.code).toBe(0)
    expect(second.output).toContain('already installed. Nothing was changed')
  })

  it('installs, enables and removes a plugin', async () => {
    const folder = join(mkdtempSync(join(tmpdir(), 'stoa-plugin-')), 'greeting')
    const plugin = async (...args: string[]) => await program.run(['plugin', ...args], env)
    expect((await plugin('new', folder)).output).toContain('created')
    expect((await plugin('add', folder)).output).toContain('greeting 0.1.0 is installed')
    expect(await plugin('list')).toEqual({ code: 0, output: 'greeting 0.1.0 disabled\n' })
    expect(await plugin('enable', 'greeting')).toEqual({
      code: 0,
      output: 'greeting is enabled.\n',
    })
    expect((await plugin('list')).output).toBe('greeting 0.1.0 active\n')
    expect((await plugin('disable', 'greeting')).code).toBe(0)
    expect((await plugin('remove', 'greeting')).output).toContain('are kept')
    expect((await plugin('remove', 'greeting', '--data')).output).toContain('settings and data')
    const unknown = await plugin('enable', 'greeting')
    expect(unknown).toEqual({ code: 1, output: 'This plugin is not installed.\n' })
    expect((await plugin('list')).output).toBe('No plugins are installed.\n')
    rmSync(dirname(folder), { recursive: true })
  })

  it('creates the same site as the browser installer', async () => {
    const [byForm, byCommand] = [await createEmptyDatabase(), await createEmptyDatabase()]
    const installer = await anInstaller()
    await installer.client.call(initDatabase, formFor(byForm.url))
    await installer.client.call(baseInfo, {
      ...aSiteForm,
      community: 'course',
      login_required: true,
      demo_content: true,
    })
    await installer.close()
    const { code, output } = await program.run(['install', '--community=course'], {
      STOA_DATABASE_URL: byCommand.url,
      STOA_LANGUAGE: aSiteForm.lang,
      STOA_LOGIN_REQUIRED: 'true',
      STOA_SITE_NAME: aSiteForm.site_name,
      STOA_SITE_URL: aSiteForm.site_url,
      STOA_CONTACT_EMAIL: aSiteForm.contact_email,
      STOA_ADMIN_NAME: aSiteForm.name,
      STOA_ADMIN_EMAIL: aSiteForm.email,
      STOA_ADMIN_PASSWORD: aSiteForm.password,
      STOA_DEMO_CONTENT: 'true',
    })
    expect([code, output]).toEqual([0, expect.stringContaining('Porch is installed')])
    expect(output).toContain('Demo content will be added when the site starts.')
    const [fromForm, fromCommand] = [await contentOf(byForm.url), await contentOf(byCommand.url)]
    expect(fromForm.users.length).toBe(1)
    expect(fromForm.settings.length).toBeGreaterThan(3)
    expect(fromCommand).toEqual(fromForm)
    const demoJobs = `select data from pgboss.job where name = 'site.demo_requested/fill'`
    for (const { url } of [byForm, byCommand])
      expect(await queryDatabase(url, demoJobs)).toEqual([{ data: {} }])
    await byForm.drop()
    await byCommand.drop()
  })

  /** Differ by design: the version, and the key of a site with a configuration file. */
  const siteSpecific = ['install', 'secret_key']

  /** All rows, without timestamps, secrets and the version. */
  async function contentOf(url: string) {
    const tables = await queryDatabase<{ name: string }>(
      url,
      `select tablename as name from pg_tables where schemaname = 'public' order by 1`,
    )
    const content: Record<string, object[]> = {}
    for (const { name } of tables) {
      const rows = await queryDatabase<{ row: Record<string, unknown> }>(
        url,
        `select to_jsonb(t) - '{created_at,updated_at,changed_at,activated_at,checked_at,votes_checked_at,password_hash}'::text[] as row from "${name}" t order by t::text`,
      )
      content[name] = rows
        .map(({ row }) => row)
        .filter((row) => name !== 'settings' || !siteSpecific.includes(String(row['name'])))
        .toSorted((a, b) => JSON.stringify(a).localeCompare(JSON.stringify(b)))
    }
    return { settings: [], users: [], ...content }
  }

  it('explains why a common password is rejected', async () => {
    const newDatabase = await createEmptyDatabase()
    const args = ['install', '--admin-email=rut@example.org', '--admin-password=password123']
    const { code, output } = await program.run(args, { STOA_DATABASE_URL: newDatabase.url })
    expect(code).toBe(1)
    expect(output).toMatch(/^The configuration has 1 problem\(s\):\n {2}- --admin-password: /)
    await newDatabase.drop()
  })

  it('lists every invalid option', async () => {
    const args = ['install', '--admin-email', 'nobody', '--site-url', 'porch', '--admin-password=x']
    const { code, output } = await program.run(args, env)
    expect(code).toBe(1)
    for (const name of ['--admin-email', '--site-url', '--admin-password'])
      expect(output).toContain(name)
  })

  it('lists dead jobs', async () => {
    const { code, output } = await program.run(['jobs', 'dead'], env)
    expect([code, output]).toEqual([0, 'No dead jobs.\n'])
  })

  it('re-enables password login for admins who locked themselves out', async () => {
    const change = `update settings set value = value || '{"allow_password_login": false}' where name = 'login'`
    await queryDatabase(database.url, change)
    expect((await program.run(['config', 'login'], env)).code).toBe(2)
    const { code, output } = await program.run(['config', 'allow_password_login'], env)
    expect([code, output]).toEqual([0, 'Password login is now on.\n'])
    const rows = await queryDatabase<{ allowed: boolean }>(
      database.url,
      `select value->'allow_password_login' as allowed from settings where name = 'login'`,
    )
    expect(rows).toEqual([{ allowed: true }])
  })
})

describe('stoa process', () => {
  it('serves the installed site and stops on SIGTERM', async () => {
    const running = await program.start('serve', env)
    const client = createClient(fetchTransport(running.origin))
    expect((await client.call(siteInfo, {})).general.name).toBe('The Porch')
    const input = { e_mail: 'rut@example.org', pass: 'a porch with columns' }
    expect((await client.call(login, input)).is_admin).toBe(true)
    expect((await fetch(`${running.origin}/readyz`)).status).toBe(200)
    expect(await running.stop()).toBe(0)
  })

  it('runs jobs without serving', async () => {
    const running = await program.start('work', env)
    expect(running.port).toBe(0)
    expect(await running.stop()).toBe(0)
  })

  it('cannot open a data folder that another process uses', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'stoa-data-'))
    const embedded = { STOA_DATA_DIR: folder, STOA_FILES_DIR: join(folder, 'files') }
    const first = await program.start('all', embedded)
    const second = await program.run(['migrate'], embedded)
    expect(second.code).toBe(1)
    expect(second.output).toMatch(/^The data folder .* is open in another Stoa process\. .*\n$/)
    expect(await first.stop()).toBe(0)
    expect((await program.run(['migrate'], embedded)).code).toBe(0)
    rmSync(folder, { recursive: true })
  })
})

describe('graceful shutdown', () => {
  /** Sends the body in two parts, to keep the request in flight. */
  function slowRequest(running: Running) {
    const httpRequest = request({
      port: running.port,
      host: '127.0.0.1',
      method: 'POST',
      path: login.path,
      // Keep-alive, like a proxy.
      agent: new Agent({ keepAlive: true, timeout: 60_000 }),
      headers: { 'content-type': 'application/json' },
    })
    const body = JSON.stringify({ e_mail: 'rut@example.org', pass: 'a porch with columns' })
    httpRequest.setHeader('content-length', body.length)
    httpRequest.write(body.slice(0, 10))
    const status = new Promise<number>((resolve, reject) => {
      httpRequest.on('response', (response) => {
        response.resume().on('end', () => resolve(response.statusCode ?? 0))
      })
      httpRequest.on('error', reject)
    })
    return { status, finish: () => httpRequest.end(body.slice(10)) }
  }

  const sleep = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

  it('finishes requests in flight, accepts no new ones and exits in time', async () => {
    const running = await program.start('all', { ...env, STOA_STOP_TIMEOUT_MS: '60000' })
    const slow = slowRequest(running)
    await sleep(200)
    const stoppedAt = performance.now()
    const exit = running.stop()
    await sleep(300)
    const newRequest = await fetch(`${running.origin}/readyz`).then(
      (response) => response.status,
      () => 'refused',
    )
    expect([503, 'refused']).toContain(newRequest)
    slow.finish()
    expect(await slow.status).toBe(200)
    expect(await exit).toBe(0)
    expect(performance.now() - stoppedAt).toBeLessThan(30_000)
    expect(running.output.text.indexOf('"msg":"stopping"')).toBeGreaterThan(0)
    expect(running.output.text).toContain('"msg":"stopped"')
  })

  it('waits for startup when requested during it', async () => {
    const empty = await createEmptyDatabase()
    const lockClient = new pg.Client({ connectionString: empty.url })
    await lockClient.connect()
    await lockClient.query('select pg_advisory_lock(7305210)')
    const starting = program.launch(['serve'], { STOA_DATABASE_URL: empty.url, STOA_PORT: '0' })
    const waiting = `select 1 from pg_locks where locktype = 'advisory' and not granted
      and database = (select oid from pg_database where datname = current_database())`
    const waiters = async () => (await lockClient.query(waiting)).rows.length
    await expect.poll(waiters).toBe(1)
    starting.child.kill('SIGTERM')
    await sleep(200)
    await lockClient.end()
    const { code, output } = await starting.ended
    expect(code).toBe(0)
    expect(output).toMatch(/"msg":"ready"[^]*"msg":"stopped"/)
    await empty.drop()
  })

  it('times out when a request never ends', async () => {
    const running = await program.start('serve', { ...env, STOA_STOP_TIMEOUT_MS: '1000' })
    slowRequest(running).status.catch(() => {})
    await sleep(200)
    expect(await running.stop()).toBe(1)
  })
})
