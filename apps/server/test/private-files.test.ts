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
const picture = join(filesDir, 'post/ab/one.png')
/** The last line of `stoa doctor`. */
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

/** Everything below the data folders and the configuration, by what others may do with it. */
function modes() {
  const below = readdirSync(join(folder, 'data'), { recursive: true, encoding: 'utf8' })
  const paths = [configFile, ...below.map((path) => join(folder, 'data', path))]
  return paths.map((path) => ({ path, others: lstatSync(path).mode & 0o077 }))
}

const exposed = () => modes().filter(({ others }) => others !== 0)

/** The folder as an older version left it. */
function expose() {
  mkdirSync(join(filesDir, 'post/ab'), { recursive: true })
  writeFileSync(picture, 'bytes')
  for (const { path } of modes()) chmodSync(path, lstatSync(path).isDirectory() ? 0o755 : 0o666)
}

describe('files of a site in a folder', () => {
  it('are closed to other users after `stoa install`', async () => {
    const args = [
      'install',
      '--admin-email=rut@example.org',
      '--admin-password=a porch with columns',
    ]
    expect((await program.run(args, env)).code).toBe(0)
    expect(modes().length).toBeGreaterThan(900)
    expect(exposed()).toEqual([])
  }, 180_000)

  it('are closed again when a process starts', async () => {
    expose()
    const running = await program.start('all', env)
    const whileRunning = exposed()
    expect(await running.stop()).toBe(0)
    expect([whileRunning, exposed()]).toEqual([[], []])
  }, 180_000)

  it('are named by `stoa doctor` when others can read them, and closed with --fix', async () => {
    chmodSync(picture, 0o644)
    const found = await program.run(['doctor'], env)
    expect(found).toEqual({
      code: 1,
      output: `files open to other users: 1 wrong, for example ${picture}\n${usage}`,
    })
    const fixed = await program.run(['doctor', '--fix'], env)
    expect(fixed).toEqual({
      code: 0,
      output: `files open to other users: 1 wrong, fixed, for example ${picture}\n${usage}`,
    })
    expect((await program.run(['doctor'], env)).output).toBe(`Everything agrees.\n${usage}`)
  }, 240_000)
})
