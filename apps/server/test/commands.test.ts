import { login } from '@stoa/contract/features/accounts'
import { clientOver, fetchTransport } from '@stoa/contract/client'
import { siteInfo } from '@stoa/contract/features/site'
import { mkdtempSync, rmSync } from 'node:fs'
import { Agent, request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createEmptyDatabase } from './databases.ts'
import { aProgram, type Program, type Running } from './program.ts'

let program: Program
let database: Awaited<ReturnType<typeof createEmptyDatabase>>
let env: Record<string, string>

beforeAll(async () => {
  program = await aProgram()
  database = await createEmptyDatabase()
  env = { STOA_DATABASE_URL: database.url }
}, 120_000)
afterAll(async () => {
  await database.drop()
  program.remove()
})

describe('the command line', () => {
  it('refuses to start on a configuration with problems, naming all of them', async () => {
    const { code, output } = await program.run(['serve'], { STOA_PORT: 'x', STOA_COLOR: 'red' })
    expect(code).toBe(1)
    expect(output).toMatch(/^The configuration has 2 problem/)
    expect(output).toContain('STOA_PORT')
    expect(output).toContain('STOA_COLOR')
    expect(output).not.toContain('    at ')
  })

  it('refuses to serve an empty database, and ends', async () => {
    const { code, output } = await program.run(['serve'], env)
    expect(code).toBe(1)
    expect(output).toBe(
      'The database has no Stoa tables yet. Run `stoa migrate` (or `stoa install`) first.\n',
    )
  })

  it('ends with an error when the database cannot be reached', async () => {
    const gone = { STOA_DATABASE_URL: 'postgres://stoa@127.0.0.1:1/none' }
    const { code, output } = await program.run(['serve'], gone)
    expect(code).toBe(1)
    expect(output).toBe('The database cannot be reached: connect ECONNREFUSED 127.0.0.1:1\n')
  })

  it('does not know every word', async () => {
    expect((await program.run(['dance'], {})).code).toBe(2)
    expect((await program.run(['help'], {})).code).toBe(0)
    expect((await program.run(['jobs'], {})).code).toBe(2)
    expect((await program.run(['install', '--site-colour', 'red'], env)).code).not.toBe(0)
  })

  it('migrates, twice', async () => {
    for (let run = 0; run < 2; run++) {
      const { code, output } = await program.run(['migrate'], env)
      expect([code, output]).toEqual([0, 'The database is up to date.\n'])
    }
  })

  it('installs a site from options and the environment, once', async () => {
    const args = ['install', '--site-name', 'The Porch', '--admin-email=rut@example.org']
    const given = { ...env, STOA_ADMIN_PASSWORD: 'a porch with columns', STOA_ADMIN_NAME: 'Rut' }
    const first = await program.run(args, given)
    expect([first.code, first.output]).toEqual([
      0,
      'The Porch is installed at http://localhost:3000.\nThe admin signs in as rut@example.org.\n',
    ])
    const second = await program.run(['install', '--admin-email', 'eve@example.org'], env)
    expect(second.code).toBe(0)
    expect(second.output).toContain('already installed; nothing was changed')
  })

  it('names every option it cannot use', async () => {
    const args = ['install', '--admin-email', 'nobody', '--site-url', 'porch', '--admin-password=x']
    const { code, output } = await program.run(args, env)
    expect(code).toBe(1)
    for (const name of ['--admin-email', '--site-url', '--admin-password'])
      expect(output).toContain(name)
  })

  it('lists the jobs that failed for good', async () => {
    const { code, output } = await program.run(['jobs', 'dead'], env)
    expect([code, output]).toEqual([0, 'No dead jobs.\n'])
  })
})

describe('a process', () => {
  it('serves what was installed, and stops when asked', async () => {
    const running = await program.start('serve', env)
    const client = clientOver(fetchTransport(running.origin))
    expect((await client.call(siteInfo, {})).general.name).toBe('The Porch')
    const input = { e_mail: 'rut@example.org', pass: 'a porch with columns' }
    expect((await client.call(login, input)).is_admin).toBe(true)
    expect((await fetch(`${running.origin}/readyz`)).status).toBe(200)
    expect(await running.stop()).toBe(0)
  })

  it('works without serving', async () => {
    const running = await program.start('work', env)
    expect(running.port).toBe(0)
    expect(await running.stop()).toBe(0)
  })

  it('is refused a data folder that another one has open, with a sentence and an exit code', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'stoa-data-'))
    const embedded = { STOA_DATA_DIR: folder, STOA_FILES_DIR: join(folder, 'files') }
    const first = await program.start('all', embedded)
    const second = await program.run(['migrate'], embedded)
    expect(second.code).toBe(1)
    expect(second.output).toMatch(/^The data folder .* is open in another Stoa process\. .*\n$/)
    expect(await first.stop()).toBe(0)
    expect((await program.run(['migrate'], embedded)).code).toBe(0)
    rmSync(folder, { recursive: true })
  }, 90_000)
})

describe('a stop', () => {
  /** A request whose body comes in two parts: under way for as long as the test wants. */
  function slowRequest(running: Running) {
    const sent = request({
      port: running.port,
      host: '127.0.0.1',
      method: 'POST',
      path: login.path,
      // As a proxy does it: the connection is kept for the next request.
      agent: new Agent({ keepAlive: true, timeout: 60_000 }),
      headers: { 'content-type': 'application/json' },
    })
    const body = JSON.stringify({ e_mail: 'rut@example.org', pass: 'a porch with columns' })
    sent.setHeader('content-length', body.length)
    sent.write(body.slice(0, 10))
    const status = new Promise<number>((resolve, reject) => {
      sent.on('response', (response) => {
        response.resume().on('end', () => resolve(response.statusCode ?? 0))
      })
      sent.on('error', reject)
    })
    return { status, finish: () => sent.end(body.slice(10)) }
  }

  const later = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

  it('lets a request under way finish, takes no new ones, and exits in time', async () => {
    const running = await program.start('all', env)
    const slow = slowRequest(running)
    await later(200)
    const stoppedAt = performance.now()
    const exit = running.stop()
    await later(300)
    const fresh = await fetch(`${running.origin}/readyz`).then(
      (response) => response.status,
      () => 'refused',
    )
    expect([503, 'refused']).toContain(fresh)
    slow.finish()
    expect(await slow.status).toBe(200)
    expect(await exit).toBe(0)
    expect(performance.now() - stoppedAt).toBeLessThan(5_000)
    expect(running.output.text.indexOf('"msg":"stopping"')).toBeGreaterThan(0)
    expect(running.output.text).toContain('"msg":"stopped"')
  })

  it('is cut short when a request never ends', async () => {
    const running = await program.start('serve', { ...env, STOA_STOP_TIMEOUT_MS: '1000' })
    slowRequest(running).status.catch(() => {})
    await later(200)
    const stoppedAt = performance.now()
    expect(await running.stop()).toBe(1)
    expect(performance.now() - stoppedAt).toBeLessThan(4_000)
  })
})
