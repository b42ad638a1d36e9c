import type { Manifest } from '@stoa/plugin-kit/manifest'
import { readPackage } from '@stoa/plugin-kit/package'
import { and, eq } from 'drizzle-orm'
import { createHash, randomBytes } from 'node:crypto'
import { chmod, mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'
import type { ReadDb } from '../../kernel/database.ts'
import { pluginPackages } from '../../schema/plugins.ts'

type Package = { slug: string; version: string; sha256: string; manifest: Manifest }

const readOnly = 0o444

export type PackageFolders = ReturnType<typeof openPackageFolders>

/** Unpacks packages of the database into folders of this machine, which several processes may share. */
export function openPackageFolders(pluginsDir: string, db: ReadDb) {
  const checked = new Map<string, Promise<string>>()

  async function unpack(plugin: Package): Promise<string> {
    const { slug, version, sha256, manifest } = plugin
    const folder = resolve(pluginsDir, slug, `${version}-${sha256.slice(0, 12)}`)
    if (await isIntact(folder, manifest)) return folder
    const { files } = await readPackage(await readArchive(db, plugin))
    const temporary = join(dirname(folder), `.${randomBytes(6).toString('hex')}`)
    try {
      for (const [name, content] of files) {
        await mkdir(dirname(join(temporary, name)), { recursive: true })
        await writeFile(join(temporary, name), content, { flag: 'wx', flush: true })
        await chmod(join(temporary, name), readOnly)
      }
      await replaceFolder(temporary, folder, manifest)
    } finally {
      await rm(temporary, { recursive: true, force: true })
    }
    return folder
  }

  return {
    /** The path of a folder with exactly the files of the package. Checked once per process. */
    async open(plugin: Package): Promise<string> {
      const { slug, version, sha256 } = plugin
      const key = `${slug} ${version} ${sha256}`
      const opened = checked.get(key) ?? unpack(plugin)
      checked.set(key, opened)
      opened.catch(() => checked.delete(key))
      return await opened
    },
  }
}

async function readArchive(db: ReadDb, { slug, version, sha256 }: Package): Promise<Buffer> {
  const { slug: ofPlugin, version: ofVersion, archive } = pluginPackages
  const [row] = await db
    .select({ archive })
    .from(pluginPackages)
    .where(and(eq(ofPlugin, slug), eq(ofVersion, version)))
  if (row === undefined) throw new Error(`the package of ${slug} ${version} is not stored`)
  if (hashOf(row.archive) !== sha256)
    throw new Error(`the package of ${slug} ${version} does not match its hash`)
  return row.archive
}

/** Another process may do the same at the same time: the first one wins. */
async function replaceFolder(temporary: string, folder: string, manifest: Manifest) {
  try {
    await rename(temporary, folder)
  } catch (error) {
    if (await isIntact(folder, manifest)) return
    // Somebody changed a file in it.
    await rm(folder, { recursive: true, force: true })
    await rename(temporary, folder).catch(() => Promise.reject(error as Error))
  }
}

async function isIntact(folder: string, { files }: Manifest): Promise<boolean> {
  for (const [name, hash] of Object.entries(files)) {
    const content = await readFile(join(folder, name)).catch(() => null)
    if (content === null || hashOf(content) !== hash) return false
  }
  return Object.keys(files).length > 0
}

function hashOf(content: Buffer) {
  return createHash('sha256').update(content).digest('hex')
}
