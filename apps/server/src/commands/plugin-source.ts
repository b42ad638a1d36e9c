import { limits } from '@stoa/contract/limits'
import { manifestFile } from '@stoa/plugin-kit/manifest'
import { PackageError, writePackage } from '@stoa/plugin-kit/package'
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { join, relative, sep } from 'node:path'
import { downloadPackage, isNpmName } from '../features/admin/plugins/npm-package.ts'

/** The archive of a folder, a file, or a package of npm, such as `stoa-plugin-greeting@1.2.0`. */
export async function readSource(source: string): Promise<Buffer> {
  if (existsSync(source)) return packSource(source)
  const at = source.indexOf('@', 1)
  const [name, version] =
    at === -1 ? [source, 'latest'] : [source.slice(0, at), source.slice(at + 1)]
  if (!isNpmName(name)) throw problem(`${source} is neither a file nor a folder.`)
  return await downloadPackage({ name, version })
}

/** The archive of a folder or a file. */
export function packSource(path: string): Buffer {
  if (!existsSync(path)) throw problem(`${path} does not exist.`)
  const { size } = statSync(path)
  if (statSync(path).isDirectory()) return writePackage(readFolder(path))
  const { archive: max } = limits.pluginPackageBytes
  if (size > max) throw problem(`The archive is larger than ${max / 1024 / 1024} MB.`)
  return readFileSync(path)
}

/** What is not part of a package. */
const leftOut = /^\.|^node_modules$|^test$|\.test\.[cm]?[jt]sx?$|\.tgz$/

/** The folder of a plugin. */
export function findFolder(folder: string): string {
  if (!existsSync(join(folder, manifestFile))) throw problem(`${folder} has no ${manifestFile}.`)
  return folder
}

function readFolder(folder: string): Map<string, Buffer> {
  findFolder(folder)
  const files = new Map<string, Buffer>()
  let bytes = 0
  for (const path of listFiles(folder)) {
    bytes += statSync(path).size
    if (bytes > limits.pluginPackageBytes.files) throw problem(`${folder} is too large.`)
    files.set(relative(folder, path).split(sep).join('/'), readFileSync(path))
  }
  return files
}

function listFiles(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true })
    .filter(({ name }) => !leftOut.test(name))
    .flatMap((entry) => {
      const path = join(folder, entry.name)
      if (entry.isDirectory()) return listFiles(path)
      if (!entry.isFile()) throw problem(`${path} is neither a file nor a folder.`)
      return [path]
    })
}

function problem(message: string) {
  return new PackageError('invalid', message, { problem: message })
}
