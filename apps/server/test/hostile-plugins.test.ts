import { fetchTransport } from '@stoa/contract/client'
import { callPlugin } from '@stoa/contract/features/plugins'
import { sql } from 'drizzle-orm'
import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { aQuestion } from '../src/features/content/questions/questions.factory.ts'
import { aUser } from '../src/features/people/auth/accounts.factory.ts'
import { aBareServer } from './bare-server.ts'
import { hostilePlugins, marker, runsForVisitors } from './hostile-plugins.ts'
import { aPackage, putPlugin } from './plugins.ts'
import { aProgram, type Program, type Running } from './program.ts'
import { aSite, type TestSite } from './site.ts'
import type { Sample } from './stall/probe.ts'

/** How much slower than a bare server /healthz may be. */
const maxExcessMs = 200

let site: TestSite
let program: Program
let running: Running
let bareServer: Awaited<ReturnType<typeof aBareServer>>
let probe: ChildProcess
let questionId: string
const samples: Sample[] = []
const dir = mkdtempSync(join(tmpdir(), 'stoa-hostile-'))
const secretFile = join(dir, 'secret.key')
const pluginsDir = join(dir, 'plugins')
const pack = hostilePlugins({ secretFile, otherPlugin: join(pluginsDir, 'fork/x/server.js') })

beforeAll(async () => {
  site = await aSite()
  writeFileSync(secretFile, 'the secret')
  const { token } = await aUser(site.ctx, { name: 'Ada' })
  questionId = (await aQuestion(site.as(token))).id
  for (const { source } of pack) await putPlugin(aPackage(source), { db: site.db })
  const source = { slug: 'wrong-version', server: 'export default { functions: { run: () => 1 } }' }
  await putPlugin(aPackage({ ...source, provides: runsForVisitors }), { db: site.db })
  await site.db.execute(
    sql`update plugin_packages set manifest = manifest || '{"kit": "^2.0"}' where slug = 'wrong-version'`,
  )
  program = await aProgram()
  running = await program.start('all', {
    STOA_DATABASE_URL: site.ctx.config.database_url ?? '',
    STOA_FILES_DIR: join(dir, 'files'),
    STOA_PAGE_STORE_DIR: join(dir, 'pages'),
    STOA_PLUGINS_DIR: pluginsDir,
    STOA_LOG_LEVEL: 'info',
    STOA_TRUST_PROXY: '127.0.0.1',
  })
  bareServer = await aBareServer()
  const args = [`${running.origin}/healthz`, bareServer.origin, String(running.pid), '50']
  probe = fork(join(import.meta.dirname, 'stall/probe.ts'), args, { execArgv: [] })
  probe.on('message', (sample: Sample) => samples.push(sample))
  await once(probe, 'message')
}, 300_000)

afterAll(async () => {
  probe.kill()
  bareServer.child.kill()
  await running.stop()
  program.remove()
  await site.close()
  rmSync(dir, { recursive: true, force: true })
})

let callers = 0

/** From a network of its own, because calls of one are limited. */
async function call(slug: string) {
  const ip = `198.51.${Math.floor(++callers / 256)}.${callers % 256}`
  const transport = fetchTransport(running.origin, { 'x-forwarded-for': ip })
  const input = { plugin_slug_name: slug, name: 'run', input: null }
  return (await transport(callPlugin, input, {})).reason
}

async function readStates() {
  const { rows } = await site.db.execute<{ slug: string; enabled: boolean; fault: string | null }>(
    sql`select slug, enabled, fault from plugins order by slug`,
  )
  return new Map(rows.map((row) => [row.slug, row]))
}

/** Until the site disables it. Calls fail at once while the process may not restart yet. */
async function callUntilDisabled(slug: string) {
  const reasons = new Set<string>()
  while ((await readStates()).get(slug)?.enabled === true) {
    const calls = Array.from({ length: 3 }, () => call(slug))
    for (const reason of await Promise.all(calls)) reasons.add(reason)
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
  return [...reasons]
}

function listChildren(pid: number) {
  return readdirSync('/proc').filter((id) => {
    if (!/^\d+$/.test(id)) return false
    try {
      return readFileSync(`/proc/${id}/stat`, 'utf8').split(') ')[1]?.split(' ')[1] === String(pid)
    } catch {
      return false
    }
  })
}

async function readPage(path: string) {
  const response = await fetch(running.origin + path)
  return await response.text()
}

describe('hostile plugins', () => {
  it('add no script to a page', async () => {
    for (const path of [`/questions/${questionId}`, '/questions', '/p/script-injection']) {
      // A slot that is late is there when the page is loaded again.
      await expect.poll(() => readPage(path), { timeout: 60_000, interval: 500 }).toContain(marker)
      const html = await readPage(path)
      expect(html).not.toMatch(/hostile = 1/)
    }
  })

  it('are not run if they are made for another version of the kit', async () => {
    expect(await call('wrong-version')).not.toBe('base.success')
    expect(running.output.text).toContain('plugin is for another version of the kit')
  })

  it('all fail and are disabled, and the site responds meanwhile', async () => {
    const [from] = [Date.now()]
    const outcomes = await Promise.all(
      pack.map(async ({ source: { slug } }) => [slug, await callUntilDisabled(slug)] as const),
    )
    const failed = outcomes.filter(([, reasons]) => reasons.includes('base.success'))
    const states = await readStates()
    // The rejection that nobody handles comes after the result.
    expect(failed.map(([slug]) => slug)).toEqual(['unhandled-rejection'])
    for (const { source, fault } of pack) {
      expect({ slug: source.slug, ...states.get(source.slug) }).toMatchObject({
        enabled: false,
        fault: expect.stringMatching(fault) as string,
      })
    }
    const taken = samples.filter(({ at }) => at >= from).map(({ excessMs }) => excessMs)
    const sorted = taken.toSorted((a, b) => a - b)
    const p99 = sorted[Math.floor(sorted.length * 0.99)] ?? 0
    console.info(
      `${taken.length} samples in ${Date.now() - from} ms, excess p99 ${Math.round(p99)} ms`,
    )
    expect(p99).toBeLessThan(maxExcessMs)
    expect(listChildren(running.pid)).toEqual([])
  }, 300_000)
})
