import { addComment, deleteComment, editComment } from '@stoa/contract/features/comments'
import { updateProfile } from '@stoa/contract/features/profile'
import { deleteQuestion, editQuestion, getQuestion } from '@stoa/contract/features/questions'
import { createTag, deleteTag, getTag } from '@stoa/contract/features/tags'
import { uploadsPath } from '@stoa/contract/features/uploads'
import { loginSettings } from '@stoa/contract/settings/people'
import { writeSettings } from '@stoa/contract/settings/writing'
import { eq } from 'drizzle-orm'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { aSite, type TestSite } from '../../../test/site.ts'
import { changeSettings } from '../../kernel/settings.ts'
import { transact } from '../../kernel/transact.ts'
import { aPerson } from '../accounts/accounts.factory.ts'
import { anAnswer } from '../answers/answers.factory.ts'
import { examine } from '../doctor/doctor.actions.ts'
import { setDeleted } from '../posts/posts.factory.ts'
import { questions } from '../posts/posts.table.ts'
import { uploads, uploadUses } from '../posts/uploads.table.ts'
import { aQuestion } from '../questions/questions.factory.ts'
import {
  aMovingImage,
  aPhotoWithPlace,
  aPicture,
  aPngOf,
  hostileFiles,
  hostileNames,
} from './hostile-files.fixture.ts'
import { sendFile } from './uploads.factory.ts'
import { uploadsListeners } from './uploads.jobs.ts'

type Person = Awaited<ReturnType<typeof aPerson>>
let site: TestSite
let ada: Person
let ben: Person
let mod: Person

beforeAll(async () => {
  site = await aSite()
  ada = await aPerson(site.ctx, { name: 'Ada' })
  ben = await aPerson(site.ctx, { name: 'Ben' })
  mod = await aPerson(site.ctx, { role: 'moderator' })
})
afterAll(() => site.close())

async function change<Group extends Parameters<typeof changeSettings>[2]>(
  group: Group,
  values: object,
) {
  await transact(site.ctx, (tx) => changeSettings(tx, site.ctx, group, values as never))
}

/** Somebody new each time, so that nobody reaches the limit of uploads. */
async function imageOf(bytes: Uint8Array, token?: string) {
  const by = token ?? (await aPerson(site.ctx)).token
  const reply = await sendFile(site.app, bytes, { token: by, source: 'post' })
  expect(reply).toMatchObject({ status: 200 })
  return String(reply.data)
}

const stored = (address: string) =>
  readFileSync(join(site.ctx.config.files_dir, address.slice(uploadsPath.length)))
const storedFiles = () => readdirSync(site.ctx.config.files_dir, { recursive: true }).length
const open = (url: string, person?: Person, headers: Record<string, string> = {}) =>
  site.app.inject({
    url,
    headers: { ...(person ? { authorization: `Bearer ${person.token}` } : {}), ...headers },
  })
/** What a stranger, another member, the one who sent it and a moderator get. */
async function statuses(url: string, sender = ada) {
  const readers = [undefined, ben, sender, mod]
  return await Promise.all(readers.map(async (who) => (await open(url, who)).statusCode))
}
async function sweep() {
  for (const listener of uploadsListeners)
    if (listener.kind === 'every') await listener.run(site.ctx)
}

