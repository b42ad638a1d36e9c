import { postAnswer } from '@stoa/contract/features/answers'
import { addComment } from '@stoa/contract/features/comments'
import { getQuestion } from '@stoa/contract/features/questions'
import { loginSettings } from '@stoa/contract/settings/people'
import { generalSettings } from '@stoa/contract/settings/site'
import { eq } from 'drizzle-orm'
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { aQuestion } from '../src/features/content/questions/questions.factory.ts'
import { flushViews } from '../src/features/content/views/views.actions.ts'
import { aUser } from '../src/features/people/auth/accounts.factory.ts'
import { changeSettings } from '../src/kernel/settings.ts'
import { transact } from '../src/kernel/transact.ts'
import { readConfig } from '../src/platform/process/read-config.ts'
import { questions } from '../src/schema/posts.ts'
import { aPageProcess, type PageProcess } from './pages.ts'
import { aSite, clientOf, installDefault, type TestSite } from './site.ts'
import { recordStatements } from './statement-log.ts'
import { changes, type TestUser } from './stored-page-changes.ts'

const dayMs = 86_400_000
let clockOffset = 365 * dayMs
/** Pages are stored for a tenth of their age. */
const laterClock = { now: () => new Date(Date.now() + clockOffset) }

let site: TestSite
let folder: string
let ada: TestUser
let ben: TestUser
const opened: PageProcess[] = []

beforeAll(async () => {
  site = await aSite()
  folder = site.ctx.config.page_store_dir
  ada = await aUser(site.ctx, { name: 'Ada' })
  ben = await aUser(site.ctx, { name: 'Ben', role: 'admin' })
})
afterAll(async () => {
  for (const process of opened) await process.close()
  await site.close()
})

async function aProcess(config = site.ctx.config) {
  const process = await aPageProcess(config, laterClock)
  opened.push(process)
  return process
}

/** Closing waits for files that are being written. */
async function close(process: PageProcess) {
  opened.splice(opened.indexOf(process), 1)
  await process.close()
}

async function aPage(title = 'Why does rye rise slowly?', tags = ['rye']) {
  const { id, url_title } = await aQuestion(site.as(ada.token), { title, tags })
  return { id, path: `/questions/${id}/${url_title}` }
}

/** What a process shows that stores nothing. */
async function readFresh(path: string) {
  const process = await aPageProcess({ ...site.ctx.config, page_store_mb: 0 }, laterClock)
  const read = await process.read(path)
  await process.close()
  return read
}

const listFiles = () =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))

/** Renders a page and waits until it is on disk. */
async function store(path: string, writer: PageProcess) {
  const before = listFiles().length
  const rendered = await writer.read(path)
  await expect.poll(() => listFiles().length).toBe(before + 1)
  return rendered
}

