import { uploadFile, uploadsPath } from '@stoa/contract/features/uploads'
import { updateProfile } from '@stoa/contract/features/profile-settings'
import { loginSettings, userSettings } from '@stoa/contract/settings/people'
import { writeSettings } from '@stoa/contract/settings/writing'
import { eq } from 'drizzle-orm'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { aSite, type TestSite } from '../../../../test/site.ts'
import { loadImageLibrary } from '../../../kernel/images.ts'
import { changeSettings } from '../../../kernel/settings.ts'
import { transact } from '../../../kernel/transact.ts'
import { aUser } from '../../people/auth/accounts.factory.ts'
import {
  aPhotoWithLocation,
  anImage,
  aPixelBomb,
  aPngOf,
  hostileFiles,
} from './hostile-files.fixture.ts'
import { sendFile } from './uploads.factory.ts'
import { uploadsListeners } from './uploads.jobs.ts'
import { uploads } from '../../../schema/uploads.ts'

let site: TestSite
let ada: Awaited<ReturnType<typeof aUser>>

beforeAll(async () => {
  site = await aSite()
  ada = await aUser(site.ctx, { name: 'Ada' })
})
afterAll(() => site.close())

async function send(
  file: Buffer,
  options: {
    token?: string | null
    name?: string
    source?: string
    fields?: [string, string][]
  } = {},
) {
  const { token = (await aUser(site.ctx)).token, name = 'me.png', source = 'user_avatar' } = options
  const { fields = [] } = options
  return await sendFile(site.app, file, { token, name, source, fields })
}

async function upload(file: Buffer, token?: string) {
  const response = await send(file, token === undefined ? {} : { token })
  expect(response).toMatchObject({ status: 200 })
  return String(response.data)
}

const storedFiles = () =>
  readdirSync(site.ctx.config.files_dir, { recursive: true }).filter((name) =>
    /\./.test(String(name)),
  )

const change = <G extends typeof writeSettings | typeof loginSettings | typeof userSettings>(
  group: G,
  value: object,
) => transact(site.ctx, (tx) => changeSettings(tx, group, value))

describe('POST /file with an avatar', () => {
  it.each(['jpeg', 'png', 'webp'] as const)(
    're-encodes %s as a square image, and never serves it as a page (CVE-2023-0743)',
    async (format) => {
      const uploadUrl = await upload(await anImage(format, 500))
      expect(uploadUrl).toMatch(/^\/uploads\/avatars\/[0-9a-f]{32}\.webp$/)
      const served = await site.app.inject({ url: uploadUrl })
      const created = await sharp(served.rawPayload).metadata()
      expect(created).toMatchObject({ format: 'webp', width: 320, height: 320 })
      expect(served.headers).toMatchObject({
        'content-type': 'image/webp',
        'x-content-type-options': 'nosniff',
        'content-security-policy': `default-src 'none'; sandbox`,
        'cache-control': 'public, max-age=31536000, immutable',
      })
    },
  )

  it('removes the metadata of the camera (CVE-2023-1974, CVE-2023-1975)', async () => {
    const photo = await aPhotoWithLocation()
    expect((await sharp(photo).metadata()).exif).toBeDefined()
    expect(photo.includes('secret-owner')).toBe(true)
    const uploadUrl = await upload(photo)
    const stored = readFileSync(
      join(site.ctx.config.files_dir, uploadUrl.slice(uploadsPath.length)),
    )
    const created = await sharp(stored).metadata()
    expect([created.exif, created.xmp, created.iptc, created.icc, created.comments]).toEqual([
      undefined,
      undefined,
      undefined,
      undefined,
      undefined,
    ])
    expect(stored.includes('secret-owner')).toBe(false)
    expect(stored.includes('GPS')).toBe(false)
  })

  it('removes data appended to the file', async () => {
    const script = '<script>alert(1)</script>'
    const uploadUrl = await upload(Buffer.concat([await anImage('jpeg'), Buffer.from(script)]))
    const served = await site.app.inject({ url: uploadUrl })
    expect(served.rawPayload.includes('script')).toBe(false)
  })

  it('detects the type by content, whatever the file name', async () => {
    const response = await send(await anImage('png'), { name: '../../../../etc/passwd\u0000.svg' })
    expect(response).toMatchObject({ status: 200 })
  })
})

