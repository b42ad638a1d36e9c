import { deleteQuestion } from '@stoa/contract/features/questions'
import { runPluginAction } from '@stoa/contract/features/plugins'
import type { PluginValues } from '@stoa/contract/plugin-fields'
import { uploadsPath } from '@stoa/contract/features/uploads'
import { writeSettings } from '@stoa/contract/settings/writing'
import { eq } from 'drizzle-orm'
import { readdirSync, readFileSync } from 'node:fs'
import { once } from 'node:events'
import { get, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type S3, s3StartMs, startS3 } from '../../../../../../scripts/services/s3.ts'
import { aProxy } from '../../../../test/proxy.ts'
import { configureStore, keyOf, storeSettings, storeSlug, useStore } from '../../../../test/s3.ts'
import { aSite, rejectionOf, type TestSite } from '../../../../test/site.ts'
import { changeSettings } from '../../../kernel/settings.ts'
import { transact } from '../../../kernel/transact.ts'
import { fileRemovals, uploads } from '../../../schema/uploads.ts'
import { aUser } from '../../people/auth/accounts.factory.ts'
import { aQuestion } from '../questions/questions.factory.ts'
import { anImage } from './hostile-files.fixture.ts'
import { releaseFiles, saveFile, sweepFiles } from './stored-files.actions.ts'
import { sendFile } from './uploads.factory.ts'
import { uploadsListeners } from './uploads.jobs.ts'

const hourMs = 3_600_000

let s3: S3
let site: TestSite
let admin: string
let proxy: Awaited<ReturnType<typeof aProxy>>

beforeAll(async () => {
  s3 = await startS3()
  proxy = await aProxy(s3.port)
  site = await aSite()
  admin = (await aUser(site.ctx, { role: 'admin' })).token
  await transact(site.ctx, (tx) =>
    changeSettings(tx, writeSettings, {
      authorized_attachment_extensions: ['zip'],
      max_attachment_size: 40,
    }),
  )
  await useStore(site, storeSettings(s3, proxy.port), admin)
}, s3StartMs)
afterAll(async () => {
  await site.close()
  proxy.close()
  await s3.remove()
})

const filesIn = (folder: string) =>
  readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile())
const onDisk = () => filesIn(site.ctx.config.files_dir)
const inBucket = () => filesIn(s3.bucketDir)
const objectPath = (path: unknown) => join(s3.bucketDir, 'site', keyOf(path))
const attach = (token: string, bytes: Buffer) =>
  sendFile(site.app, bytes, { token, source: 'post_attachment', name: 'a.zip' })

async function upload(token: string, content = Buffer.from('content')) {
  const response = await attach(token, content)
  expect(response).toMatchObject({ status: 200 })
  return String(response.data)
}

async function open(path: string, token?: string, headers: Record<string, string> = {}) {
  const authorization = token === undefined ? {} : { authorization: `Bearer ${token}` }
  return await site.app.inject({ url: path, headers: { ...authorization, ...headers } })
}

async function storeOf(path: string) {
  const [row] = await site.ctx.db
    .select()
    .from(uploads)
    .where(eq(uploads.key, keyOf(path)))
  return row?.store
}

