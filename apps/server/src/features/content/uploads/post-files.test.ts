import { addComment, deleteComment, editComment } from '@stoa/contract/features/comments'
import { updateProfile } from '@stoa/contract/features/profile-settings'
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
import { aSite, type TestSite } from '../../../../test/site.ts'
import { changeSettings } from '../../../kernel/settings.ts'
import { transact } from '../../../kernel/transact.ts'
import { aUser } from '../../people/auth/accounts.factory.ts'
import { anAnswer } from '../answers/answers.factory.ts'
import { runChecks } from '../../admin/doctor/doctor.actions.ts'
import { setDeleted } from '../shared/posts.factory.ts'
import { questions } from '../../../schema/posts.ts'
import { uploads, uploadUses } from '../../../schema/uploads.ts'
import { aQuestion } from '../questions/questions.factory.ts'
import {
  anAnimatedImage,
  aPhotoWithLocation,
  anImage,
  aPngOf,
  hostileFiles,
  hostileNames,
} from './hostile-files.fixture.ts'
import { sendFile } from './uploads.factory.ts'
import { uploadsListeners } from './uploads.jobs.ts'

type TestUser = Awaited<ReturnType<typeof aUser>>
let site: TestSite
let ada: TestUser
let ben: TestUser
let mod: TestUser

beforeAll(async () => {
  site = await aSite()
  ada = await aUser(site.ctx, { name: 'Ada' })
  ben = await aUser(site.ctx, { name: 'Ben' })
  mod = await aUser(site.ctx, { role: 'moderator' })
})
afterAll(() => site.close())

async function change<Group extends Parameters<typeof changeSettings>[1]>(
  group: Group,
  values: object,
) {
  await transact(site.ctx, (tx) => changeSettings(tx, group, values as never))
}

/** A new user each time, so that no rate limit is reached. */
async function imageOf(bytes: Uint8Array, token?: string) {
  const by = token ?? (await aUser(site.ctx)).token
  const response = await sendFile(site.app, bytes, { token: by, source: 'post' })
  expect(response).toMatchObject({ status: 200 })
  return String(response.data)
}

const stored = (path: string) =>
  readFileSync(join(site.ctx.config.files_dir, path.slice(uploadsPath.length)))
const storedFiles = () => readdirSync(site.ctx.config.files_dir, { recursive: true }).length
const fetchFile = (url: string, user?: TestUser, headers: Record<string, string> = {}) =>
  site.app.inject({
    url,
    headers: { ...(user ? { authorization: `Bearer ${user.token}` } : {}), ...headers },
  })
/** For a visitor, another member, the uploader and a moderator. */
async function statuses(url: string, sender = ada) {
  const readers = [undefined, ben, sender, mod]
  return await Promise.all(readers.map(async (actor) => (await fetchFile(url, actor)).statusCode))
}
async function sweep() {
  for (const listener of uploadsListeners)
    if (listener.kind === 'every') await listener.run(site.ctx)
}

