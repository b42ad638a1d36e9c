import { generalSettings, seoSettings } from '@stoa/contract/settings/site'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { aCluster } from '../../test/context.ts'
import type { Context } from './context.ts'
import { changeSettings, markInstalled } from './settings.ts'
import { transact } from './transact.ts'

let cluster: Awaited<ReturnType<typeof aCluster>>
let here: Context
let there: Context

beforeAll(async () => {
  cluster = await aCluster()
  here = await cluster.open()
  there = await cluster.open()
})
afterAll(() => cluster.close())

const rename = (ctx: Context, name: string) =>
  transact(ctx, (tx) => changeSettings(tx, ctx, generalSettings, { name }))
const nameIn = (ctx: Context) => ctx.settings.get(generalSettings).name

describe('settings', () => {
  it('have a default before anything is stored', () => {
    expect(here.settings.get(generalSettings)).toMatchObject({ name: 'Stoa', check_update: true })
    expect(here.settings.get(seoSettings).permalink).toBe(1)
  })

  it('change at once here, and within a second in every other process', async () => {
    const before = here.settings.version()
    await rename(here, 'Porch')
    expect(nameIn(here)).toBe('Porch')
    expect(here.settings.version()).toBeGreaterThan(before)
    await expect.poll(() => nameIn(there), { interval: 20 }).toBe('Porch')
  })

  it('keep the fields that a change does not name', async () => {
    await transact(here, (tx) => changeSettings(tx, here, generalSettings, { description: 'Warm' }))
    expect(here.settings.get(generalSettings)).toMatchObject({ name: 'Porch', description: 'Warm' })
  })

  it('do not change when the transaction fails, here or elsewhere', async () => {
    const work = transact(here, async (tx) => {
      await changeSettings(tx, here, generalSettings, { name: 'Never' })
      throw new Error('no')
    })
    await expect(work).rejects.toThrow('no')
    await rename(there, 'Attic')
    await expect.poll(() => nameIn(here), { interval: 20 }).toBe('Attic')
  })

  it('refuse a value that does not fit', async () => {
    await expect(rename(here, 'x'.repeat(31))).rejects.toThrow()
    expect(nameIn(here)).toBe('Attic')
  })

  it('show the last of many changes made at once, in both processes', async () => {
    const names = Array.from({ length: 20 }, (_, index) => `Room ${index}`)
    await Promise.all(names.map((name, index) => rename(index % 2 === 0 ? here : there, name)))
    const { rows } = await here.db.execute<{ name: string }>(
      sql`select value ->> 'name' as name from settings where name = 'general'`,
    )
    for (const ctx of [here, there])
      await expect.poll(() => nameIn(ctx), { interval: 20 }).toBe(rows[0]?.name)
  })

  it('come back after the line between the processes was cut', async () => {
    await cluster.database.endConnections()
    // The pool may hand out a connection that was cut before it notices.
    const change = () =>
      here.db
        .execute(
          sql`update settings set value = value || '{"name": "Cellar"}' where name = 'general'`,
        )
        .then(
          () => true,
          () => false,
        )
    await expect.poll(change).toBe(true)
    await expect.poll(() => nameIn(there)).toBe('Cellar')
    await rename(here, 'Loft')
    await expect.poll(() => nameIn(there), { interval: 20 }).toBe('Loft')
  })

  it('note the installation once', async () => {
    expect(here.settings.isInstalled()).toBe(false)
    const marks = await Promise.all(
      [here, there].map((ctx) => transact(ctx, (tx) => markInstalled(tx, ctx, '1'))),
    )
    expect(new Set(marks)).toEqual(new Set([false, true]))
    for (const ctx of [here, there]) await expect.poll(() => ctx.settings.isInstalled()).toBe(true)
  })
})
