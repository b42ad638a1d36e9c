// Packages of plugins: a gzipped tar file with plugin.json and the files that it lists. Nothing of a package is run here.
import { limits } from '@stoa/contract/limits'
import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import { gunzip, gzipSync } from 'node:zlib'
import { kitVersion, Manifest, manifestFile, packagePath, supportsKit } from './manifest.ts'
import { readTar, TarError, type TarFile, writeTar } from './tar.ts'

export type PackageProblem = 'invalid' | 'too_large' | 'kit_mismatch'

/** The message says what is wrong, in plain English. `values` are for a translated one. */
export class PackageError extends Error {
  override name = 'PackageError'
  readonly problem: PackageProblem
  readonly values: Record<string, string | number>
  constructor(problem: PackageProblem, message: string, values: PackageError['values']) {
    super(message)
    this.problem = problem
    this.values = values
  }
}

export type PluginPackage = {
  manifest: Manifest
  /** All files but the manifest, by path. */
  files: ReadonlyMap<string, Buffer>
  /** Of the archive, in hexadecimal. */
  sha256: string
}

/** npm puts everything into this folder. */
const npmFolder = 'package/'
const maxManifestBytes = 1024 * 1024

/** Checks all of it: size, paths, the manifest, the range of the kit and the hash of every file. */
export async function readPackage(archive: Buffer): Promise<PluginPackage> {
  const all = await unpack(archive)
  const manifest = readManifest(all.get(manifestFile))
  all.delete(manifestFile)
  checkFiles(manifest, all)
  return { manifest, files: all, sha256: sha256Of(archive) }
}

export function sha256Of(content: Buffer): string {
  return createHash('sha256').update(content).digest('hex')
}

async function unpack(archive: Buffer): Promise<Map<string, Buffer>> {
  const { archive: maxArchive, files: maxFiles } = limits.pluginPackageBytes
  if (archive.length > maxArchive) throw tooLarge('The archive is', maxArchive)
  const tar = await promisify(gunzip)(archive, { maxOutputLength: maxFiles }).catch(toGzipProblem)
  const entries = listEntries(tar)
  const isNpm = entries.every(({ path }) => path.startsWith(npmFolder))
  const files = new Map<string, Buffer>()
  for (const { path, content } of entries) {
    const name = isNpm ? path.slice(npmFolder.length) : path.replace(/^(\.\/)+/, '')
    if (!packagePath.safeParse(name).success)
      throw invalid(`The path ${show(path)} is not allowed.`)
    if (files.has(name)) throw invalid(`${name} is in the archive twice.`)
    files.set(name, content)
  }
  return files
}

function listEntries(tar: Buffer): TarFile[] {
  try {
    return readTar(tar, limits.plugins.files)
  } catch (error) {
    throw error instanceof TarError ? invalid(error.message) : error
  }
}

function toGzipProblem(error: NodeJS.ErrnoException): never {
  throw error.code === 'ERR_BUFFER_TOO_LARGE'
    ? tooLarge('All files together are', limits.pluginPackageBytes.files)
    : invalid('It is not a gzipped tar file (.tgz).')
}

function tooLarge(what: string, bytes: number) {
  const megabytes = bytes / 1024 / 1024
  return new PackageError('too_large', `${what} larger than ${megabytes} MB.`, { megabytes })
}

function readManifest(content: Buffer | undefined): Manifest {
  if (content === undefined) throw invalid(`It has no ${manifestFile} in its root.`)
  if (content.length > maxManifestBytes) throw invalid(`${manifestFile} is larger than 1 MB.`)
  const json = parseJson(content)
  // First, because a later version of the kit may have more fields.
  checkKit(json)
  const parsed = Manifest.safeParse(json)
  if (parsed.success) return parsed.data
  const problems = parsed.error.issues.slice(0, 5).map(({ path, message }) => {
    return path.length === 0 ? message : `${path.join('.')}: ${message}`
  })
  throw invalid(`${manifestFile} is wrong. ${problems.join(' ')}`)
}

function parseJson(content: Buffer): unknown {
  try {
    return JSON.parse(content.toString('utf8'))
  } catch {
    throw invalid(`${manifestFile} is not valid JSON.`)
  }
}

function checkKit(json: unknown) {
  const kit = typeof json === 'object' && json !== null && 'kit' in json ? json.kit : undefined
  if (typeof kit !== 'string' || !Manifest.shape.kit.safeParse(kit).success) return
  if (supportsKit(kit)) return
  const message = `It is made for version ${kit.slice(1)} of the plugin kit. This site has version ${kitVersion}.`
  throw new PackageError('kit_mismatch', message, { range: kit, version: kitVersion })
}

function checkFiles({ files: hashes }: Manifest, files: ReadonlyMap<string, Buffer>) {
  for (const [name, content] of files) {
    if (!Object.hasOwn(hashes, name)) throw invalid(`${name} is not in "files".`)
    if (hashes[name] !== sha256Of(content)) throw invalid(`${name} does not match its hash.`)
    const folder = foldersOf(name).find((path) => files.has(path))
    if (folder !== undefined) throw invalid(`${folder} is both a file and a folder.`)
  }
  const missing = Object.keys(hashes).find((name) => !files.has(name))
  if (missing !== undefined) throw invalid(`${missing} is missing.`)
}

function foldersOf(name: string): string[] {
  const parts = name.split('/')
  return parts.slice(1).map((_, at) => parts.slice(0, at + 1).join('/'))
}

/**
 * Makes a package of files, with their hashes in its manifest. The same files always make the same bytes. `npm publish` accepts
 * it if there is a package.json.
 */
export function writePackage(files: ReadonlyMap<string, Buffer>): Buffer {
  const manifest = parseJson(files.get(manifestFile) ?? Buffer.from(''))
  const names = [...files.keys()].filter((name) => name !== manifestFile).toSorted()
  const hashes = names.map((name) => [name, sha256Of(files.get(name) ?? Buffer.of())] as const)
  const complete = { ...(manifest as object), files: Object.fromEntries(hashes) }
  const entries = [
    { path: manifestFile, content: Buffer.from(`${JSON.stringify(complete, null, 2)}\n`) },
    ...names.map((path) => ({ path, content: files.get(path) ?? Buffer.of() })),
  ]
  const tar = writeTar(entries.map(({ path, content }) => ({ path: npmFolder + path, content })))
  const archive = gzipSync(tar, { level: 9 })
  // The operating system, which differs between machines.
  archive[9] = 255
  return archive
}

function invalid(message: string) {
  return new PackageError('invalid', message, { problem: message })
}

function show(path: string) {
  return JSON.stringify(path.slice(0, 200))
}
