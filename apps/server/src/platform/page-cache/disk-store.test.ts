import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Logger } from 'pino'
import { afterAll, describe, expect, it } from 'vitest'
import { openDiskStore } from './disk-store.ts'

const root = mkdtempSync(join(tmpdir(), 'stoa-disk-store-'))
afterAll(() => rmSync(root, { recursive: true }))

const warnings: string[] = []
const log = {
  warn: (_fields: object, message: string) => warnings.push(message),
} as never as Logger

function aStore(name: string, maxBytes = 100_000) {
  const folder = join(root, name)
  return { folder, store: openDiskStore({ folder, maxBytes, log }) }
}

const listFiles = (folder: string) =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
const sizeOf = (folder: string) =>
  listFiles(folder).reduce((sum, file) => sum + statSync(file).size, 0)

async function save(store: ReturnType<typeof openDiskStore>, name: string, bytes: number) {
  store.save(name, Buffer.alloc(bytes, name))
  await store.flush()
}

describe('openDiskStore', () => {
  it('returns what was saved, and null for anything else', async () => {
    const { store } = aStore('read')
    await save(store, 'one', 10)
    expect(await store.read('one')).toEqual(Buffer.alloc(10, 'one'))
    expect(await store.read('two')).toBeNull()
  })

  it('deletes the least recently used files when it exceeds its bound', async () => {
    const { folder, store } = aStore('bound')
    for (let n = 0; n < 90; n++) await save(store, `page ${n}`, 1_000)
    const hourAgo = Date.now() / 1_000 - 3_600
    for (const file of listFiles(folder)) utimesSync(file, hourAgo, hourAgo)
    for (let n = 90; n < 120; n++) await save(store, `page ${n}`, 1_000)
    expect(sizeOf(folder)).toBeLessThanOrEqual(105_000)
    expect(sizeOf(folder)).toBeGreaterThan(70_000)
    for (let n = 90; n < 120; n++) expect(await store.read(`page ${n}`), `${n}`).not.toBeNull()
  })

  it('sweeps what a previous process left, and no files of others', async () => {
    const { folder, store } = aStore('start', 1_000)
    const subfolder = join(folder, 'ab')
    mkdirSync(subfolder, { recursive: true })
    const left = join(subfolder, 'ab'.repeat(32))
    const unfinished = `${left}.0123456789ab.part`
    const foreign = join(subfolder, 'notes.txt')
    for (const file of [left, unfinished, foreign]) writeFileSync(file, 'x'.repeat(2_000))
    store.start()
    await store.flush()
    expect([left, unfinished, foreign].map((file) => existsSync(file))).toEqual([
      false,
      false,
      true,
    ])
  })

  it('logs a disk that cannot be written once, and pauses', async () => {
    writeFileSync(join(root, 'file'), '')
    const { store } = aStore('file/below')
    await save(store, 'one', 10)
    await save(store, 'two', 10)
    expect(await store.read('one')).toBeNull()
    expect(warnings).toEqual(['page store is not writable, pages are not stored'])
  })

  it('leaves no unfinished file when a write fails', async () => {
    const { folder, store } = aStore('full')
    await save(store, 'one', 10)
    const [file = ''] = listFiles(folder)
    rmSync(file)
    mkdirSync(file)
    await save(store, 'one', 10)
    expect(listFiles(folder)).toEqual([])
  })
})