describe('an image of a post', () => {
  it('is drawn anew, upright, without what a camera wrote into it', async () => {
    const photo = await sharp(await aPhotoWithPlace())
      .withMetadata({ orientation: 6 })
      .jpeg()
      .toBuffer()
    const address = await imageOf(photo)
    expect(address).toMatch(/^\/uploads\/post\/[0-9a-f]{32}\.webp$/)
    const made = await sharp(stored(address)).metadata()
    expect(made).toMatchObject({ format: 'webp', width: 40, height: 80 })
    expect([made.exif, made.xmp, made.iptc, made.icc]).toEqual(Array(4).fill(undefined))
    expect(stored(address).includes('secret-owner')).toBe(false)
  })

  it('is never wider than a screen needs, and a tall page stays readable', async () => {
    const sized = async (width: number, height: number) => {
      const plain = sharp({ create: { width, height, channels: 3, background: '#246' } })
      const { width: w, height: h } = await sharp(
        stored(await imageOf(await plain.png().toBuffer())),
      ).metadata()
      return [w, h]
    }
    expect(await sized(4000, 1000)).toEqual([2560, 640])
    expect(await sized(1280, 6000)).toEqual([1280, 6000])
    expect(await sized(30, 20)).toEqual([30, 20])
  })

  it.each(['gif', 'webp'] as const)('goes on moving as %s, within the limit', async (format) => {
    const made = await sharp(stored(await imageOf(await aMovingImage(format)))).metadata()
    expect(made).toMatchObject({ format: 'webp', pages: 3, width: 40 })
    await change(writeSettings, { max_image_megapixel: 1 })
    const long = await aMovingImage(format, 30, 200)
    const refused = await sendFile(site.app, long, { token: ada.token, source: 'post' })
    expect(refused).toMatchObject({ reason: 'error.upload.too_many_pixels' })
    await change(writeSettings, { max_image_megapixel: 40 })
  })

  it('is refused, and leaves nothing behind, unless it is an honest one', async () => {
    const before = storedFiles()
    const taken: string[] = []
    for (const [name, bytes] of await hostileFiles()) {
      if (/^(animated\.gif|gif-called\.png)$/.test(name)) continue
      const { token } = await aPerson(site.ctx)
      const reply = await sendFile(site.app, bytes, { token, source: 'post', name })
      if (reply.reason !== 'error.upload.not_an_image') taken.push(`${name}: ${reply.reason}`)
    }
    const bomb = await sendFile(site.app, aPngOf(9000, 9000), { token: ada.token, source: 'post' })
    expect(bomb).toMatchObject({ reason: 'error.upload.too_many_pixels' })
    expect(taken).toEqual([])
    expect(storedFiles()).toBe(before)
  })

  it('keeps its place in the page: its size is in the HTML', async () => {
    const address = await imageOf(await aPicture('png', 64), ada.token)
    const content = `![mine](${address}) and <img src="${address}" width="32">`
    const { html } = await aQuestion(site.as(ada.token), { content })
    expect(html).toContain(`<img src="${address}" alt="mine" width="64" height="64"`)
    expect(html).toContain(`<img src="${address}" alt="" width="32" height="32"`)
  })
})

describe('an attachment', () => {
  const bytes = Buffer.from('<script>alert(1)</script>')
  const attach = (token: string, name: string) =>
    sendFile(site.app, bytes, { token, source: 'post_attachment', name })

  it('is refused unless the site names its kind', async () => {
    expect(await attach(ada.token, 'a.pdf')).toMatchObject({
      reason: 'error.upload.attachments_off',
    })
    await change(writeSettings, { authorized_attachment_extensions: ['.ZIP', 'pdf'] })
    expect(await attach(ada.token, 'a.exe')).toMatchObject({ reason: 'error.upload.kind_refused' })
    expect(await attach(ada.token, 'zip')).toMatchObject({ reason: 'error.upload.kind_refused' })
    expect(await attach(ada.token, 'a.pdf')).toMatchObject({ status: 200 })
  })

  it('may weigh what the site says, which is not what an image may', async () => {
    await change(writeSettings, { max_attachment_size: 1 })
    const heavy = { token: ada.token, source: 'post_attachment', name: 'a.zip' }
    expect(await sendFile(site.app, Buffer.alloc(1024 * 1024 + 1), heavy)).toMatchObject({
      reason: 'error.upload.too_large',
    })
    await change(writeSettings, { max_attachment_size: 8 })
    expect(await sendFile(site.app, Buffer.alloc(5 * 1024 * 1024), heavy)).toMatchObject({
      status: 200,
    })
  })

  it('is only ever saved, under a name that does no harm', async () => {
    for (const name of hostileNames) {
      const { token, ...who } = await aPerson(site.ctx)
      const reply = await attach(token, name)
      if (name === '.zip') {
        expect(reply).toMatchObject({ reason: 'error.upload.kind_refused' })
        continue
      }
      expect(reply, name).toMatchObject({ status: 200 })
      const served = await open(String(reply.data), { token, ...who })
      expect(served.statusCode, name).toBe(200)
      expect(served.headers).toMatchObject({
        'content-type': 'application/octet-stream',
        'x-content-type-options': 'nosniff',
        'content-security-policy': `default-src 'none'; sandbox`,
        'cache-control': 'private, no-cache',
      })
      const disposition = String(served.headers['content-disposition'])
      expect(disposition).toMatch(
        /^attachment; filename="[^"\\%\r\n]{1,120}"; filename\*=UTF-8''[\w.!~%$&+^`|-]+$/,
      )
      expect(disposition).not.toMatch(/%2F|%5C|%E2%80%AE|%0D|%0A/i)
      expect(served.body).toBe(bytes.toString())
      expect((await open(`${String(reply.data)}x`, { token, ...who })).statusCode).toBe(404)
    }
  })

  it('is known to the post that links to it', async () => {
    const address = String((await attach(ada.token, 'Übersicht.zip')).data)
    await aQuestion(site.as(ada.token), { content: `[figures](${address})` })
    expect(await statuses(address)).toEqual([200, 200, 200, 200])
  })
})