describe('stored pages', () => {
  let writer: PageProcess
  let reader: PageProcess
  beforeAll(async () => {
    writer = await aProcess()
    reader = await aProcess()
    // Connects and identifies the database.
    await reader.read((await aPage()).path)
    await vi.waitUntil(() => listFiles().length === 1)
  })

  it('are served after a restart with one statement and the same bytes', async () => {
    const { path } = await aPage()
    const first = await aProcess()
    const rendered = await first.read(path)
    await close(first)
    await flushViews(reader.ctx)
    let read = rendered
    const statements = await recordStatements(reader, async () => {
      read = await reader.read(path)
    })
    expect(read).toMatchObject({ status: 200, cache: 'stored', body: rendered.body })
    // A timer tells the other processes every two seconds that this one is there.
    const ofRequest = statements.filter((text) => !text.includes('pg_notify'))
    expect(ofRequest).toEqual([expect.stringContaining('page_changes')])
    for (const name of ['content-security-policy', 'etag', 'vary', 'cache-control'])
      expect(read.headers.get(name), name).toBe(rendered.headers.get(name))
  })

  it('are cached in memory from the second request on', async () => {
    const { path } = await aPage()
    const { body } = await store(path, writer)
    const reads = [await reader.read(path), await reader.read(path), await reader.read(path)]
    expect(reads.map(({ cache }) => cache)).toEqual(['stored', 'stored', 'stale'])
    expect(new Set(reads.map((read) => read.body))).toEqual(new Set([body]))
    await expect.poll(async () => (await reader.read(path)).cache).toBe('hit')
  })

  it.each(['br', 'gzip', 'identity'])('are sent as %s', async (encoding) => {
    const { path } = await aPage()
    const { body, headers } = await store(path, writer)
    const accept = { 'accept-encoding': encoding }
    const read = await reader.read(path, accept)
    expect(read).toMatchObject({ status: 200, cache: 'stored', body })
    expect(read.headers.get('content-encoding') ?? 'identity').toBe(encoding)
    const etag = { 'if-none-match': headers.get('etag') ?? '' }
    const variant = { ...etag, cookie: 'theme=dark' }
    const dark = await store(path, { ...writer, read: () => writer.read(path, variant) })
    expect(dark.status).toBe(200)
    const darkEtag = { 'if-none-match': dark.headers.get('etag') ?? '', cookie: 'theme=dark' }
    expect(await reader.read(path, darkEtag)).toMatchObject({
      status: 304,
      body: '',
      cache: 'stored',
    })
  })

  it('count views', async () => {
    const { id, path } = await aPage()
    await store(path, writer)
    const browser = { 'user-agent': 'Mozilla/5.0 (X11) Firefox/140.0' }
    expect((await reader.read(path, browser)).cache).toBe('stored')
    await flushViews(reader.ctx)
    expect((await site.as().call(getQuestion, { id })).view_count).toBe(1)
  })

  it('are read once for concurrent requests', async () => {
    const cacheOf = async (page: { path: string }) => (await reader.read(page.path)).cache
    const other = await aPage()
    await expect.poll(() => cacheOf(other)).toBe('hit')
    const { path } = await aPage()
    // The invalidation of the new question has reached the reader, or it would read the page again.
    await expect.poll(() => cacheOf(other)).not.toBe('hit')
    await store(path, writer)
    const before = await reader.renderCount()
    let reads: string[] = []
    const statements = await recordStatements(reader, async () => {
      const all = await Promise.all(Array.from({ length: 50 }, () => reader.read(path)))
      reads = all.map(({ body }) => body)
    })
    expect(new Set(reads).size).toBe(1)
    expect(await reader.renderCount()).toBe(before)
    // Without those of the revalidation in the background.
    const validations = statements.filter((text) => text.includes('page_changes'))
    expect(validations.length).toBeLessThan(5)
  })

  it('are private files', async () => {
    await store((await aPage()).path, writer)
    for (const file of listFiles()) {
      expect(statSync(file).mode & 0o077).toBe(0)
      expect(statSync(dirname(file)).mode & 0o077).toBe(0)
    }
  })

  it('expire after seven days', async () => {
    const { path } = await aPage()
    await store(path, writer)
    clockOffset += 6.9 * dayMs
    expect((await reader.read(path)).cache).toBe('stored')
    clockOffset += 0.2 * dayMs
    expect((await reader.read(path)).cache).not.toBe('stored')
  })

  it('are neither young pages nor lists', async () => {
    const before = listFiles().length
    const { path } = await aPage()
    const present = await aPageProcess(site.ctx.config, { now: () => new Date() })
    await present.read(path)
    for (const list of ['/', '/questions', '/tags', '/users']) await present.read(list)
    await present.close()
    expect(listFiles().length).toBe(before)
  })

  it('are rendered again when a file is damaged', async () => {
    const { path } = await aPage()
    const { body } = await store(path, writer)
    const damages: ((bytes: Buffer) => Buffer)[] = [
      (bytes) => bytes.subarray(0, bytes.length - 100),
      (bytes) => Buffer.concat([bytes.subarray(0, -1), Buffer.from('x')]),
      () => Buffer.from('not a page'),
      () => Buffer.alloc(0),
    ]
    const file = newestFile()
    for (const damage of damages) {
      const process = await aProcess()
      writeFileSync(file, damage(readFileSync(file)))
      expect(await process.read(path)).toMatchObject({ status: 200, cache: null, body })
      await close(process)
    }
  })

  it('are not found with another configuration of pages', async () => {
    const { path } = await aPage()
    await store(path, writer)
    const process = await aProcess({ ...site.ctx.config, surrogate_keys: true })
    expect((await process.read(path)).cache).toBeNull()
    await close(process)
  })

  it('are not found by a site with another database and the same folder', async () => {
    const { path } = await aPage()
    const { body } = await store(path, writer)
    const other = await aSite({ env: { STOA_PAGE_STORE_DIR: folder } })
    const process = await aPageProcess(other.ctx.config, laterClock)
    expect((await process.read(path)).body).not.toBe(body)
    await process.close()
    await other.close()
  })

  it.each(changes)('show %s of another process at once', async (_what, prepare) => {
    const { path, change, expectShown } = await prepare({ site, ada, ben, aPage, readFresh })
    await store(path, writer)
    expect((await reader.read(path)).cache).toBe('stored')
    await change()
    const read = await reader.read(path)
    expect(read.cache).not.toBe('stored')
    expectShown(read)
  })

  it('survive changes elsewhere', async () => {
    const { path } = await aPage('What is a levain?', ['levain'])
    await store(path, writer)
    const other = await aPage('What is a crumb?', ['crumb'])
    await site.as(ben.token).call(addComment, { object_id: other.id, original_text: 'Of bread.' })
    await site.as(ben.token).call(postAnswer, { question_id: other.id, content: 'Its inside.' })
    expect((await reader.read(path)).cache).toBe('stored')
  })

  it('show a changed setting', async () => {
    const { path } = await aPage()
    await store(path, writer)
    await transact(reader.ctx, (tx) => changeSettings(tx, generalSettings, { name: 'Bakery' }))
    const read = await reader.read(path)
    expect([read.cache, read.body.includes('Bakery')]).toEqual([null, true])
  })

  it('are not served by a private site', async () => {
    const { path } = await aPage()
    await store(path, writer)
    const setPrivate = (login_required: boolean) =>
      transact(reader.ctx, (tx) => changeSettings(tx, loginSettings, { login_required }))
    await setPrivate(true)
    expect((await reader.read(path)).status).toBe(302)
    await setPrivate(false)
    expect((await reader.read(path)).status).toBe(200)
  })

  it('are invalid when a change was committed during the render', async () => {
    const { id, path } = await aPage()
    const isWritten = Promise.withResolvers<void>()
    const canCommit = Promise.withResolvers<void>()
    const writing = transact(site.ctx, async (tx) => {
      await tx.update(questions).set({ title: 'A new title' }).where(eq(questions.id, id))
      await tx.emit('question.reopened', { questionId: id, userId: ben.id })
      isWritten.resolve()
      await canCommit.promise
    })
    await isWritten.promise
    await store(path, writer)
    canCommit.resolve()
    await writing
    const read = await reader.read(path)
    expect([read.cache, read.body.includes('A new title')]).toEqual([null, true])
  })
})

it('are served from an embedded database', async () => {
  const data = mkdtempSync(join(tmpdir(), 'stoa-embedded-'))
  const config = readConfig({
    STOA_LOG_LEVEL: 'silent',
    STOA_DATA_DIR: join(data, 'db'),
    STOA_FILES_DIR: join(data, 'files'),
    STOA_PAGE_STORE_DIR: join(data, 'pages'),
    STOA_READ_LIMITS: 'false',
  })
  const first = await aPageProcess(config, laterClock)
  await installDefault(first.ctx)
  const { token } = await aUser(first.ctx, { name: 'Cleo' })
  const { id, url_title } = await aQuestion(clientOf(first.ctx, first.app, token))
  const path = `/questions/${id}/${url_title}`
  clockOffset += dayMs
  const rendered = await first.read(path)
  await first.close()
  const second = await aPageProcess(config, laterClock)
  const read = await second.read(path)
  await second.close()
  rmSync(data, { recursive: true })
  expect(read).toMatchObject({ cache: 'stored', body: rendered.body })
})

const newestFile = () =>
  listFiles()
    .toSorted((a, b) => statSync(a).mtimeMs - statSync(b).mtimeMs)
    .at(-1) ?? ''
