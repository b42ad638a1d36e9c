import { createClient, fetchTransport } from '@stoa/contract/client'
import { setPluginConfig } from '@stoa/contract/features/plugins'
import { uploadFile } from '@stoa/contract/features/uploads'
import { writeSettings } from '@stoa/contract/settings/writing'
import { eq, isNull } from 'drizzle-orm'
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type S3, s3StartMs, startS3 } from '../../../../scripts/services/s3.ts'
import { aPlugin } from '../../src/features/admin/plugins/plugins.factory.ts'
import { aUser } from '../../src/features/people/auth/accounts.factory.ts'
import { changeSettings } from '../../src/kernel/settings.ts'
import { transact } from '../../src/kernel/transact.ts'
import type { PlatformContext } from '../../src/platform/context.ts'
import { fileRemovals, uploads } from '../../src/schema/uploads.ts'
import { createTestDatabase } from '../databases.ts'
import { aProgram, type Env, type Program } from '../program.ts'
import { packStore, storeSettings, storeSlug } from '../s3.ts'
import { installWithUsers, openSite } from './ask-under-kills.ts'

/** `MOVED_FILES=10000 pnpm test kill-file-move` moves more, and prints how long it took. */
const count = Number(process.env['MOVED_FILES'] ?? 2000)

let program: Program
let s3: S3
let folder: string
let database: Awaited<ReturnType<typeof createTestDatabase>>

beforeAll(async () => {
  program = await aProgram()
  s3 = await startS3()
  folder = mkdtempSync(join(tmpdir(), 'stoa-moved-'))
  database = await createTestDatabase()
}, s3StartMs)
afterAll(async () => {
  await database.drop()
  await s3.remove()
  program.remove()
  rmSync(folder, { recursive: true })
})

const keyOf = (index: number) => `files/post/${index.toString(16).padStart(32, '0')}`
const contentOf = (index: number) => `content of file ${index}`
const namesIn = (root: string) =>
  readdirSync(root, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ name }) => name)

async function writeFiles(ctx: PlatformContext, userId: string) {
  mkdirSync(join(folder, 'files/post'), { recursive: true })
  const now = new Date()
  const shared = { userId, source: 'post_attachment', name: 'a.zip', unusedSince: now } as const
  const rows = Array.from({ length: count }, (_, index) => {
    writeFileSync(join(folder, keyOf(index)), contentOf(index))
    const bytes = contentOf(index).length
    return { key: keyOf(index), bytes, mediaType: 'application/zip', createdAt: now, ...shared }
  })
  while (rows.length > 0) await ctx.autocommit.insert(uploads).values(rows.splice(0, 1000))
}

/** Kills the command once it has moved some files; null waits for its end. */
async function move(to: string, env: Env, killAfter: number | null) {
  const { child, ended } = program.launch(['files', 'move', '--to', to], env)
  let output = ''
  child.stdout?.on('data', (bytes: Buffer) => {
    output += bytes.toString()
    const moved = Number(/.*?(\d+) files moved\n$/s.exec(output)?.[1] ?? 0)
    if (killAfter !== null && moved >= killAfter) child.kill('SIGKILL')
  })
  return await ended
}

async function read(origin: string, path: string, token: string) {
  const response = await fetch(origin + path, { headers: { authorization: `Bearer ${token}` } })
  return { status: response.status, text: await response.text() }
}

async function upload(origin: string, token: string, text: string) {
  const form = new FormData()
  form.append('source', 'post_attachment')
  form.append('file', new File([text], 'b.zip'))
  const headers = { authorization: `Bearer ${token}` }
  const response = await fetch(origin + uploadFile.path, { method: 'POST', body: form, headers })
  const { status, data } = (await response.json()) as { status: number; data: string }
  return status === 200 ? data : null
}

/** Reads and uploads until it is stopped. Every read must succeed. */
function useFiles(origin: string, token: string) {
  const wrong: unknown[] = []
  const uploaded: { path: string; text: string }[] = []
  let isStopped = false
  let reads = 0
  const run = async () => {
    for (let index = 0; !isStopped; index = (index + 7) % count) {
      const { status, text } = await read(origin, `/uploads/${keyOf(index)}/a.zip`, token)
      reads++
      if (status !== 200 || text !== contentOf(index)) wrong.push({ index, status, text })
      if (reads % 20 === 0 && uploaded.length < 30) {
        const next = `uploaded ${uploaded.length}`
        const path = await upload(origin, token, next)
        if (path !== null) uploaded.push({ path, text: next })
      }
      await sleep(5)
    }
  }
  const running = run()
  return {
    uploaded,
    async stop() {
      isStopped = true
      await running
      expect(wrong).toEqual([])
      return reads
    },
  }
}

const directions = [
  {
    to: storeSlug,
    isThere: eq(uploads.store, storeSlug),
    isStored: true,
    killedAt: [1 / 4, 1 / 3],
  },
  { to: 'disk', isThere: isNull(uploads.store), isStored: false, killedAt: [1 / 2] },
]
/** On a busy machine, each start of the command takes long. */
const timeoutMs = 20 * 60_000

it(
  'moves all files to a store and back, though it is killed on the way',
  { timeout: timeoutMs },
  async () => {
    const env = {
      STOA_DATABASE_URL: database.url,
      STOA_FILES_DIR: folder,
      STOA_READ_LIMITS: 'false',
      STOA_PLUGINS_DIR: join(program.folder, 'plugins-of-test'),
    }
    await openSite(env, async (ctx) => {
      await installWithUsers(ctx, 0)
      const { token, id } = await aUser(ctx, { role: 'admin' })
      await transact(ctx, (tx) =>
        changeSettings(tx, writeSettings, { authorized_attachment_extensions: ['zip'] }),
      )
      await aPlugin(ctx, await packStore())
      await writeFiles(ctx, id)
      const site = await program.start('serve', env)
      const client = createClient(fetchTransport(site.origin, { authorization: `Bearer ${token}` }))
      const slug = { plugin_slug_name: storeSlug }
      await client.call(setPluginConfig, { ...slug, config_fields: storeSettings(s3) })
      const users = useFiles(site.origin, token)
      for (const { to, isThere, isStored, killedAt } of directions) {
        const startedAt = performance.now()
        for (const share of killedAt) {
          const killed = await move(to, env, Math.floor(count * share))
          expect(killed.code).toBeNull()
          const moved = await ctx.primary.$count(uploads, isThere)
          expect([moved > 0, moved < count]).toEqual([true, true])
        }
        const last = await move(to, env, null)
        expect(last).toMatchObject({ code: 0, output: expect.stringContaining('Done') as string })
        expect(await ctx.primary.$count(uploads, isThere)).toBe(await ctx.primary.$count(uploads))
        expect(namesIn(isStored ? folder : s3.bucketDir)).toEqual([])
        expect(await ctx.primary.$count(fileRemovals)).toBe(0)
        const seconds = (performance.now() - startedAt) / 1000
        if (count > 2000) console.log(`${count} files to ${to}: ${seconds.toFixed(0)} s`)
      }
      const reads = await users.stop()
      expect([reads > 10, users.uploaded.length > 0]).toEqual([true, true])
      for (const { path, text } of users.uploaded)
        expect(await read(site.origin, path, token)).toEqual({ status: 200, text })
      for (let index = 0; index < count; index++)
        expect(readFileSync(join(folder, keyOf(index)), 'utf8')).toBe(contentOf(index))
      expect(await site.stop()).toBe(0)
    })
  },
)
