import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { freePort } from '../../../../scripts/services/ports.ts'
import { aProgram, type Program } from '../program.ts'
import { askUnderKills, expectConsistent, installWithUsers, openSite } from './ask-under-kills.ts'

const folder = mkdtempSync(join(tmpdir(), 'stoa-kill-'))
let program: Program

beforeAll(async () => {
  program = await aProgram()
})
afterAll(() => {
  program.remove()
  rmSync(folder, { recursive: true, force: true })
})

const seed = Date.now() % 1_000_000

it(`keeps every acknowledged question exactly once in a folder, killed ten times (seed ${seed})`, async () => {
  const env = { STOA_DATA_DIR: folder, STOA_PORT: String(await freePort()) }
  const tokens = await openSite(env, (ctx) => installWithUsers(ctx, 20))
  const load = { count: 500, kills: 10, tokens, env, seed }
  const { running, acknowledged, retries } = await askUnderKills(program, load)
  expect(acknowledged.length).toBe(500)
  expect(retries).toBeGreaterThan(0)
  expect(await running.stop()).toBe(0)
  await openSite(env, (ctx) => expectConsistent(ctx, acknowledged), { works: true })
}, 720_000)
