import { expect, it } from 'vitest'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { compressBody } from './compress.ts'

const page = Buffer.from('<p>the same words again</p>'.repeat(200))

it('prefers brotli to gzip and does not change the content', async () => {
  const br = await compressBody('gzip, deflate, br', page)
  expect(br.encoding).toBe('br')
  expect(brotliDecompressSync(br.bytes).equals(page)).toBe(true)
  const gz = await compressBody('gzip', page)
  expect(gz.encoding).toBe('gzip')
  expect(gunzipSync(gz.bytes).equals(page)).toBe(true)
})

it('does not compress small bodies, nor for clients that do not accept it', async () => {
  expect((await compressBody('br', Buffer.from('short'))).encoding).toBeNull()
  expect((await compressBody(undefined, page)).encoding).toBeNull()
  expect((await compressBody('br;q=0, gzip;q=0.0', page)).encoding).toBeNull()
})
