import { changeBrandingSettings, changeLoginSettings } from '@stoa/contract/features/site-settings'
import { eq } from 'drizzle-orm'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { aSite, type TestSite } from '../../../../test/site.ts'
import { uploads } from '../../../schema/uploads.ts'
import { aUser } from '../../people/auth/accounts.factory.ts'
import { anImage } from './hostile-files.fixture.ts'
import { findIconImage } from './icon-file.ts'
import { sendFile } from './uploads.factory.ts'
import { uploadsListeners } from './uploads.jobs.ts'

let site: TestSite
let token: string
beforeAll(async () => {
  site = await aSite()
  token = (await aUser(site.ctx, { role: 'admin' })).token
})
afterAll(() => site.close())

const send = (bytes: Uint8Array, as = token) =>
  sendFile(site.app, bytes, { token: as, source: 'branding' })

/** An ICO file with one image. */
function anIcon(image: Uint8Array) {
  const head = Buffer.alloc(22)
  head.writeUInt16LE(1, 2)
  head.writeUInt16LE(1, 4)
  head.writeUInt32LE(image.length, 14)
  head.writeUInt32LE(head.length, 18)
  return Buffer.concat([head, image])
}

/** Nine by two pixels of one color; the second one of the first row is transparent. */
function aBitmap(bits: number) {
  const [width, height] = [9, 2]
  const colors = bits > 8 ? 0 : 2 ** bits
  const stride = Math.ceil((width * bits) / 32) * 4
  const pixels = 40 + colors * 4
  const bitmap = Buffer.alloc(pixels + stride * height + 4 * height)
  bitmap.writeUInt32LE(40, 0)
  bitmap.writeInt32LE(width, 4)
  bitmap.writeInt32LE(height * 2, 8)
  bitmap.writeUInt16LE(bits, 14)
  // The last color of the palette is meant by bits that are all set.
  if (colors > 0) bitmap.set([50, 100, 200, 0], pixels - 4)
  for (let y = 0; y < height; y++) {
    const row = pixels + y * stride
    for (let x = 0; x < width && bits >= 24; x++)
      bitmap.set([50, 100, 200, 255].slice(0, bits / 8), row + (x * bits) / 8)
    if (colors > 0) bitmap.fill(0xff, row, row + stride)
  }
  // Rows are stored from bottom to top.
  if (bits === 32) bitmap[pixels + stride + 7] = 0
  else bitmap[pixels + stride * height + 4] = 0b0100_0000
  return bitmap
}

describe('POST /file with an image of the site', () => {
  it('re-encodes it as PNG, no larger than needed', async () => {
    const { data } = await send(await anImage('jpeg', 1500))
    expect(data).toMatch(/^\/uploads\/branding\/[0-9a-f]{32}\.png$/)
    const served = await site.app.inject({ url: String(data) })
    expect(served.headers['content-type']).toBe('image/png')
    const { format, width } = await sharp(served.rawPayload).metadata()
    expect([format, width]).toEqual(['png', 1024])
  })

  it('takes the PNG image out of an icon file', async () => {
    const { data } = await send(anIcon(await anImage('png', 64)))
    const served = await site.app.inject({ url: String(data) })
    expect(await sharp(served.rawPayload).metadata()).toMatchObject({ format: 'png', width: 64 })
  })

  it.each([32, 24, 8, 4, 1])('converts a bitmap of %i bits in an icon file', async (bits) => {
    const { data } = await send(anIcon(aBitmap(bits)))
    const served = await site.app.inject({ url: String(data) })
    const { data: pixels, info } = await sharp(served.rawPayload)
      .ensureAlpha()
      .raw()
      .toBuffer({ resolveWithObject: true })
    expect([info.width, info.height]).toEqual([9, 2])
    const pixel = (x: number, y: number) => [
      ...pixels.subarray((y * 9 + x) * 4, (y * 9 + x) * 4 + 4),
    ]
    expect(pixel(0, 0)).toEqual([200, 100, 50, 255])
    expect(pixel(8, 1)).toEqual([200, 100, 50, 255])
    expect(pixel(1, 0)[3]).toBe(0)
  })

  it('rejects icons without one, other files and other users', async () => {
    expect(await send(anIcon(Buffer.alloc(200)))).toMatchObject({ status: 400 })
    expect(await send(Buffer.from('<svg/>'))).toMatchObject({ status: 400 })
    const moderator = await aUser(site.ctx, { role: 'moderator' })
    expect(await send(await anImage('png'), moderator.token)).toMatchObject({
      reason: 'error.upload.branding_refused',
    })
  })

  it('is kept once a setting uses it, and shown to visitors of a private site', async () => {
    const [kept, unused] = [await send(await anImage('png')), await send(await anImage('png'))]
    const admin = site.as(token)
    await admin.call(changeBrandingSettings, { logo: String(kept.data) })
    await admin.call(changeBrandingSettings, { logo: '' })
    await admin.call(changeLoginSettings, { login_required: true })
    site.advance(49 * 3_600_000)
    await uploadsListeners[0]?.run(site.ctx, {} as never)
    expect((await site.app.inject({ url: String(kept.data) })).statusCode).toBe(200)
    expect((await site.app.inject({ url: String(unused.data) })).statusCode).toBe(404)
    const rows = await site.db.select().from(uploads).where(eq(uploads.source, 'branding'))
    expect(rows.filter(({ unusedSince }) => unusedSince === null)).toHaveLength(1)
  })
})

describe('findIconImage', () => {
  it.each([
    ['an empty file', Buffer.alloc(0)],
    ['another file', Buffer.from('GIF89a and more')],
    ['a cut icon', anIcon(Buffer.alloc(4)).subarray(0, 20)],
    ['an image beyond the end', anIcon(Buffer.alloc(0))],
    ['a cut bitmap', anIcon(aBitmap(8).subarray(0, 900))],
    ['a bitmap of an unknown kind', anIcon(aBitmap(16))],
  ])('finds nothing in %s', (_name, bytes) => {
    expect(findIconImage(new Uint8Array(bytes))).toBeNull()
  })
})