describe('a file is as open as what shows it', () => {
  const hidden = [404, 404, 200, 200]
  const shown = [200, 200, 200, 200]

  it('before anything shows it, it is its own', async () => {
    expect(await statuses(await imageOf(await aPicture(), ada.token))).toEqual(hidden)
  })

  it('a question, deleted, pending and back', async () => {
    const address = await imageOf(await aPicture(), ada.token)
    const asked = await aQuestion(site.as(ada.token), { content: `![a](${address})` })
    expect(await statuses(address)).toEqual(shown)
    expect((await open(address)).headers['cache-control']).toBe('public, max-age=3600')
    await setDeleted(site.ctx, 'question', asked.id, ada.id)
    expect(await statuses(address)).toEqual(hidden)
    expect((await open(address, ada)).headers['cache-control']).toBe('private, no-cache')
    await setDeleted(site.ctx, 'question', asked.id, null)
    await site.ctx.db.update(questions).set({ status: 11 }).where(eq(questions.id, asked.id))
    expect(await statuses(address)).toEqual(hidden)
    await site.ctx.db.update(questions).set({ status: 2 }).where(eq(questions.id, asked.id))
    expect(await statuses(address)).toEqual(shown)
  })

  it('an answer, and the question it hangs on', async () => {
    const address = await imageOf(await aPicture(), ada.token)
    const asked = await aQuestion(site.as((await aPerson(site.ctx)).token))
    const answer = await anAnswer(site.as(ada.token), asked.id, `![answer](${address})`)
    expect(await statuses(address)).toEqual(shown)
    await setDeleted(site.ctx, 'answer', answer.id, ada.id)
    expect(await statuses(address)).toEqual(hidden)
    await setDeleted(site.ctx, 'answer', answer.id, null)
    await setDeleted(site.ctx, 'question', asked.id, ben.id)
    expect(await statuses(address)).toEqual(hidden)
  })

  it('a comment; what it said before an edit is for staff', async () => {
    const address = await imageOf(await aPicture(), mod.token)
    const asked = await aQuestion(site.as(ben.token))
    const { comment_id } = await site
      .as(mod.token)
      .call(addComment, { object_id: asked.id, original_text: `![c](${address})` })
    expect(await statuses(address)).toEqual(shown)
    await site.as(mod.token).call(editComment, { comment_id, original_text: 'Never mind.' })
    expect(await statuses(address)).toEqual([404, 404, 404, 200])
    await site.as(mod.token).call(editComment, { comment_id, original_text: `![c](${address})` })
    expect(await statuses(address)).toEqual(shown)
    await site.as(mod.token).call(deleteComment, { comment_id })
    expect(await statuses(address)).toEqual([404, 404, 404, 200])
  })

  it('a tag and a bio', async () => {
    const inTag = await imageOf(await aPicture(), mod.token)
    const texts = { slug_name: 'with-image', display_name: 'With image' }
    await site.as(mod.token).call(createTag, { ...texts, original_text: `![t](${inTag})` })
    expect(await statuses(inTag)).toEqual(shown)
    const { tag_id } = await site.as(mod.token).call(getTag, { name: 'with-image' })
    await site.as(mod.token).call(deleteTag, { tag_id })
    expect(await statuses(inTag)).toEqual([404, 404, 404, 200])

    const inBio = await imageOf(await aPicture(), ada.token)
    await site.as(ada.token).call(updateProfile, { bio: `![b](${inBio})` })
    expect(await statuses(inBio)).toEqual(shown)
    await site.as(ada.token).call(updateProfile, { bio: 'Nothing to see.' })
    expect(await statuses(inBio)).toEqual(hidden)
  })

  it('writing down the address of a hidden file does not bring it to light', async () => {
    const address = await imageOf(await aPicture(), ada.token)
    const { html } = await aQuestion(site.as(ben.token), { content: `![stolen](${address})` })
    expect(html).not.toContain('width=')
    expect(await statuses(address)).toEqual(hidden)
  })

  it('what a revision shows stays with the question', async () => {
    const address = await imageOf(await aPicture(), ada.token)
    const asked = await aQuestion(site.as(ada.token), { content: `![a](${address})` })
    const { id, title } = asked
    const tags = [{ slug_name: 'baking' }]
    await site
      .as(ada.token)
      .call(editQuestion, { id, title, tags, content: 'Only words.', version: 1 })
    expect((await site.as().call(getQuestion, { id })).html).not.toContain('<img')
    expect(await statuses(address)).toEqual(shown)
  })

  it('on a private site, for members only; an address asked for again costs no bytes', async () => {
    const address = await imageOf(await aPicture(), ada.token)
    await aQuestion(site.as(ada.token), { content: `![a](${address})` })
    const { etag } = (await open(address)).headers
    const again = await open(address, undefined, { 'if-none-match': String(etag) })
    expect([again.statusCode, again.body]).toEqual([304, ''])
    await change(loginSettings, { login_required: true })
    expect(await statuses(address)).toEqual([401, 200, 200, 200])
    expect((await open(address, ben)).headers['cache-control']).toBe('private, max-age=3600')
    await change(loginSettings, { login_required: false })
  })
})

