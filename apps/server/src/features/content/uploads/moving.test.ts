import {
  getPlugin,
  movePluginFiles,
  removePlugin,
  setPluginStatus,
} from '@stoa/contract/features/plugins'
import { writeSettings } from '@stoa/contract/settings/writing'
import { eq, isNull } from 'drizzle-orm'
import { readdirSync, rmSync, truncateSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type S3, s3StartMs, startS3 } from '../../../../../../scripts/services/s3.ts'
import { waitForJobs } from '../../../../test/jobs.ts'
import { keyOf, storeSettings, storeSlug, useStore } from '../../../../test/s3.ts'
import { aSite, expectError, type TestSite } from '../../../../test/site.ts'
import { changeSettings } from '../../../kernel/settings.ts'
import { transact } from '../../../kernel/transact.ts'
import { plugins } from '../../../schema/plugins.ts'
import { fileRemovals, uploads } from '../../../schema/uploads.ts'
import { checkFiles } from '../../admin/doctor/files.actions.ts'
import { redirectFiles } from '../../admin/plugins/files.actions.ts'
import { disableFaultedPlugin } from '../../admin/plugins/plugins.actions.ts'
import { aUser } from '../../people/auth/accounts.factory.ts'
import { moveFiles } from './moving.actions.ts'
import { releaseFiles, sweepFiles } from './stored-files.actions.ts'
import { sendFile } from './uploads.factory.ts'

let s3: S3
let site: TestSite
let admin: string
let paths: string[]

beforeAll(async () => {
  s3 = await startS3()
  site = await aSite({ works: true })
  admin = (await aUser(site.ctx, { role: 'admin' })).token
  await transact(site.ctx, (tx) =>
    changeSettings(tx, writeSettings, { authorized_attachment_extensions: ['zip'] }),
  )
  paths = await Promise.all(Array.from({ length: 12 }, (_, index) => upload(`file ${index}`)))
  await useStore(site, storeSettings(s3), admin)
}, s3StartMs)
afterAll(async () => {
  await site.close()
  await s3.remove()
})

const slug = { plugin_slug_name: storeSlug }
const filesIn = (folder: string) =>
  readdirSync(folder, { recursive: true, withFileTypes: true }).filter((one) => one.isFile()).length
const onDisk = () => filesIn(site.ctx.config.files_dir)
const inBucket = () => filesIn(s3.bucketDir)
const rowsOnDisk = () => site.ctx.primary.$count(uploads, isNull(uploads.store))
const rowsInStore = () => site.ctx.primary.$count(uploads, eq(uploads.store, storeSlug))
const redirect = (to: 'plugin' | 'disk') =>
  transact(site.ctx, (tx) => redirectFiles(tx, { slug: storeSlug, to }, null))

async function upload(content: string) {
  const bytes = Buffer.from(content)
  const file = { token: admin, source: 'post_attachment', name: 'a.zip' }
  const response = await sendFile(site.app, bytes, file)
  expect(response).toMatchObject({ status: 200 })
  return String(response.data)
}

async function expectAllReadable(expected = paths) {
  const headers = { authorization: `Bearer ${admin}` }
  const responses = await Promise.all(expected.map((url) => site.app.inject({ url, headers })))
  expect(responses.map(({ statusCode }) => statusCode)).toEqual(expected.map(() => 200))
  expect(responses.slice(0, 12).map(({ body }) => body)).toEqual(
    expected.slice(0, 12).map((_, index) => `file ${index}`),
  )
}