describe('uploads in a store', () => {
  it('are in the bucket and not on disk, and are served by the site', async () => {
    const { token } = await aUser(site.ctx)
    const response = await sendFile(site.app, await anImage(), { token, source: 'post' })
    const path = String(response.data)
    await aQuestion(site.as(token), { content: `![chart](${path})` })
    expect(onDisk()).toEqual([])
    const stored = readFileSync(objectPath(path))
    const served = await open(path)
    expect(served.statusCode).toBe(200)
    expect(served.rawPayload.equals(stored)).toBe(true)
    expect(served.headers).toMatchObject({
      'content-type': 'image/webp',
      'content-length': String(stored.length),
      'cache-control': 'public, max-age=3600',
    })
    expect(await storeOf(path)).toBe(storeSlug)
    expect(await site.ctx.db.select().from(fileRemovals)).toEqual([])
    const again = await open(path, undefined, { 'if-none-match': String(served.headers.etag) })
    expect([again.statusCode, again.rawPayload.length]).toEqual([304, 0])
    const head = await site.app.inject({ method: 'HEAD', url: path })
    expect([head.statusCode, head.headers['content-length']]).toEqual([200, String(stored.length)])
  })

  it('are as visible as the content that uses them', async () => {
    const { token } = await aUser(site.ctx)
    const path = await upload(token)
    expect((await open(path)).statusCode).toBe(404)
    const own = await open(path, token)
    expect([own.statusCode, own.headers['cache-control']]).toEqual([200, 'private, no-cache'])
    const { id } = await aQuestion(site.as(token), { content: `[a file](${path})` })
    expect((await open(path)).body).toBe('content')
    await site.as(admin).call(deleteQuestion, { id })
    expect((await open(path)).statusCode).toBe(404)
  })

  it('cost no request to the store when their name is guessed', async () => {
    const before = site.ctx.plugins.use(storeSlug).calls
    const guess = `${uploadsPath}avatars/${'ab'.repeat(16)}.webp`
    expect((await open(guess)).statusCode).toBe(404)
    expect(site.ctx.plugins.use(storeSlug).calls).toBe(before)
  })

  it('are removed from the bucket when nothing uses them', async () => {
    const { token } = await aUser(site.ctx)
    const path = await upload(token)
    site.advance(49 * hourMs)
    for (const listener of uploadsListeners)
      if (listener.kind === 'every') await listener.run(site.ctx)
    expect(await storeOf(path)).toBeUndefined()
    expect(inBucket().map(({ name }) => name)).not.toContain(keyOf(path).split('/').at(-1))
  })

  it('of many readers at once need few calls of the plugin', async () => {
    const { token } = await aUser(site.ctx)
    const paths = await Promise.all(
      Array.from({ length: 10 }, (_, index) => upload(token, Buffer.from(`number ${index}`))),
    )
    const before = site.ctx.plugins.use(storeSlug).calls
    const readers = Array.from({ length: 300 }, (_, index) => open(paths[index % 10] ?? '', token))
    const bodies = (await Promise.all(readers)).map(({ body }) => body)
    expect(bodies).toEqual(bodies.map((_, index) => `number ${index % 10}`))
    expect(site.ctx.plugins.use(storeSlug).calls - before).toBeLessThan(50)
  })
})

describe('another process', () => {
  const databaseUrl = () => site.ctx.config.database_url ?? ''
  const openProcess = (env = {}) => aSite({ databaseUrl: databaseUrl(), isInstalled: false, env })

  it('reads the files of the store, with another disk', async () => {
    const { token } = await aUser(site.ctx)
    const path = await upload(token)
    const other = await openProcess()
    const headers = { authorization: `Bearer ${token}` }
    expect((await other.app.inject({ url: path, headers })).body).toBe('content')
    await other.close()
  })

  it('says that they are not available in safe mode, and stores new files on disk', async () => {
    const { token } = await aUser(site.ctx)
    const path = await upload(token)
    const safe = await openProcess({ STOA_SAFE_MODE: 'true' })
    const headers = { authorization: `Bearer ${token}` }
    expect((await safe.app.inject({ url: path, headers })).statusCode).toBe(503)
    const file = { token, source: 'post_attachment', name: 'a.zip' }
    const response = await sendFile(safe.app, Buffer.from('on disk'), file)
    const url = String(response.data)
    expect(await storeOf(url)).toBeNull()
    expect((await safe.app.inject({ url, headers })).body).toBe('on disk')
    await safe.close()
  })
})

