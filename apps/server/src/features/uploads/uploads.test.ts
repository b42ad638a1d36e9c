import { uploadFile, uploadsPath } from '@stoa/contract/features/uploads'
import { updateProfile } from '@stoa/contract/features/profile'
import { loginSettings, userSettings } from '@stoa/contract/settings/people'
import { writeSettings } from '@stoa/contract/settings/writing'
import { eq } from 'drizzle-orm'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { aSite, type TestSite } from '../../../test/site.ts'
import { imageLibrary } from '../../kernel/images/image-library.ts'
import { changeSettings } from '../../kernel/settings.ts'
import { transact } from '../../kernel/transact.ts'
import { aPerson } from '../accounts/accounts.factory.ts'
import {
  aPhotoWithPlace,
  aPicture,
  aPixelBomb,
  aPngOf,
  hostileFiles,
} from './hostile-files.fixture.ts'
import { sendFile } from './uploads.factory.ts'
import { uploadsListeners } from './uploads.jobs.ts'
import { uploads } from '../posts/uploads.table.ts'

let site: TestSite
let ada: Awaited<ReturnType<typeof aPerson>>

beforeAll(async () => {
  site = await aSite()
  ada = await aPerson(site.ctx, { name: 'Ada' })
})
afterAll(() => site.close())

/** Sends a form as a browser does. */
async function send(
  file: Buffer,
  options: {
    token?: string | null
    name?: string
    source?: string
    fields?: [string, string][]
  } = {},
) {
  const {
    token = (await aPerson(site.ctx)).token,
    name = 'me.png',
    source = 'user_avatar',
  } = options
  const { fields = [] } = options
  return await sendFile(site.app, file, { token, name, source, fields })
}

async function addressOf(file: Buffer, token?: string) {
  const reply = await send(file, token === undefined ? {} : { token })
  expect(reply).toMatchObject({ status: 200 })
  return String(reply.data)
}

const storedFiles = () =>
  readdirSync(site.ctx.config.files_dir, { recursive: true }).filter((name) =>
    /\./.test(String(name)),
  )

const change = <G extends typeof writeSettings | typeof loginSettings | typeof userSettings>(
  group: G,
  value: object,
) => transact(site.ctx, (tx) => changeSettings(tx, site.ctx, group, value))

describe('a picture', () => {
  it.each(['jpeg', 'png', 'webp'] as const)(
    'sent as %s is drawn anew as a square, and never served as a page (CVE-2023-0743)',
    async (format) => {
      const address = await addressOf(await aPicture(format, 500))
      expect(address).toMatch(/^\/uploads\/avatars\/[0-9a-f]{32}\.webp$/)
      const served = await site.app.inject({ url: address })
      const made = await sharp(served.rawPayload).metadata()
      expect(made).toMatchObject({ format: 'webp', width: 320, height: 320 })
      expect(served.headers).toMatchObject({
        'content-type': 'image/webp',
        'x-content-type-options': 'nosniff',
        'content-security-policy': `default-src 'none'; sandbox`,
        'cache-control': 'public, max-age=31536000, immutable',
      })
    },
  )

  it('keeps nothing of what the camera wrote into it (CVE-2023-1974, CVE-2023-1975)', async () => {
    const photo = await aPhotoWithPlace()
    expect((await sharp(photo).metadata()).exif).toBeDefined()
    expect(photo.includes('secret-owner')).toBe(true)
    const address = await addressOf(photo)
    const stored = readFileSync(join(site.ctx.config.files_dir, address.slice(uploadsPath.length)))
    const made = await sharp(stored).metadata()
    expect([made.exif, made.xmp, made.iptc, made.icc, made.comments]).toEqual([
      undefined,
      undefined,
      undefined,
      undefined,
      undefined,
    ])
    expect(stored.includes('secret-owner')).toBe(false)
    expect(stored.includes('GPS')).toBe(false)
  })

  it('carries nothing that was hung onto its end', async () => {
    const script = '<script>alert(1)</script>'
    const address = await addressOf(Buffer.concat([await aPicture('jpeg'), Buffer.from(script)]))
    const served = await site.app.inject({ url: address })
    expect(served.rawPayload.includes('script')).toBe(false)
  })

  it('counts by its bytes, whatever name it was sent with', async () => {
    const reply = await send(await aPicture('png'), { name: '../../../../etc/passwd\u0000.svg' })
    expect(reply).toMatchObject({ status: 200 })
  })
})

