import { limits } from '@stoa/contract/limits'
import { execFile } from 'node:child_process'
import { mkdtemp, readdir, readFile, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { AppError, fail } from '../../../kernel/errors.ts'

const timeoutMs = 60_000
const maxOutputBytes = 1024 * 1024
/** Of the registry: no paths, URLs or options. */
const namePattern = /^(@[a-z0-9][a-z0-9._-]*\/)?[a-z0-9][a-z0-9._-]*$/
const versionPattern = /^[A-Za-z0-9][A-Za-z0-9.+-]*$/

export const isNpmName = (name: string) => namePattern.test(name)

/** With the npm that is installed beside Node, and its configuration. Runs no script of the package. */
export async function downloadPackage({ name, version }: { name: string; version: string }) {
  if (!isNpmName(name)) return failNpm(`${name} is not the name of a package.`)
  if (!versionPattern.test(version)) return failNpm(`${version} is not a version.`)
  const folder = await mkdtemp(join(tmpdir(), 'stoa-npm-'))
  try {
    await runNpm(folder, `${name}@${version}`)
    const [file] = (await readdir(folder)).filter((entry) => entry.endsWith('.tgz'))
    if (file === undefined) return failNpm('npm returned no package.')
    const path = join(folder, file)
    const max = limits.pluginPackageBytes.archive
    if ((await stat(path)).size > max)
      throw new AppError('plugin.package_too_large', { values: { megabytes: max / 1024 / 1024 } })
    return await readFile(path)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

async function runNpm(folder: string, spec: string) {
  const args = [
    'pack',
    '--ignore-scripts',
    '--loglevel=error',
    '--pack-destination',
    folder,
    '--',
    spec,
  ]
  const options = {
    cwd: folder,
    timeout: timeoutMs,
    maxBuffer: maxOutputBytes,
  }
  try {
    await promisify(execFile)('npm', args, options)
  } catch (error) {
    failNpm(describeFailure(error))
  }
}

function describeFailure(error: unknown): string {
  const { code, killed, stderr } = error as { code?: unknown; killed?: boolean; stderr?: string }
  if (code === 'ENOENT') return 'npm is not installed.'
  if (killed === true) return 'npm took too long.'
  const lines = (stderr ?? '').split('\n').map((line) => line.replace(/^npm (error|ERR!) ?/, ''))
  const text = lines.find((line) => line.trim() !== '' && !line.startsWith('code '))
  return text?.slice(0, 300) ?? 'npm failed.'
}

function failNpm(problem: string): never {
  return fail('plugin.npm_failed', { values: { problem } })
}