describe('the bucket', () => {
  it('serves nobody without a valid signature', async () => {
    const { token } = await aUser(site.ctx)
    const key = keyOf(await upload(token))
    const plain = `${s3.url}/${s3.bucket}/site/${key}`
    expect((await fetch(plain)).status).toBe(403)
    const sign = async (expiresInSeconds: number) => {
      const request = { operation: 'get', key, sha256: '', expiresInSeconds } as const
      const caller = { locale: 'en_US', viewer: null, token: null, ip: '' } as const
      const input = { requests: [request] }
      const [signed] = await site.ctx.plugins.call(storeSlug, 'signFiles', input, caller)
      return signed?.url ?? ''
    }
    const url = await sign(60)
    expect((await fetch(url)).status).toBe(200)
    expect((await fetch(url.replace(key, keyOf(await upload(token))))).status).toBe(403)
    expect((await fetch(url.replace('X-Amz-Expires=60', 'X-Amz-Expires=61'))).status).toBe(403)
    const short = await sign(1)
    await expect.poll(async () => (await fetch(short)).status).toBe(403)
  })

  it('keeps the first file of a key', async () => {
    const { token } = await aUser(site.ctx)
    const key = keyOf(await upload(token, Buffer.from('first')))
    const store = site.ctx.files.in(storeSlug)
    expect(await store.put(key, Buffer.from('second'))).toBe('exists')
    expect(readFileSync(join(s3.bucketDir, 'site', key), 'utf8')).toBe('first')
  })

  it('is tested by a button of the settings', async () => {
    const test = { plugin_slug_name: storeSlug, action: 'test' }
    const before = inBucket().length
    expect((await site.as(admin).call(runPluginAction, test)).message).toContain('Works')
    expect(inBucket()).toHaveLength(before)
    const failures: [PluginValues, string][] = [
      [{ secret_key: 'wrong' }, 'Check the secret access key'],
      [{ access_key: 'nobody' }, 'could not be written'],
      [{ bucket: 'other-bucket' }, 'Check the name of the bucket'],
      [{ endpoint: 'http://127.0.0.1:1' }, 'does not respond'],
    ]
    const settings = storeSettings(s3, proxy.port)
    for (const [wrong, message] of failures) {
      await configureStore(site, { ...settings, ...wrong }, admin)
      const { msg } = await rejectionOf(site.as(admin).call(runPluginAction, test))
      expect(msg).toContain(message)
    }
    await configureStore(site, settings, admin)
  })
})

const unavailable = { status: 503, reason: 'error.upload.store_unavailable' }

