import { spawn } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'

const folder = mkdtempSync(join(tmpdir(), 'stoa-orphan-'))
afterAll(() => rmSync(folder, { recursive: true }))

const source = JSON.stringify(join(import.meta.dirname, 'plugin-process.ts'))
/** Starts a plugin that never waits. */
const site = `
  const { startPluginProcess } = await import(${source})
  const nothing = () => {}
  const plugin = startPluginProcess(
    { folder: ${JSON.stringify(folder)}, file: 'server.js', messages: {} },
    { onReady: nothing, onMessage: nothing, onOutput: nothing, onEnd: nothing },
  )
  plugin.setBusy(true)`

const listChildren = (pid: number) =>
  readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').split(' ').filter(Boolean)

describe('the process of a plugin', () => {
  it('ends when the site is killed, even if it never waits', async () => {
    writeFileSync(join(folder, 'server.js'), 'for (;;) {}')
    const args = ['--input-type=module', '--eval', site]
    const parent = spawn(process.execPath, args, { stdio: 'inherit' })
    await expect.poll(() => listChildren(parent.pid ?? 0)).toHaveLength(1)
    const [child = ''] = listChildren(parent.pid ?? 0)
    // It runs its loop: it has used some processor time.
    const cpuTime = () => Number(readFileSync(`/proc/${child}/schedstat`, 'utf8').split(' ')[0])
    await expect.poll(cpuTime, { timeout: 60_000 }).toBeGreaterThan(500e6)
    parent.kill('SIGKILL')
    await expect.poll(() => existsSync(`/proc/${child}`)).toBe(false)
  })
})