describe('POST /file with an image for a post', () => {
  it('re-encodes the image upright and without metadata', async () => {
    const photo = await sharp(await aPhotoWithLocation())
      .withMetadata({ orientation: 6 })
      .jpeg()
      .toBuffer()
    const path = await imageOf(photo)
    expect(path).toMatch(/^\/uploads\/post\/[0-9a-f]{32}\.webp$/)
    const created = await sharp(stored(path)).metadata()
    expect(created).toMatchObject({ format: 'webp', width: 40, height: 80 })
    expect([created.exif, created.xmp, created.iptc, created.icc]).toEqual(Array(4).fill(undefined))
    expect(stored(path).includes('secret-owner')).toBe(false)
  })

  it('limits the width, and keeps tall screenshots readable', async () => {
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

  it.each(['gif', 'webp'] as const)('keeps animations as %s, within the limit', async (format) => {
    const created = await sharp(stored(await imageOf(await anAnimatedImage(format)))).metadata()
    expect(created).toMatchObject({ format: 'webp', pages: 3, width: 40 })
    await change(writeSettings, { max_image_megapixel: 1 })
    const long = await anAnimatedImage(format, 30, 200)
    const rejection = await sendFile(site.app, long, { token: ada.token, source: 'post' })
    expect(rejection).toMatchObject({ reason: 'error.upload.too_many_pixels' })
    await change(writeSettings, { max_image_megapixel: 40 })
  })

  it('rejects invalid images and leaves no files behind', async () => {
    const before = storedFiles()
    const accepted: string[] = []
    for (const [name, bytes] of await hostileFiles()) {
      if (/^(animated\.gif|gif-called\.png)$/.test(name)) continue
      const { token } = await aUser(site.ctx)
      const response = await sendFile(site.app, bytes, { token, source: 'post', name })
      if (response.reason !== 'error.upload.not_an_image')
        accepted.push(`${name}: ${response.reason}`)
    }
    const bomb = await sendFile(site.app, aPngOf(9000, 9000), { token: ada.token, source: 'post' })
    expect(bomb).toMatchObject({ reason: 'error.upload.too_many_pixels' })
    expect(accepted).toEqual([])
    expect(storedFiles()).toBe(before)
  })

  it('puts the image size into the HTML', async () => {
    const path = await imageOf(await anImage('png', 64), ada.token)
    const content = `![mine](${path}) and <img src="${path}" width="32">`
    const { html } = await aQuestion(site.as(ada.token), { content })
    expect(html).toContain(`<img src="${path}" alt="mine" width="64" height="64"`)
    expect(html).toContain(`<img src="${path}" alt="" width="32" height="32"`)
  })
})

describe('POST /file with an attachment', () => {
  const bytes = Buffer.from('<script>alert(1)</script>')
  const attach = (token: string, name: string) =>
    sendFile(site.app, bytes, { token, source: 'post_attachment', name })

  it('rejects extensions that the site does not allow', async () => {
    expect(await attach(ada.token, 'a.pdf')).toMatchObject({
      reason: 'error.upload.attachments_off',
    })
    await change(writeSettings, { authorized_attachment_extensions: ['.ZIP', 'pdf'] })
    expect(await attach(ada.token, 'a.exe')).toMatchObject({ reason: 'error.upload.kind_refused' })
    expect(await attach(ada.token, 'zip')).toMatchObject({ reason: 'error.upload.kind_refused' })
    expect(await attach(ada.token, 'a.pdf')).toMatchObject({ status: 200 })
  })

  it('has a size limit of its own', async () => {
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

  it('serves it as a download with a safe name', async () => {
    for (const name of hostileNames) {
      const { token, ...actor } = await aUser(site.ctx)
      const response = await attach(token, name)
      if (name === '.zip') {
        expect(response).toMatchObject({ reason: 'error.upload.kind_refused' })
        continue
      }
      expect(response, name).toMatchObject({ status: 200 })
      const served = await fetchFile(String(response.data), { token, ...actor })
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
      expect((await fetchFile(`${String(response.data)}x`, { token, ...actor })).statusCode).toBe(
        404,
      )
    }
  })

  it('records the post that links to it', async () => {
    const path = String((await attach(ada.token, 'Übersicht.zip')).data)
    await aQuestion(site.as(ada.token), { content: `[figures](${path})` })
    expect(await statuses(path)).toEqual([200, 200, 200, 200])
  })
})

describe('a file is as visible as the content that uses it:', () => {
  const hidden = [404, 404, 200, 200]
  const shown = [200, 200, 200, 200]

  it('an unused file is visible to its uploader', async () => {
    expect(await statuses(await imageOf(await anImage(), ada.token))).toEqual(hidden)
  })

  it('a question that is deleted, pending and restored', async () => {
    const path = await imageOf(await anImage(), ada.token)
    const question = await aQuestion(site.as(ada.token), { content: `![a](${path})` })
    expect(await statuses(path)).toEqual(shown)
    expect((await fetchFile(path)).headers['cache-control']).toBe('public, max-age=3600')
    await setDeleted(site.ctx, 'question', question.id, ada.id)
    expect(await statuses(path)).toEqual(hidden)
    expect((await fetchFile(path, ada)).headers['cache-control']).toBe('private, no-cache')
    await setDeleted(site.ctx, 'question', question.id, null)
    await site.db.update(questions).set({ status: 11 }).where(eq(questions.id, question.id))
    expect(await statuses(path)).toEqual(hidden)
    await site.db.update(questions).set({ status: 2 }).where(eq(questions.id, question.id))
    expect(await statuses(path)).toEqual(shown)
  })

  it('an answer and its question', async () => {
    const path = await imageOf(await anImage(), ada.token)
    const question = await aQuestion(site.as((await aUser(site.ctx)).token))
    const answer = await anAnswer(site.as(ada.token), question.id, `![answer](${path})`)
    expect(await statuses(path)).toEqual(shown)
    await setDeleted(site.ctx, 'answer', answer.id, ada.id)
    expect(await statuses(path)).toEqual(hidden)
    await setDeleted(site.ctx, 'answer', answer.id, null)
    await setDeleted(site.ctx, 'question', question.id, ben.id)
    expect(await statuses(path)).toEqual(hidden)
  })

  it('a comment, whose previous revisions are for staff only', async () => {
    const path = await imageOf(await anImage(), mod.token)
    const question = await aQuestion(site.as(ben.token))
    const { comment_id } = await site
      .as(mod.token)
      .call(addComment, { object_id: question.id, original_text: `![c](${path})` })
    expect(await statuses(path)).toEqual(shown)
    await site.as(mod.token).call(editComment, { comment_id, original_text: 'Never mind.' })
    expect(await statuses(path)).toEqual([404, 404, 404, 200])
    await site.as(mod.token).call(editComment, { comment_id, original_text: `![c](${path})` })
    expect(await statuses(path)).toEqual(shown)
    await site.as(mod.token).call(deleteComment, { comment_id })
    expect(await statuses(path)).toEqual([404, 404, 404, 200])
  })

  it('a tag and a bio', async () => {
    const inTag = await imageOf(await anImage(), mod.token)
    const texts = { slug_name: 'with-image', display_name: 'With image' }
    await site.as(mod.token).call(createTag, { ...texts, original_text: `![t](${inTag})` })
    expect(await statuses(inTag)).toEqual(shown)
    const { tag_id } = await site.as(mod.token).call(getTag, { name: 'with-image' })
    await site.as(mod.token).call(deleteTag, { tag_id })
    expect(await statuses(inTag)).toEqual([404, 404, 404, 200])

    const inBio = await imageOf(await anImage(), ada.token)
    await site.as(ada.token).call(updateProfile, { bio: `![b](${inBio})` })
    expect(await statuses(inBio)).toEqual(shown)
    await site.as(ada.token).call(updateProfile, { bio: 'Nothing to see.' })
    expect(await statuses(inBio)).toEqual(hidden)
  })

  it('linking to a hidden file does not make it visible', async () => {
    const path = await imageOf(await anImage(), ada.token)
    const { html } = await aQuestion(site.as(ben.token), { content: `![stolen](${path})` })
    expect(html).not.toContain('width=')
    expect(await statuses(path)).toEqual(hidden)
  })

  it('a file of a previous revision stays visible with the question', async () => {
    const path = await imageOf(await anImage(), ada.token)
    const question = await aQuestion(site.as(ada.token), { content: `![a](${path})` })
    const { id, title } = question
    const tags = [{ slug_name: 'baking' }]
    await site
      .as(ada.token)
      .call(editQuestion, { id, title, tags, content: 'Only words.', version: 1 })
    expect((await site.as().call(getQuestion, { id })).html).not.toContain('<img')
    expect(await statuses(path)).toEqual(shown)
  })

  it('on a private site for members only, with 304 for repeated requests', async () => {
    const path = await imageOf(await anImage(), ada.token)
    await aQuestion(site.as(ada.token), { content: `![a](${path})` })
    const { etag } = (await fetchFile(path)).headers
    const again = await fetchFile(path, undefined, { 'if-none-match': String(etag) })
    expect([again.statusCode, again.body]).toEqual([304, ''])
    await change(loginSettings, { login_required: true })
    expect(await statuses(path)).toEqual([401, 200, 200, 200])
    expect((await fetchFile(path, ben)).headers['cache-control']).toBe('private, max-age=3600')
    await change(loginSettings, { login_required: false })
  })
})

describe('job sweep-uploads', () => {
  it('deletes files unused for two days, and none in use', async () => {
    const [unused, used, former, bio] = await Promise.all(
      [1, 2, 3, 4].map(async () => imageOf(await anImage(), ada.token)),
    )
    const question = await aQuestion(site.as(ada.token), {
      content: `![a](${used}) ![b](${former})`,
    })
    await site.as(ada.token).call(editQuestion, {
      id: question.id,
      title: question.title,
      tags: [{ slug_name: 'baking' }],
      content: `![a](${used})`,
      version: 1,
    })
    await site.as(ada.token).call(deleteQuestion, { id: question.id })
    await site.as(ada.token).call(updateProfile, { bio: `![b](${bio})` })
    site.advance(47 * 3_600_000)
    await sweep()
    const seen = async () =>
      await Promise.all(
        [unused, used, former, bio].map(async (url) => (await fetchFile(url!, mod)).statusCode),
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

  it('ignores a wrong unused_since, which the doctor finds', async () => {
    const path = await imageOf(await anImage(), ada.token)
    await aQuestion(site.as(ada.token), { content: `![a](${path})` })
    const marked = eq(uploads.key, path.slice(uploadsPath.length))
    const long = new Date(site.ctx.clock.now().getTime() - 10 * 86_400_000)
    await site.db.update(uploads).set({ unusedSince: long }).where(marked)
    await sweep()
    expect((await fetchFile(path)).statusCode).toBe(200)
    const [upload] = await site.ctx.db.select().from(uploads).where(marked)
    const dangling = '10010000009999999'
    await site.db.insert(uploadUses).values({ uploadId: upload!.id, objectId: dangling })
    const found = await runChecks(site.ctx, { repair: false })
    const ofFiles = found.filter(({ name }) => /upload|files/.test(name))
    expect(ofFiles.map(({ name, ids }) => [name, ids])).toEqual([
      ['upload_uses of missing objects', [dangling]],
      ['files in use that are marked as unused', [upload!.id]],
    ])
  })
})