describe('POST /file with an invalid image', () => {
  it('rejects it, whatever it pretends to be (CVE-2023-0740, CVE-2023-0741, CVE-2023-0742, CVE-2026-33582)', async () => {
    const before = storedFiles()
    const files = await hostileFiles()
    expect(files.length).toBeGreaterThanOrEqual(25)
    const accepted: string[] = []
    for (const [name, bytes] of files) {
      const response = await send(bytes, { name })
      const isRejected = response.reason === 'error.upload.not_an_image' && response.status === 400
      if (!isRejected) accepted.push(`${name}: ${JSON.stringify(response)}`)
    }
    expect(accepted).toEqual([])
    expect(storedFiles()).toEqual(before)
  })

  it('has no decoders for other formats', async () => {
    const files = new Map(await hostileFiles())
    const library = await loadImageLibrary()
    for (const name of ['scan.tiff', 'new.avif', 'script.svg']) {
      await expect(library(files.get(name)).metadata(), name).rejects.toThrow(/unsupported|block/i)
    }
  })

  it('rejects too many pixels before decoding (CVE-2024-22393)', async () => {
    const bomb = aPixelBomb(14_000)
    expect(bomb.length).toBeLessThan(1_000_000)
    expect(await send(bomb)).toMatchObject({ status: 400, reason: 'error.upload.too_many_pixels' })
    expect(await send(aPngOf(2 ** 31 - 1, 2 ** 31 - 1))).toMatchObject({ status: 400 })
  })

  it('rejects sizes and formats that the site does not allow', async () => {
    await change(writeSettings, { max_image_size: 1, authorized_image_extensions: ['png'] })
    expect(await send(Buffer.alloc(1024 * 1024 + 1, 1))).toMatchObject({
      status: 413,
      data: [{ error_field: 'file', error_msg: expect.stringContaining('1 MB') as string }],
    })
    expect(await send(await anImage('webp'))).toMatchObject({ status: 400 })
    expect(await send(await anImage('png'))).toMatchObject({ status: 200 })
    await change(writeSettings, {
      max_image_size: 4,
      authorized_image_extensions: ['jpg', 'jpeg', 'png', 'webp'],
    })
  })
})

describe('the form of POST /file', () => {
  it('is read only after authentication', async () => {
    const image = await anImage()
    expect(await send(image, { token: null })).toMatchObject({ reason: 'error.auth.required' })
    const guest = await aUser(site.ctx, { isActivated: false })
    expect(await send(image, { token: guest.token })).toMatchObject({
      reason: 'error.auth.inactive',
    })
  })

  it('must name one known purpose and nothing else', async () => {
    const image = await anImage()
    const { token } = ada
    const wrong = (data: object[]) => ({ status: 400, data })
    expect(await send(image, { token, source: 'other' })).toMatchObject(
      wrong([{ error_field: 'source' }]),
    )
    expect(await send(image, { token, source: 'branding' })).toMatchObject({
      reason: 'error.upload.branding_refused',
    })
    expect(await send(image, { token, fields: [['user_id', '1']] })).toMatchObject(
      wrong([{ error_field: 'user_id' }]),
    )
    expect(await send(image, { token, fields: [['source', 'user_avatar']] })).toMatchObject({
      reason: 'base.request_format_error',
    })
    expect(await send(image, { token, fields: [['__proto__', 'x']] })).toMatchObject({
      status: 400,
    })
  })

  it('must be multipart', async () => {
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

  it('is rejected where members may not change their avatar', async () => {
    await change(userSettings, { allow_update_avatar: false })
    expect(await send(await anImage())).toMatchObject({ reason: 'error.user.field_locked' })
    await change(userSettings, { allow_update_avatar: true })
  })
})

describe('GET /uploads', () => {
  it('requires a member on a private site, and an exact path', async () => {
    const uploadUrl = await upload(await anImage(), ada.token)
    const statusFor = async (url: string, token?: string) =>
      (
        await site.app.inject({
          url,
          headers: token === undefined ? {} : { authorization: `Bearer ${token}` },
        })
      ).statusCode
    expect(await statusFor(uploadUrl)).toBe(200)
    await change(loginSettings, { login_required: true })
    const guest = await aUser(site.ctx, { isActivated: false })
    expect(await statusFor(uploadUrl)).toBe(401)
    expect(await statusFor(uploadUrl, guest.token)).toBe(403)
    expect(await statusFor(uploadUrl, ada.token)).toBe(200)
    const served = await site.app.inject({
      url: uploadUrl,
      headers: { authorization: `Bearer ${ada.token}` },
    })
    expect(served.headers['cache-control']).toBe('private, max-age=31536000, immutable')
    await change(loginSettings, { login_required: false })
    for (const path of ['..%2f..%2fpackage.json', 'avatars/', 'avatars/x.webp', '%00', 'a.html']) {
      expect(await statusFor(uploadsPath + path), path).toBe(404)
    }
  })

  it('stops serving an unused file after two days', async () => {
    const mine = await upload(await anImage(), ada.token)
    const unused = await upload(await anImage(), ada.token)
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
