import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { afterAll, describe, expect, it } from 'vitest'
import { openDisk } from './disk.ts'

const folder = mkdtempSync(join(tmpdir(), 'stoa-files-'))
afterAll(() => rmSync(folder, { recursive: true }))
const files = openDisk(join(folder, 'files'))

describe('openDisk', () => {
  it('returns stored bytes and leaves no temporary file', async () => {
    await files.put('post/ab/one.png', Buffer.from('bytes'))
    expect(await files.find('post/ab/one.png')).toEqual({ size: 5 })
    const found = await files.read('post/ab/one.png')
    expect(found?.size).toBe(5)
    expect(String(await buffer(found!.stream))).toBe('bytes')
    expect(readdirSync(join(folder, 'files/post/ab'))).toEqual(['one.png'])
  })

  it('finds neither missing nor removed files nor folders', async () => {
    await files.put('gone.txt'.replace('.txt', '/a.txt'), Buffer.from('x'))
    await files.remove('gone/a.txt')
    await files.remove('gone/a.txt')
    expect(await files.find('gone/a.txt')).toBeNull()
    expect(await files.find('never/was.txt')).toBeNull()
    expect(await files.find('post/ab')).toBeNull()
    for (const key of ['never/was.txt', 'post/ab']) expect(await files.read(key)).toBeNull()
  })

  it.each([
    '../out',
    'a/../../out',
    '/etc/passwd',
    'a//b',
    'a/..',
    '',
    'A/b',
    'a\\b',
    'a/.b',
    'a\0',
  ])('rejects the key %j', async (key) => {
    await expect(files.put(key, Buffer.from('x'))).rejects.toThrow('invalid file key')
    await expect(files.find(key)).rejects.toThrow('invalid file key')
    await expect(files.remove(key)).rejects.toThrow('invalid file key')
  })

  it('never shows a partial file during concurrent writes', async () => {
    const sizes = [10, 200_000]
    await files.put('race/one', Buffer.alloc(10))
    const writes = Array.from({ length: 20 }, (_, index) =>
      files.put('race/one', Buffer.alloc(sizes[index % 2] ?? 0)),
    )
    const reads = Array.from({ length: 20 }, () => files.find('race/one'))
    for (const found of await Promise.all(reads)) expect(sizes).toContain(found?.size)
    await Promise.all(writes)
  })
})
