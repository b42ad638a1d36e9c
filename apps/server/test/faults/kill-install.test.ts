import { createClient, fetchTransport } from '@stoa/contract/client'
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

const clientOf = ({ origin }: Running) => createClient(fetchTransport(origin, installKeyHeaders))

/** An empty folder and an empty database. */
async function aMachine() {
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

type Machine = Awaited<ReturnType<typeof aMachine>>

/** The remaining steps always lead to one site with one admin and a closed installer. */
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

/** Waits until the program is blocked by a lock, so that the kill comes in the middle. Other tests share the server. */
async function waitForBlockedQuery(machine: Machine) {
  const blocked = () =>
    machine.sql(`select from pg_locks join pg_database on pg_database.oid = pg_locks.database
      where not granted and datname = current_database()`)
  await expect.poll(async () => (await blocked()).length, { timeout: 60_000 }).toBeGreaterThan(0)
}

describe('installation after a kill', () => {
  it('before the first step starts over', async () => {
    const machine = await aMachine()
    const running = await machine.start()
    await running.kill()
    expect(existsSync(machine.configFile)).toBe(false)
    expect(await finish(machine)).toEqual({ startedAt: 'database' })
    await machine.remove()
  })

  it('during the migration continues with the site step', async () => {
    const machine = await aMachine()
    // The advisory lock of migrations.
    await machine.sql('select pg_advisory_lock(7305210)')
    const running = await machine.start()
    const pendingRequest = clientOf(running)
      .call(initDatabase, machine.form)
      .catch(() => 'cut off')
    await waitForBlockedQuery(machine)
    await running.kill()
    expect(await pendingRequest).toBe('cut off')
    expect(existsSync(machine.configFile)).toBe(true)
    await machine.sql('select pg_advisory_unlock_all()')
    expect(await finish(machine)).toEqual({ startedAt: 'site' })
    await machine.remove()
  })

  it('between tables and queues continues with the site step', async () => {
    const machine = await aMachine()
    const running = await machine.start()
    await clientOf(running).call(initDatabase, machine.form)
    await running.kill()
    await machine.sql('drop schema pgboss cascade')
    expect(await finish(machine)).toEqual({ startedAt: 'site' })
    await machine.remove()
  })

  it('after writing the configuration continues with the site step', async () => {
    const machine = await aMachine()
    const running = await machine.start()
    await clientOf(running).call(initDatabase, machine.form)
    await running.kill()
    expect(await finish(machine)).toEqual({ startedAt: 'site' })
    await machine.remove()
  })

  it('while creating the site rolls back and repeats the site step', async () => {
    const machine = await aMachine()
    const running = await machine.start()
    await clientOf(running).call(initDatabase, machine.form)
    await machine.sql('begin')
    await machine.sql('lock table users in exclusive mode')
    const pendingRequest = clientOf(running)
      .call(baseInfo, { ...aSiteForm, email: 'eve@example.org' })
      .catch(() => 'cut off')
    await waitForBlockedQuery(machine)
    await running.kill()
    expect(await pendingRequest).toBe('cut off')
    await machine.sql('rollback')
    expect(await finish(machine)).toEqual({ startedAt: 'site' })
    await machine.remove()
  })

  it('after creating the site is complete', async () => {
    const machine = await aMachine()
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