describe('a store that fails', () => {
  it.each<PluginValues>([
    { secret_key: 'wrong' },
    { access_key: 'nobody' },
    { bucket: 'other-bucket' },
  ])('is not a store without files: %o', async (wrong: PluginValues) => {
    const { token } = await aUser(site.ctx)
    const path = await upload(token)
    const store = () => site.ctx.files.in(storeSlug)
    const settings = storeSettings(s3, proxy.port)
    await configureStore(site, { ...settings, ...wrong }, admin)
    await expect(store().find(keyOf(path))).rejects.toThrow('It responded with')
    await expect(store().read(keyOf(path))).rejects.toThrow('It responded with')
    await expect(store().remove(keyOf(path))).rejects.toThrow('It responded with')
    await configureStore(site, settings, admin)
    expect(await store().find(keyOf(path))).toMatchObject({ size: 7 })
    expect(await store().find('post/never')).toBeNull()
  })

  it('costs only what needs it: with a wrong secret, nothing is read or stored', async () => {
    const { token, id } = await aUser(site.ctx)
    const path = await upload(token)
    const settings = storeSettings(s3, proxy.port)
    await configureStore(site, { ...settings, secret_key: 'wrong' }, admin)
    const [rows, objects] = [await site.ctx.db.$count(uploads), inBucket().length]
    expect(await attach(token, Buffer.from('x'))).toMatchObject(unavailable)
    const reading = await open(path, token)
    expect([reading.statusCode, reading.json()]).toEqual([
      503,
      expect.objectContaining(unavailable),
    ])
    expect([await site.ctx.db.$count(uploads), inBucket().length]).toEqual([rows, objects])
    await configureStore(site, settings, admin)
    expect((await open(path, token)).body).toBe('content')
    expect(await site.ctx.db.$count(uploads, eq(uploads.userId, id))).toBe(1)
  })

  it('can be down, and works again when it is back', async () => {
    const { token } = await aUser(site.ctx)
    const path = await upload(token)
    await s3.stop()
    expect((await open(path, token)).statusCode).toBe(503)
    expect(await attach(token, Buffer.from('x'))).toMatchObject(unavailable)
    expect((await site.app.inject('/healthz')).statusCode).toBe(200)
    await s3.start()
    expect((await open(path, token)).body).toBe('content')
    expect(await attach(token, Buffer.from('x'))).toMatchObject({ status: 200 })
  })

  it('can hang, while other requests are served', async () => {
    const { token } = await aUser(site.ctx)
    const path = await upload(token)
    const deleted = await saveFile(site.ctx, `post/${'ef'.repeat(16)}.webp`, Buffer.from('x'))
    await transact(site.ctx, (tx) => releaseFiles(tx, [deleted]))
    proxy.set('hang')
    const sweeping = sweepFiles(site.ctx)
    const started = performance.now()
    const hanging = Array.from({ length: 20 }, () => open(path, token))
    let ended = 0
    for (const one of hanging) void one.then(() => ended++)
    expect((await site.app.inject('/answer/api/v1/siteinfo')).statusCode).toBe(200)
    expect(ended).toBe(0)
    for (const response of await Promise.all(hanging)) expect(response.statusCode).toBe(503)
    expect(performance.now() - started).toBeGreaterThan(1000)
    await sweeping
    const isLeft = () => site.ctx.primary.$count(fileRemovals, eq(fileRemovals.key, deleted.key))
    expect(await isLeft()).toBe(1)
    proxy.set('pass')
    expect((await open(path, token)).body).toBe('content')
    await sweepFiles(site.ctx)
    expect(await isLeft()).toBe(0)
  })

  it('can end in the middle of a file, which ends the response and nothing else', async () => {
    const { token } = await aUser(site.ctx)
    // More than the buffers of all connections hold.
    const size = 32 * 1024 * 1024
    await configureStore(site, storeSettings(s3), admin)
    const path = await upload(token, Buffer.alloc(size, 'x'))
    await site.app.listen({ port: 0, host: '127.0.0.1' })
    const { port } = site.app.server.address() as AddressInfo
    const url = `http://127.0.0.1:${port}${path}`
    const request = get(url, { headers: { authorization: `Bearer ${token}` } })
    const [response] = (await once(request, 'response')) as [IncomingMessage]
    response.pause()
    await s3.stop()
    await expect(buffer(response)).rejects.toThrow('aborted')
    await s3.start()
    expect((await open(path, token)).rawPayload).toHaveLength(size)
    await configureStore(site, storeSettings(s3, proxy.port), admin)
  })
})

describe('a file without a row', () => {
  it('is removed a day after its upload was interrupted', async () => {
    const key = `post/${'cd'.repeat(16)}.webp`
    await saveFile(site.ctx, key, Buffer.from('left behind'))
    const isThere = () => inBucket().some(({ name }) => name === `${'cd'.repeat(16)}.webp`)
    await sweepFiles(site.ctx)
    expect(isThere()).toBe(true)
    site.advance(25 * hourMs)
    await s3.stop()
    await sweepFiles(site.ctx)
    await s3.start()
    expect(isThere()).toBe(true)
    await sweepFiles(site.ctx)
    expect(isThere()).toBe(false)
    expect(await site.ctx.db.select().from(fileRemovals)).toEqual([])
  })

  it('is not left by an upload that is rejected', async () => {
    const { token } = await aUser(site.ctx)
    await transact(site.ctx, (tx) => changeSettings(tx, writeSettings, { max_user_storage: 1 }))
    const before = inBucket().length
    const response = await attach(token, Buffer.alloc(1024 * 1024 + 1))
    expect(response).toMatchObject({ reason: 'error.upload.storage_full' })
    expect(inBucket()).toHaveLength(before)
    expect(await site.ctx.db.select().from(fileRemovals)).toEqual([])
  })
})