describe('moving all files', () => {
  it('takes them from the disk to the store and back, with those that are uploaded meanwhile', async () => {
    expect([onDisk(), inBucket()]).toEqual([12, 0])
    await site.as(admin).call(movePluginFiles, { ...slug, to: 'plugin' })
    paths.push(await upload('uploaded meanwhile'))
    await waitForJobs(site.ctx)
    expect([onDisk(), inBucket(), await rowsOnDisk(), await rowsInStore()]).toEqual([0, 13, 0, 13])
    await expectAllReadable()
    const { files } = await site.as(admin).call(getPlugin, slug)
    expect(files).toMatchObject({ takes_new: true, stored: 13, on_disk: 0 })

    await site.as(admin).call(movePluginFiles, { ...slug, to: 'disk' })
    paths.push(await upload('uploaded on the way back'))
    await waitForJobs(site.ctx)
    expect([onDisk(), inBucket(), await rowsOnDisk(), await rowsInStore()]).toEqual([14, 0, 14, 0])
    await expectAllReadable()
    expect(await site.ctx.primary.select().from(fileRemovals)).toEqual([])
  })

  it('goes on where it was when the store failed', async () => {
    await redirect('plugin')
    await s3.stop()
    await expect(moveFiles(site.ctx, storeSlug)).rejects.toThrow('The request failed')
    await expectAllReadable()
    await s3.start()
    expect(await moveFiles(site.ctx, storeSlug)).toEqual({ moved: 14, failures: [] })
    await expectAllReadable()
    expect([onDisk(), inBucket()]).toEqual([0, 14])
  })

  it('loses nothing when it runs twice at once', async () => {
    await redirect('disk')
    const results = await Promise.all([moveFiles(site.ctx, null), moveFiles(site.ctx, null)])
    expect(results.reduce((sum, { moved }) => sum + moved, 0)).toBe(14)
    await expectAllReadable()
    expect([onDisk(), inBucket(), await rowsOnDisk()]).toEqual([14, 0, 14])
  })

  it('leaves no entry that could remove a file later', async () => {
    const places = paths.map((path) => ({ key: keyOf(path), store: null }))
    await transact(site.ctx, (tx) => releaseFiles(tx, places))
    await sweepFiles(site.ctx)
    expect(await site.ctx.primary.$count(fileRemovals)).toBe(0)
    await expectAllReadable()
  })

  it('ends when the files are wanted elsewhere', async () => {
    await redirect('disk')
    expect(await moveFiles(site.ctx, storeSlug)).toEqual({ moved: 0, failures: [] })
  })

  it('replaces an object that an interrupted copy left, and keeps what it cannot copy', async () => {
    const [first = '', second = '', third = ''] = paths.map(keyOf)
    const store = site.ctx.files.in(storeSlug)
    await store.put(first, Buffer.from('half of a fi'))
    rmSync(join(site.ctx.config.files_dir, second))
    truncateSync(join(site.ctx.config.files_dir, third), 3)
    await redirect('plugin')
    const { moved, failures } = await moveFiles(site.ctx, storeSlug)
    expect(moved).toBe(12)
    expect(failures.toSorted((a, b) => (a.reason < b.reason ? -1 : 1))).toEqual([
      { key: third, reason: 'damaged' },
      { key: second, reason: 'missing' },
    ])
    expect(await rowsOnDisk()).toBe(2)
    writeFileSync(join(site.ctx.config.files_dir, second), 'file 1')
    writeFileSync(join(site.ctx.config.files_dir, third), 'file 2')
    expect(await moveFiles(site.ctx, storeSlug)).toEqual({ moved: 2, failures: [] })
    await expectAllReadable()
    expect(onDisk()).toBe(0)
  })
})

describe('stoa doctor', () => {
  it('finds files that are missing or damaged, in every store', async () => {
    expect(await checkFiles(site.ctx)).toBeNull()
    const [first = '', second = ''] = paths.map(keyOf)
    const objects = [first, second].map((key) => join(s3.bucketDir, 'site', key))
    rmSync(objects[0] ?? '')
    truncateSync(objects[1] ?? '', 2)
    expect(await checkFiles(site.ctx)).toMatchObject({ count: 2 })
    for (const [index, path] of objects.entries()) writeFileSync(path, `file ${index}`)
    expect(await checkFiles(site.ctx)).toBeNull()
  })
})

describe('a plugin that stores files', () => {
  it('is not disabled, removed or replaced while it has some', async () => {
    const client = site.as(admin)
    const disabling = client.call(setPluginStatus, { ...slug, enabled: false })
    const { msg } = await expectError(disabling, 'plugin.holds_files')
    expect(msg).toContain('14 uploaded files are in the store')
    await expectError(client.call(removePlugin, { ...slug, data: true }), 'plugin.holds_files')
    const fault = { slug: storeSlug, version: '1.0.0', reason: 'It failed.' }
    await transact(site.ctx, (tx) => disableFaultedPlugin(tx, fault))
    await expect(site.db.delete(plugins).where(eq(plugins.slug, storeSlug))).rejects.toThrow()
    expect(site.ctx.plugins.find(storeSlug)?.isEnabled).toBe(true)
    await expectAllReadable()
  })

  it('takes no file that was on its way when it was disabled', async () => {
    await redirect('disk')
    await moveFiles(site.ctx, null)
    await redirect('plugin')
    const uploading = upload('on its way').catch(() => null)
    const disabled = await site
      .as(admin)
      .call(setPluginStatus, { ...slug, enabled: false })
      .then(
        () => true,
        () => false,
      )
    const path = await uploading
    // Either was first: the file is there, or it was rejected.
    if (disabled) expect(await rowsInStore()).toBe(0)
    else await expectAllReadable([...paths, path ?? ''])
    if (!disabled) {
      await redirect('disk')
      await moveFiles(site.ctx, null)
      await site.as(admin).call(setPluginStatus, { ...slug, enabled: false })
    }
    await expectAllReadable()
  })

  it('takes new files again when it is enabled', async () => {
    await site.as(admin).call(setPluginStatus, { ...slug, enabled: true })
    expect(site.ctx.files.current()).toBe(storeSlug)
    const path = await upload('again')
    // Perhaps that of the upload that was rejected while the plugin was disabled.
    await sweepFiles(site.ctx)
    expect(inBucket()).toBe(1)
    await expectAllReadable([...paths, path])
  })
})
