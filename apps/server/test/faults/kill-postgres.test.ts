import { afterAll, beforeAll, expect, it } from 'vitest'
import { freePort } from '../../../../scripts/services/ports.ts'
import { createTestDatabase } from '../databases.ts'
import { aProgram, type Program } from '../program.ts'
import { askUnderKills, expectConsistent, installWithUsers, openSite } from './ask-under-kills.ts'

let program: Program
let database: Awaited<ReturnType<typeof createTestDatabase>>

beforeAll(async () => {
  program = await aProgram()
  database = await createTestDatabase()
})
afterAll(async () => {
  await database.drop()
  program.remove()
})

const seed = Date.now() % 1_000_000

it(`keeps every acknowledged question exactly once when the process is killed ten times (seed ${seed})`, async () => {
  const env = { STOA_DATABASE_URL: database.url, STOA_PORT: String(await freePort()) }
  await openSite(env, async (ctx) => {
    const tokens = await installWithUsers(ctx, 20)
    const load = { count: 500, kills: 10, tokens, env, seed }
    const { running, acknowledged, retries } = await askUnderKills(program, load)
    expect(acknowledged.length).toBe(500)
    expect(retries).toBeGreaterThan(0)
    await expectConsistent(ctx, acknowledged)
    expect(await running.stop()).toBe(0)
  })
})
