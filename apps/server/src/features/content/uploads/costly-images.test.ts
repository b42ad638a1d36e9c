import { limits } from '@stoa/contract/limits'
import { writeSettings } from '@stoa/contract/settings/writing'
import { readdirSync } from 'node:fs'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { aSite, type TestSite } from '../../../../test/site.ts'
import { changeSettings } from '../../../kernel/settings.ts'
import { transact } from '../../../kernel/transact.ts'
import { aUser } from '../../people/auth/accounts.factory.ts'
import { uploads } from '../../../schema/uploads.ts'
import { aLongGif, aScanBomb, anInterlacedPng } from './costly-images.fixture.ts'
import { anImage } from './hostile-files.fixture.ts'
import { sendFile } from './uploads.factory.ts'

let site: TestSite

beforeAll(async () => {
  site = await aSite({ env: { STOA_IMAGE_CPU_SECONDS: '1', STOA_IMAGE_MEMORY_MB: '200' } })
})
afterAll(() => site.close())

async function send(bytes: Uint8Array, options: { token?: string; source?: string } = {}) {
  const token = options.token ?? (await aUser(site.ctx)).token
  return await sendFile(site.app, bytes, { token, source: options.source ?? 'post' })
}

const filesOnDisk = () =>
  readdirSync(site.ctx.config.files_dir, { recursive: true, withFileTypes: true }).filter((entry) =>
    entry.isFile(),
  )
const setMegapixels = (max_image_megapixel: number) =>
  transact(site.ctx, (tx) => changeSettings(tx, writeSettings, { max_image_megapixel }))

// Jobs are limited by CPU time and memory, so their wall time depends on the load of the machine.
const slow = 150_000

describe('an image that is too costly to decode', () => {
  it.each([
    ['a progressive JPEG of 20,000 scans (CPU time)', () => aScanBomb(6000, 20_000)],
    ['an interlaced PNG of 16 bits (memory)', () => anInterlacedPng(6000)],
  ])(
    'is rejected without leaving files behind, and the next upload works: %s',
    async (_name, make) => {
      const bomb = make()
      expect(bomb.length).toBeLessThan(2_000_000)
      for (const source of ['post', 'user_avatar'])
        expect(await send(bomb, { source })).toMatchObject({
          status: 422,
          reason: 'error.upload.too_costly',
          data: [
            { error_field: 'file', error_msg: expect.stringContaining('too complex') as string },
          ],
        })
      expect(filesOnDisk()).toEqual([])
      expect(await site.ctx.db.$count(uploads)).toBe(0)
      const next = await send(await anImage())
      expect(next).toMatchObject({ status: 200 })
      const { files } = site.ctx
      await files.in(null).remove(String(next.data).slice('/uploads/'.length))
      await site.db.delete(uploads)
    },
    slow,
  )

  it(
    'uses up the hourly uploads of its user at five times the rate',
    async () => {
      const { token } = await aUser(site.ctx)
      const bomb = aScanBomb(6000, 20_000)
      for (let n = 0; n < 5; n++)
        expect(await send(bomb, { token })).toMatchObject({ reason: 'error.upload.too_costly' })
      expect(await send(await anImage(), { token })).toMatchObject({
        reason: 'base.too_many_requests',
      })
    },
    slow,
  )

  it(
    'is rejected by its header before decoding',
    async () => {
      const bomb = aScanBomb(7000, 20_000)
      expect(await send(bomb)).toMatchObject({ reason: 'error.upload.too_many_pixels' })
      await setMegapixels(200)
      expect(await send(bomb)).toMatchObject({ reason: 'error.upload.too_costly' })
      await setMegapixels(40)
    },
    slow,
  )
})

describe('an animated image', () => {
  it('may have a few hundred frames', async () => {
    const { max } = limits.imageFrames
    const response = await send(aLongGif(max, 20))
    expect(response).toMatchObject({ status: 200 })
    const stored = await site.ctx.files.read(String(response.data).slice('/uploads/'.length))
    const bytes = await new Response(stored!.stream as unknown as BodyInit).arrayBuffer()
    expect(await sharp(bytes).metadata()).toMatchObject({ format: 'webp', pages: max })
    const rejection = await send(aLongGif(max + 1, 20))
    expect(rejection).toMatchObject({ status: 400, reason: 'error.upload.too_many_frames' })
    expect(JSON.stringify(rejection.data)).toContain(String(max))
  })
})

describe('concurrent uploads', () => {
  it(
    'are queued, and above a limit per user rejected as busy',
    async () => {
      const { token } = await aUser(site.ctx)
      const image = await anImage()
      // Enough that some wait together on a busy machine, and fewer than an hour allows.
      const responses = await Promise.all(Array.from({ length: 40 }, () => send(image, { token })))
      const reasons = responses.map(({ reason }) => reason)
      expect(reasons.filter((reason) => reason === 'base.success').length).toBeGreaterThanOrEqual(8)
      expect(reasons).toContain('base.busy')
      expect(new Set(reasons)).toEqual(new Set(['base.success', 'base.busy']))
    },
    slow,
  )
})