describe('the sweeper', () => {
  it('takes what nobody used for two days, and nothing that any text still shows', async () => {
    const [unused, used, former, bio] = await Promise.all(
      [1, 2, 3, 4].map(async () => imageOf(await aPicture(), ada.token)),
    )
    const asked = await aQuestion(site.as(ada.token), { content: `![a](${used}) ![b](${former})` })
    await site.as(ada.token).call(editQuestion, {
      id: asked.id,
      title: asked.title,
      tags: [{ slug_name: 'baking' }],
      content: `![a](${used})`,
      version: 1,
    })
    await site.as(ada.token).call(deleteQuestion, { id: asked.id })
    await site.as(ada.token).call(updateProfile, { bio: `![b](${bio})` })
    site.advance(47 * 3_600_000)
    await sweep()
    const seen = async () =>
      await Promise.all(
        [unused, used, former, bio].map(async (url) => (await open(url!, mod)).statusCode),
      )
    expect(await seen()).toEqual([200, 200, 200, 200])
    await site.as(ada.token).call(updateProfile, { bio: '' })
    site.advance(2 * 3_600_000)
    await sweep()
    expect(await seen()).toEqual([404, 200, 200, 200])
    site.advance(48 * 3_600_000)
    await sweep()
    expect(await seen()).toEqual([404, 200, 200, 404])
  })

  it('is not led astray by a wrong mark, which the doctor finds', async () => {
    const address = await imageOf(await aPicture(), ada.token)
    await aQuestion(site.as(ada.token), { content: `![a](${address})` })
    const marked = eq(uploads.key, address.slice(uploadsPath.length))
    const long = new Date(site.ctx.clock.now().getTime() - 10 * 86_400_000)
    await site.ctx.db.update(uploads).set({ unusedSince: long }).where(marked)
    await sweep()
    expect((await open(address)).statusCode).toBe(200)
    const [upload] = await site.ctx.db.select().from(uploads).where(marked)
    const dangling = '10010000009999999'
    await site.ctx.db.insert(uploadUses).values({ uploadId: upload!.id, objectId: dangling })
    const found = await examine(site.ctx, { fixes: false })
    const ofFiles = found.filter(({ name }) => /upload|files/.test(name))
    expect(ofFiles.map(({ name, ids }) => [name, ids])).toEqual([
      ['upload_uses of nothing', [dangling]],
      ['files in use that the sweeper would look at', [upload!.id]],
    ])
  })
})
