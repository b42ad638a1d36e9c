import { execFile } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { serveNpm } from '../npm-registry.ts'
import { aProgram, type Program, type Running } from '../program.ts'
import { aSite, type TestSite } from '../site.ts'
import { findMissingLine, readTutorial, type Step } from './tutorial.ts'

const steps = readTutorial(join(import.meta.dirname, '../../../../docs/write-a-plugin.md'))
const folder = mkdtempSync(join(tmpdir(), 'stoa-tutorial-'))
const work = join(folder, 'work')

const webModules = join(import.meta.dirname, '../../../web/node_modules')
const render = `import { HostProvider } from '@stoa/plugin-kit/ui'
import { readFileSync } from 'node:fs'
import { createElement } from 'react'
import { renderToString } from 'react-dom/server'
import plugin from './ui.js'

const { messages } = JSON.parse(readFileSync(new URL('plugin.json', import.meta.url), 'utf8'))
const value = { t: (key) => messages.en_US[key] }
const children = createElement(plugin.slots.sidebar, { path: '/' })
process.stdout.write(renderToString(createElement(HostProvider, { value, children })))
`

let site: TestSite
let program: Program
let running: Running
let closeNpm = () => {}
let env: Record<string, string>

beforeAll(async () => {
  mkdirSync(work)
  site = await aSite()
  program = await aProgram()
  env = {
    STOA_DATABASE_URL: site.ctx.config.database_url ?? '',
    STOA_FILES_DIR: join(folder, 'files'),
    STOA_PAGE_STORE_DIR: join(folder, 'pages'),
    STOA_PLUGINS_DIR: join(folder, 'plugins'),
  }
  running = await program.start('all', { ...env, STOA_LOG_LEVEL: 'info' })
}, 300_000)

afterAll(async () => {
  closeNpm()
  await running.stop()
  program.remove()
  await site.close()
  rmSync(folder, { recursive: true, force: true })
})

/** The programs that readers have, and a registry that is not that of the world. */
const prelude = `set -e
node() { ${JSON.stringify(process.execPath)} "$@"; }
stoa() { node ${JSON.stringify('$PROGRAM')}/stoa.js "$@"; }
curl() { node ${JSON.stringify(join(import.meta.dirname, 'curl.mjs'))} "$@"; }
npm() { test "$1" = publish && test -f "$2"; }
`

async function runShell(commands: string): Promise<string> {
  const script = prelude + commands.replaceAll('http://localhost:3000', running.origin)
  const { PATH = '', npm_config_registry: registry = '' } = process.env
  const { stdout, stderr } = await promisify(execFile)('bash', ['-c', script], {
    cwd: work,
    env: { PATH, ...env, PROGRAM: program.folder, npm_config_registry: registry, NO_COLOR: '1' },
  }).catch((error: { stdout: string; stderr: string }) => error)
  return stdout + stderr
}

async function run({ commands, output }: Extract<Step, { type: 'run' }>) {
  const printed = await runShell(commands)
  const missing = findMissingLine(printed, output)
  const requests = commands.split('\n').filter((line) => line.startsWith('curl '))
  if (missing === null || requests.length === 0) return expect(missing, printed).toBeNull()
  // The processes of the site learn of a change within moments.
  const repeat = async () => printed + (await runShell(requests.join('\n')))
  await expect.poll(async () => findMissingLine(await repeat(), output)).toBeNull()
}

async function follow(step: Step) {
  if (step.type === 'run') {
    await run(step)
    const published = /npm publish \.\/(\S+)-(\d\S*)\.tgz/.exec(step.commands)
    if (published === null) return
    const [, slug, version = ''] = published
    const archive = readFileSync(join(work, `${slug}-${version}.tgz`))
    closeNpm = await serveNpm(`stoa-plugin-${slug}`, archive, version)
    return
  }
  const file = join(work, step.path)
  if (step.type === 'write') {
    mkdirSync(dirname(file), { recursive: true })
    writeFileSync(file, step.content)
    return
  }
  const text = readFileSync(file, 'utf8')
  expect(text).toContain(step.before)
  writeFileSync(file, text.replace(step.before, step.after))
}

describe('docs/write-a-plugin.md', () => {
  it('has commands and files', () => {
    expect(steps.length).toBeGreaterThan(12)
  })

  const named = steps.map((step) => {
    const what = step.type === 'run' ? step.commands.trim().split('\n').join('; ') : step.path
    return { name: `line ${step.line}: ${step.type} ${what}`, step }
  })
  it.each(named)('$name', async ({ step }) => {
    await expect(follow(step)).resolves.toBeUndefined()
  })

  it('has a script that renders with React', async () => {
    const modules = join(work, 'reading-list/node_modules')
    for (const name of ['react', 'react-dom'])
      symlinkSync(join(webModules, name), join(modules, name))
    writeFileSync(join(work, 'reading-list/render.js'), render)
    expect(await runShell('node reading-list/render.js')).toContain(
      '<button type="submit">Recommend</button>',
    )
  })
})
