import {
  chmodSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { aProgram, type Program } from './program.ts'

let program: Program
const folder = mkdtempSync(join(tmpdir(), 'stoa-modes-'))
const dataDir = join(folder, 'data/db')
const filesDir = join(folder, 'data/files')
const configFile = join(folder, 'config.yaml')
const image = join(filesDir, 'post/ab/one.png')
/** Last line of `stoa doctor`. */
const usage = 'Uploads: 0 files, 0.0 MB.\n'
const env = { STOA_CONFIG: configFile }

beforeAll(async () => {
  program = await aProgram()
  writeFileSync(configFile, `data_dir: ${dataDir}\nfiles_dir: ${filesDir}\n`)
}, 180_000)
afterAll(() => {
  program.remove()
  rmSync(folder, { recursive: true })
})

/** All files with the permissions of other users. */
function listModes() {
  const below = readdirSync(join(folder, 'data'), { recursive: true, encoding: 'utf8' })
  const paths = [configFile, ...below.map((path) => join(folder, 'data', path))]
  return paths.map((path) => ({ path, others: lstatSync(path).mode & 0o077 }))
}

const listExposed = () => listModes().filter(({ others }) => others !== 0)

/** Permissions as left by an older version. */
function makeReadable() {
  mkdirSync(join(filesDir, 'post/ab'), { recursive: true })
  writeFileSync(image, 'bytes')
  for (const { path } of listModes()) chmodSync(path, lstatSync(path).isDirectory() ? 0o755 : 0o666)
}

describe('file permissions', () => {
  it('are private after `stoa install`', async () => {
    const args = [
      'install',
      '--admin-email=rut@example.org',
      '--admin-password=a porch with columns',
    ]
    expect((await program.run(args, env)).code).toBe(0)
    expect(listModes().length).toBeGreaterThan(900)
    expect(listExposed()).toEqual([])
  }, 180_000)

  it('are made private again when a process starts', async () => {
    makeReadable()
    const running = await program.start('all', env)
    const whileRunning = listExposed()
    expect(await running.stop()).toBe(0)
    expect([whileRunning, listExposed()]).toEqual([[], []])
  }, 180_000)

  it('are reported by `stoa doctor` when others can read files, and fixed with --fix', async () => {
    chmodSync(image, 0o644)
    const checked = await program.run(['doctor'], env)
    expect(checked).toEqual({
      code: 1,
      output: `files open to other users: 1 wrong, for example ${image}\n${usage}`,
    })
    const fixed = await program.run(['doctor', '--fix'], env)
    expect(fixed).toEqual({
      code: 0,
      output: `files open to other users: 1 wrong, fixed, for example ${image}\n${usage}`,
    })
    expect((await program.run(['doctor'], env)).output).toBe(`No problems found.\n${usage}`)
  }, 240_000)
})