describe('what is not an honest picture', () => {
  it('is refused, whatever it pretends to be (CVE-2023-0740, CVE-2023-0741, CVE-2023-0742, CVE-2026-33582)', async () => {
    const before = storedFiles()
    const files = await hostileFiles()
    expect(files.length).toBeGreaterThanOrEqual(25)
    const taken: string[] = []
    for (const [name, bytes] of files) {
      const reply = await send(bytes, { name })
      const isRefused = reply.reason === 'error.upload.not_an_image' && reply.status === 400
      if (!isRefused) taken.push(`${name}: ${JSON.stringify(reply)}`)
    }
    expect(taken).toEqual([])
    expect(storedFiles()).toEqual(before)
  })

  it('would not even find a decoder for another kind', async () => {
    const files = new Map(await hostileFiles())
    const library = await imageLibrary()
    for (const name of ['scan.tiff', 'new.avif', 'script.svg']) {
      await expect(library(files.get(name)).metadata(), name).rejects.toThrow(/unsupported|block/i)
    }
  })

  it('is refused before a pixel is decoded when it has too many (CVE-2024-22393)', async () => {
    const bomb = aPixelBomb(14_000)
    expect(bomb.length).toBeLessThan(1_000_000)
    expect(await send(bomb)).toMatchObject({ status: 400, reason: 'error.upload.too_many_pixels' })
    expect(await send(aPngOf(2 ** 31 - 1, 2 ** 31 - 1))).toMatchObject({ status: 400 })
  })

  it('is refused when it weighs more than the site allows, or is of a kind it does not', async () => {
    await change(writeSettings, { max_image_size: 1, authorized_image_extensions: ['png'] })
    expect(await send(Buffer.alloc(1024 * 1024 + 1, 1))).toMatchObject({
      status: 413,
      data: [{ error_field: 'file', error_msg: expect.stringContaining('1 MB') as string }],
    })
    expect(await send(await aPicture('webp'))).toMatchObject({ status: 400 })
    expect(await send(await aPicture('png'))).toMatchObject({ status: 200 })
    await change(writeSettings, {
      max_image_size: 4,
      authorized_image_extensions: ['jpg', 'jpeg', 'png', 'webp'],
    })
  })
})

describe('the form', () => {
  it('is read only once it is known who sends it', async () => {
    const picture = await aPicture()
    expect(await send(picture, { token: null })).toMatchObject({ reason: 'error.auth.required' })
    const guest = await aPerson(site.ctx, { isActivated: false })
    expect(await send(picture, { token: guest.token })).toMatchObject({
      reason: 'error.auth.inactive',
    })
  })

  it('must name a purpose there is, once, and nothing else', async () => {
    const picture = await aPicture()
    const { token } = ada
    const wrong = (data: object[]) => ({ status: 400, data })
    expect(await send(picture, { token, source: 'branding' })).toMatchObject(
      wrong([{ error_field: 'source' }]),
    )
    expect(await send(picture, { token, fields: [['user_id', '1']] })).toMatchObject(
      wrong([{ error_field: 'user_id' }]),
    )
    expect(await send(picture, { token, fields: [['source', 'user_avatar']] })).toMatchObject({
      reason: 'base.request_format_error',
    })
    expect(await send(picture, { token, fields: [['__proto__', 'x']] })).toMatchObject({
      status: 400,
    })
  })

  it('must be one', async () => {
    const headers = { authorization: `Bearer ${ada.token}` }
    const post = (payload: string, type: string) =>
      site.app.inject({
        method: 'POST',
        url: uploadFile.path,
        headers: { ...headers, 'content-type': type },
        payload,
      })
    expect((await post('{}', 'application/json')).statusCode).toBe(415)
    expect((await post('x', 'multipart/form-data; boundary=b')).statusCode).toBe(400)
    expect((await post('x', 'multipart/form-data')).statusCode).toBe(400)
    const cut = '--b\r\nContent-Disposition: form-data; name="file"; filename="a.png"\r\n\r\nhalf'
    expect((await post(cut, 'multipart/form-data; boundary=b')).statusCode).toBe(400)
  })

  it('is refused where members may not change their picture', async () => {
    await change(userSettings, { allow_update_avatar: false })
    expect(await send(await aPicture())).toMatchObject({ reason: 'error.user.field_locked' })
    await change(userSettings, { allow_update_avatar: true })
  })
})

describe('an uploaded file', () => {
  it('is for members only on a private site, and for nobody by any other name', async () => {
    const address = await addressOf(await aPicture(), ada.token)
    const statusFor = async (url: string, token?: string) =>
      (
        await site.app.inject({
          url,
          headers: token === undefined ? {} : { authorization: `Bearer ${token}` },
        })
      ).statusCode
    expect(await statusFor(address)).toBe(200)
    await change(loginSettings, { login_required: true })
    const guest = await aPerson(site.ctx, { isActivated: false })
    expect(await statusFor(address)).toBe(401)
    expect(await statusFor(address, guest.token)).toBe(403)
    expect(await statusFor(address, ada.token)).toBe(200)
    const served = await site.app.inject({
      url: address,
      headers: { authorization: `Bearer ${ada.token}` },
    })
    expect(served.headers['cache-control']).toBe('private, max-age=31536000, immutable')
    await change(loginSettings, { login_required: false })
    for (const path of ['..%2f..%2fpackage.json', 'avatars/', 'avatars/x.webp', '%00', 'a.html']) {
      expect(await statusFor(uploadsPath + path), path).toBe(404)
    }
  })

  it('goes two days later unless something uses it', async () => {
    const mine = await addressOf(await aPicture(), ada.token)
    const unused = await addressOf(await aPicture(), ada.token)
    await site.as(ada.token).call(updateProfile, { avatar: { type: 'custom', custom: mine } })
    const statusOf = async (url: string) => (await site.app.inject({ url })).statusCode
    await sweep()
    expect(await statusOf(unused)).toBe(200)
    site.advance(49 * 3_600_000)
    await sweep()
    expect(await statusOf(unused)).toBe(404)
    expect(await statusOf(mine)).toBe(200)
    const rows = await site.ctx.db.select().from(uploads).where(eq(uploads.userId, ada.id))
    expect(rows.map(({ key }) => uploadsPath + key)).toEqual([mine])
  })
})

async function sweep() {
  for (const listener of uploadsListeners)
    if (listener.kind === 'every') await listener.run(site.ctx)
}
