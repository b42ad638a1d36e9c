import { generalSettings, seoSettings } from '@stoa/contract/settings/site'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { aCluster } from '../../test/context.ts'
import type { Context } from './context.ts'
import { changeSettings, markInstalled } from './settings.ts'
import { transact } from './transact.ts'

let cluster: Awaited<ReturnType<typeof aCluster>>
let first: Context
let second: Context

beforeAll(async () => {
  cluster = await aCluster()
  first = await cluster.open()
  second = await cluster.open()
})
afterAll(() => cluster.close())

const rename = (ctx: Context, name: string) =>
  transact(ctx, (tx) => changeSettings(tx, generalSettings, { name }))
const nameIn = (ctx: Context) => ctx.settings.get(generalSettings).name

describe('settings', () => {
  it('have defaults', () => {
    expect(first.settings.get(generalSettings)).toMatchObject({ name: 'Stoa', check_update: false })
    expect(first.settings.get(seoSettings).permalink).toBe(1)
  })

  it('change at once in this process and soon in others', async () => {
    const before = first.settings.version()
    await rename(first, 'Porch')
    expect(nameIn(first)).toBe('Porch')
    expect(first.settings.version()).toBeGreaterThan(before)
    await expect.poll(() => nameIn(second), { interval: 20 }).toBe('Porch')
  })

  it('keep unchanged fields', async () => {
    await transact(first, (tx) => changeSettings(tx, generalSettings, { description: 'Warm' }))
    expect(first.settings.get(generalSettings)).toMatchObject({
      name: 'Porch',
      description: 'Warm',
    })
  })

  it('do not change when the transaction fails', async () => {
    const work = transact(first, async (tx) => {
      await changeSettings(tx, generalSettings, { name: 'Never' })
      throw new Error('no')
    })
    await expect(work).rejects.toThrow('no')
    await rename(second, 'Attic')
    await expect.poll(() => nameIn(first), { interval: 20 }).toBe('Attic')
  })

  it('reject an invalid value', async () => {
    await expect(rename(first, 'x'.repeat(31))).rejects.toThrow()
    expect(nameIn(first)).toBe('Attic')
  })

  it('converge after concurrent changes in both processes', async () => {
    const names = Array.from({ length: 20 }, (_, index) => `Room ${index}`)
    await Promise.all(names.map((name, index) => rename(index % 2 === 0 ? first : second, name)))
    const { rows } = await first.db.execute<{ name: string }>(
      sql`select value ->> 'name' as name from settings where name = 'general'`,
    )
    for (const ctx of [first, second])
      await expect.poll(() => nameIn(ctx), { interval: 20 }).toBe(rows[0]?.name)
  })

  it('are reloaded after the bus connection was lost', async () => {
    await cluster.database.endConnections()
    // The pool may return a broken connection first.
    const change = () =>
      first.autocommit
        .execute(
          sql`update settings set value = value || '{"name": "Cellar"}' where name = 'general'`,
        )
        .then(
          () => true,
          () => false,
        )
    await expect.poll(change).toBe(true)
    await expect.poll(() => nameIn(second)).toBe('Cellar')
    await rename(first, 'Loft')
    await expect.poll(() => nameIn(second), { interval: 20 }).toBe('Loft')
  })

  it('record the installation once', async () => {
    expect(first.settings.isInstalled()).toBe(false)
    const results = await Promise.all(
      [first, second].map((ctx) => transact(ctx, (tx) => markInstalled(tx, '1'))),
    )
    expect(new Set(results)).toEqual(new Set([false, true]))
    for (const ctx of [first, second])
      await expect.poll(() => ctx.settings.isInstalled()).toBe(true)
  })
})
