import { clientOver, fetchTransport } from '@stoa/contract/client'
import { baseInfo, checkConfigFile, initDatabase } from '@stoa/contract/features/install'
import { siteInfo } from '@stoa/contract/features/site'
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createEmptyDatabase } from '../databases.ts'
import { aSiteForm, formFor, installKeyEnv, installKeyHeaders } from '../installer.ts'
import { aProgram, type Program, type Running } from '../program.ts'
import { expectError } from '../site.ts'

let program: Program
beforeAll(async () => {
  program = await aProgram()
})
afterAll(() => program.remove())

const clientOf = ({ origin }: Running) => clientOver(fetchTransport(origin, installKeyHeaders))

/** An empty machine: a folder without a configuration, and a database without tables. */
async function anEmptyMachine() {
  const folder = mkdtempSync(join(tmpdir(), 'stoa-kill-'))
  const database = await createEmptyDatabase()
  const watcher = new pg.Client({ connectionString: database.url })
  await watcher.connect()
  const env = {
    ...installKeyEnv,
    STOA_CONFIG: join(folder, 'config.yaml'),
    STOA_FILES_DIR: join(folder, 'files'),
  }
  return {
    form: formFor(database.url),
    configFile: env.STOA_CONFIG,
    start: () => program.start('all', env),
    sql: async (text: string) => (await watcher.query<Record<string, unknown>>(text)).rows,
    async remove() {
      await watcher.end()
      await database.drop()
      rmSync(folder, { recursive: true })
    },
  }
}

type Machine = Awaited<ReturnType<typeof anEmptyMachine>>

/** Whatever happened before: the steps that are left lead to one site with one admin, and the door is shut. */
async function finish(machine: Machine) {
  const running = await machine.start()
  const client = clientOf(running)
  const { db_connection_success: hasDatabase } = await client.call(checkConfigFile, {})
  if (!hasDatabase) await client.call(initDatabase, machine.form)
  await client.call(baseInfo, aSiteForm)
  await expectInstalled(machine, running)
  expect(await running.stop()).toBe(0)
  return { startedAt: hasDatabase ? 'site' : 'database' }
}

async function expectInstalled(machine: Machine, running: Running) {
  const client = clientOf(running)
  expect((await client.call(siteInfo, {})).general.name).toBe(aSiteForm.site_name)
  expect(await machine.sql('select role_id from users')).toEqual([{ role_id: 2 }])
  await expectError(client.call(checkConfigFile, {}), 'install.done')
  await expectError(client.call(baseInfo, aSiteForm), 'install.done')
}

/** Waits until some connection of the program hangs on a lock, so that the kill comes in the middle. */
async function untilWaiting(machine: Machine) {
  await expect
    .poll(() => machine.sql(`select from pg_locks where not granted`).then((rows) => rows.length), {
      timeout: 60_000,
    })
    .toBeGreaterThan(0)
}

describe('an installation that is killed', () => {
  it('before anything was chosen, begins again', async () => {
    const machine = await anEmptyMachine()
    const running = await machine.start()
    await running.kill()
    expect(existsSync(machine.configFile)).toBe(false)
    expect(await finish(machine)).toEqual({ startedAt: 'database' })
    await machine.remove()
  })

  it('while the tables are made, goes on with the site', async () => {
    const machine = await anEmptyMachine()
    // The number every Stoa process locks while it migrates.
    await machine.sql('select pg_advisory_lock(7305210)')
    const running = await machine.start()
    const asked = clientOf(running)
      .call(initDatabase, machine.form)
      .catch(() => 'cut off')
    await untilWaiting(machine)
    await running.kill()
    expect(await asked).toBe('cut off')
    expect(existsSync(machine.configFile)).toBe(true)
    await machine.sql('select pg_advisory_unlock_all()')
    expect(await finish(machine)).toEqual({ startedAt: 'site' })
    await machine.remove()
  })

  it('between the tables and the queues, goes on with the site', async () => {
    const machine = await anEmptyMachine()
    const running = await machine.start()
    await clientOf(running).call(initDatabase, machine.form)
    await running.kill()
    await machine.sql('drop schema pgboss cascade')
    expect(await finish(machine)).toEqual({ startedAt: 'site' })
    await machine.remove()
  })

  it('once the configuration is written, goes on with the site', async () => {
    const machine = await anEmptyMachine()
    const running = await machine.start()
    await clientOf(running).call(initDatabase, machine.form)
    await running.kill()
    expect(await finish(machine)).toEqual({ startedAt: 'site' })
    await machine.remove()
  })

  it('while the site is made, has made nothing, and asks for the site again', async () => {
    const machine = await anEmptyMachine()
    const running = await machine.start()
    await clientOf(running).call(initDatabase, machine.form)
    await machine.sql('begin')
    await machine.sql('lock table users in exclusive mode')
    const asked = clientOf(running)
      .call(baseInfo, { ...aSiteForm, email: 'eve@example.org' })
      .catch(() => 'cut off')
    await untilWaiting(machine)
    await running.kill()
    expect(await asked).toBe('cut off')
    await machine.sql('rollback')
    expect(await finish(machine)).toEqual({ startedAt: 'site' })
    await machine.remove()
  })

  it('once the site is made, is installed', async () => {
    const machine = await anEmptyMachine()
    const running = await machine.start()
    await clientOf(running).call(initDatabase, machine.form)
    await clientOf(running).call(baseInfo, aSiteForm)
    await running.kill()
    const again = await machine.start()
    await expectInstalled(machine, again)
    expect(await again.stop()).toBe(0)
    await machine.remove()
  })
})
