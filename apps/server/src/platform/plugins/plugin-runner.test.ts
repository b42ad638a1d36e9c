import { Manifest } from '@stoa/plugin-kit/manifest'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, describe, expect, it } from 'vitest'
import { patiently, visitor } from '../../../test/plugins.ts'
import { PluginRunner } from './plugin-runner.ts'

const closing: (() => Promise<void> | void)[] = []
afterEach(async () => {
  for (const close of closing.splice(0)) await close()
})

function aRunner(server: string) {
  const folder = mkdtempSync(join(tmpdir(), 'stoa-runner-'))
  writeFileSync(join(folder, 'server.js'), server)
  const manifest = Manifest.parse({
    slug: 'tested',
    name: 'Tested',
    description: 'For a test.',
    version: '1.0.0',
    author: 'Ada',
    kit: '^1.0',
    kinds: ['route'],
    server: { file: 'server.js' },
    files: { 'server.js': '0'.repeat(64) },
  })
  const faults: string[] = []
  const logged: string[] = []
  const version = '1.0.0'
  const plugin = {
    slug: 'tested',
    version,
    manifest,
    isEnabled: true,
    takesFiles: true,
    folder,
    connectorLabel: '',
    userCenter: null,
  }
  const runner = new PluginRunner(plugin, {
    kitOf: () => ({
      site: { name: 'Site', url: 'https://site.example' },
      settings: {},
      locale: 'en_US',
      viewer: null,
    }),
    answer: async (_call, name, args) => await Promise.resolve([name, ...args]),
    log: (_level, text) => logged.push(text),
    fault: (reason) => faults.push(reason),
  })
  closing.push(
    () => runner.close(),
    () => rmSync(folder, { recursive: true }),
  )
  const call = (name: string, input: unknown = null) =>
    patiently(() => runner.call('function', { name, input }, visitor))
  const failure = async (work: Promise<unknown>) =>
    await work.then(String, (error: Error) => error.message)
  return { runner, call, failure, faults, logged }
}

describe('PluginRunner', () => {
  it('fails calls of a process that ended, waits, and starts another', async () => {
    const { runner, call, failure, faults } = aRunner(`export default { functions: {
      crash() { setTimeout(() => { throw new Error('crashed') }); return new Promise(() => {}) },
      work: () => 'works' } }`)
    expect(await call('work')).toBe('works')
    const both = [failure(call('crash')), failure(call('crash'))]
    expect(await Promise.all(both)).toEqual(['It ended with code 1.', 'It ended with code 1.'])
    const work = runner.call('function', { name: 'work', input: null }, visitor)
    expect(await failure(work)).toBe('It restarts after a failure.')
    expect(faults).toEqual(['It ended with code 1.'])
    await expect.poll(() => failure(call('work'))).toBe('works')
  })

  it('fails a call that is late without ending the process', async () => {
    const { runner, call, failure, faults } = aRunner(`
      let pages = 0
      export default { page: () => { pages++; return new Promise(() => {}) },
        functions: { count: () => pages } }`)
    expect(await call('count')).toBe(0)
    const request = { path: '', query: {} }
    const message = 'A call of page took longer than 1 seconds.'
    expect(await failure(runner.call('page', request, visitor))).toBe(message)
    expect(await call('count')).toBe(1)
    expect(faults.filter((fault) => fault !== message)).toEqual([])
  })

  it('ends a process that does not respond', async () => {
    const { runner, call, failure, faults } = aRunner(
      `export default { page: () => { for (;;) {} }, functions: { work: () => 'works' } }`,
    )
    expect(await call('work')).toBe('works')
    await failure(runner.call('page', { path: '', query: {} }, visitor))
    await expect.poll(() => faults).toContain('It does not respond.')
    await expect.poll(() => failure(call('work'))).toBe('works')
  })

  it.each([
    ['slot', { name: 'sidebar', props: {} }, `slots: { sidebar: () => 'x'.repeat(50_001) }`],
    ['slot', { name: 'login', props: {} }, `slots: { login: () => ({ toString: () => 5 }) }`],
    ['review', {}, `review: () => ({ verdict: 'delete' })`],
    ['checkSettings', { settings: {} }, `checkSettings: () => 'fine'`],
    ['action', { name: 'test' }, `actions: { test: () => ({}) }`],
  ] as const)('rejects a result of %s that is not valid', async (hook, input, code) => {
    const { runner, failure, faults } = aRunner(`export default { ${code} }`)
    const message = `A call of ${hook} returned something that is not valid.`
    expect(await failure(patiently(() => runner.call(hook, input, visitor)))).toBe(message)
    expect(faults).toEqual([message])
  })

  it('runs a limited number of calls at once, and rejects what would wait too long', async () => {
    const { call, failure } = aRunner(`
      let running = 0
      let most = 0
      export default { functions: {
        async slow() {
          most = Math.max(most, ++running)
          await new Promise((done) => setTimeout(done, 100))
          running--
        },
        most: () => most } }`)
    const calls = Array.from({ length: 70 }, () => failure(call('slow')))
    const outcomes = await Promise.all(calls)
    expect(outcomes.filter((outcome) => outcome === 'It is busy.')).toHaveLength(6)
    expect(await call('most')).toBe(16)
  })

  it('answers requests of calls that run, and none afterwards', async () => {
    const { call } = aRunner(`
      let kept
      export default { functions: {
        async ask(input, kit) { kept = kit; return await kit.storage.get('key') },
        late: () => kept.storage.get('key').catch((error) => error.message) } }`)
    expect(await call('ask')).toEqual(['storage.get', 'key'])
    expect(await call('late')).toBe('The call has ended.')
  })

  it('sends many requests slowly instead of failing', async () => {
    const { call, faults } = aRunner(`export default { functions: {
      many: async (count, kit) =>
        (await Promise.all(Array.from({ length: count }, () => kit.storage.get('key')))).length } }`)
    expect(await call('many', 250)).toBe(250)
    expect(faults).toEqual([])
  })

  it('ends when its calls have ended', async () => {
    const { runner, call } = aRunner(`export default { functions: {
      slow: () => new Promise((done) => setTimeout(() => done('done'), 300)) } }`)
    const slow = call('slow')
    const retired = runner.retire()
    expect(await slow).toBe('done')
    await retired
    expect(runner.isRunning).toBe(false)
  })
})
