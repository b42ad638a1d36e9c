import { addComment, deleteComment } from '@stoa/contract/features/comments'
import { postAnswer } from '@stoa/contract/features/answers'
import { deleteQuestion, editQuestion } from '@stoa/contract/features/questions'
import { updateProfile } from '@stoa/contract/features/profile-settings'
import { voteUp } from '@stoa/contract/features/votes'
import { loginSettings } from '@stoa/contract/settings/people'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { aUser } from '../src/features/people/auth/accounts.factory.ts'
import { aQuestion } from '../src/features/content/questions/questions.factory.ts'
import { flushViews } from '../src/features/content/views/views.actions.ts'
import { changeSettings } from '../src/kernel/settings.ts'
import { transact } from '../src/kernel/transact.ts'
import { aPageProcess, type PageProcess } from './pages.ts'
import { aProxy } from './proxy.ts'
import { aSite, clientOf, type TestSite } from './site.ts'

type TestUser = Awaited<ReturnType<typeof aUser>>

let site: TestSite
let pages: PageProcess
let ada: TestUser
let ben: TestUser
let clockOffset = 0

beforeAll(async () => {
  site = await aSite({ env: { STOA_TRUST_PROXY: '127.0.0.1' } })
  const clock = { now: () => new Date(Date.now() + clockOffset) }
  pages = await aPageProcess(site.ctx.config, clock)
  ada = await aUser(site.ctx, { name: 'Ada' })
  ben = await aUser(site.ctx, { name: 'Ben', role: 'admin' })
})
afterAll(async () => {
  await pages.close()
  await site.close()
})

/** A question and its path. */
async function aPage(title = 'Why does rye rise slowly?') {
  const { id, url_title } = await aQuestion(site.as(ada.token), { title })
  await waitForInvalidation()
  return { id, path: `/questions/${id}/${url_title}` }
}

/** Waits until the page process has processed all invalidations. */
const waitForInvalidation = () =>
  site.ctx.pageCache.invalidate({ now: new Set(['nothing']), soon: new Set() })

/** Reads a page until it is cached. */
async function warm(path: string) {
  await pages.read(path)
  await pages.read(path)
  const read = await pages.read(path)
  expect(read.cache).toBe('hit')
  return read
}

describe('anonymous page cache', () => {
  it('caches a page on the second request and sends the same bytes', async () => {
    const { path } = await aPage()
    const first = await pages.read(path)
    const second = await pages.read(path)
    const third = await pages.read(path)
    expect([first.cache, second.cache, third.cache]).toEqual([null, 'made', 'hit'])
    expect(third.body).toBe(first.body)
    for (const name of ['content-security-policy', 'etag', 'vary', 'x-content-type-options']) {
      expect(third.headers.get(name), name).toBe(first.headers.get(name))
    }
    expect(third.headers.get('set-cookie')).toBeNull()
    expect(third.headers.get('surrogate-key')).toBeNull()
  })

  it('varies by language and theme only', async () => {
    const { path } = await aPage()
    const plain = await warm(path)
    const arabic = await pages.read(path, { 'accept-language': 'ar' })
    expect(arabic.body).toContain('dir="rtl"')
    const dark = await pages.read(path, { cookie: 'theme=dark' })
    expect(dark.body).toContain('data-theme="dark"')
    const extraHeaders = { cookie: 'seen=1; theme=mauve', referer: 'https://elsewhere.example' }
    expect(await pages.read(path, extraHeaders)).toMatchObject({ cache: 'hit', body: plain.body })
  })

  it.each([
    ['a session', { cookie: 'sid=nobody' }],
    ['a list view cookie', { cookie: 'list_view=compact' }],
    ['a list order cookie', { cookie: 'list_order=active' }],
    ['an answer order cookie', { cookie: 'answer_order=created' }],
    ['a shortcuts cookie', { cookie: 'shortcuts=off' }],
    ['a token', { authorization: 'Bearer nobody' }],
  ])('is bypassed for requests with %s', async (_what, headers) => {
    const { path } = await aPage()
    await warm(path)
    expect((await pages.read(path, headers)).cache).toBeNull()
  })

  it('is bypassed for queries that could change the page', async () => {
    const { path } = await aPage()
    await warm(path)
    for (const query of ['?safe_mode', '?external=show', '?page=1&page=2', '?utm=x']) {
      expect((await pages.read(path + query)).cache, query).toBeNull()
    }
  })

  it('returns 304 for a matching ETag', async () => {
    const { path } = await aPage()
    const { headers } = await warm(path)
    const again = await pages.read(path, { 'if-none-match': headers.get('etag') ?? '' })
    expect(again).toMatchObject({ status: 304, body: '', cache: 'hit' })
  })

  it('counts views of cached pages', async () => {
    const { path } = await aPage()
    await warm(path)
    const from = (n: number) => ({
      'user-agent': `Mozilla/5.0 (X11) Firefox/14${n}.0`,
      'x-forwarded-for': `192.0.2.${n}`,
    })
    for (const n of [1, 2, 3, 3]) expect((await pages.read(path, from(n))).cache).toBe('hit')
    await flushViews(pages.ctx)
    clockOffset += 61_000
    await pages.read(path)
    await expect.poll(async () => (await pages.read(path)).body).toContain('3 views')
  })
})

/** A change in another process, and what the page must show afterwards. */
const changes: [string, (id: string) => Promise<unknown>, (body: string) => void][] = [
  [
    'a vote',
    (id) => site.as(ben.token).call(voteUp, { object_id: id, is_cancel: false }),
    (body) => expect(body).toContain('"upvoteCount":1'),
  ],
  [
    'a comment',
    (id) => site.as(ben.token).call(addComment, { object_id: id, original_text: 'Try salt.' }),
    (body) => expect(body).toContain('Try salt.'),
  ],
  [
    'an answer',
    (id) => site.as(ben.token).call(postAnswer, { question_id: id, content: 'Because of bran.' }),
    (body) => expect(body).toContain('Because of bran.'),
  ],
  [
    'an edit',
    (id) =>
      site.as(ada.token).call(editQuestion, {
        id,
        version: 1,
        title: 'Why does rye rise slowly?',
        content: 'It takes all night.',
        tags: [{ slug_name: 'rye' }],
      }),
    (body) => expect(body).toContain('It takes all night.'),
  ],
  [
    'a new name',
    () => site.as(ada.token).call(updateProfile, { display_name: 'Ada Okoro' }),
    (body) => expect(body).toContain('Ada Okoro'),
  ],
]

describe('page cache invalidation', () => {
  it.each(changes)(
    'shows %s of another process within moments',
    async (_what, change, expectShown) => {
      const { id, path } = await aPage()
      const before = await warm(path)
      await change(id)
      await expect.poll(async () => (await pages.read(path)).body).not.toBe(before.body)
      expectShown((await pages.read(path)).body)
    },
  )

  it('removes deleted content in all processes before the response is sent', async () => {
    const { id, path } = await aPage()
    const comment = { object_id: id, original_text: 'My street is Elm.' }
    const { comment_id } = await site.as(ada.token).call(addComment, comment)
    await waitForInvalidation()
    expect((await warm(path)).body).toContain('My street is Elm.')
    await site.as(ada.token).call(deleteComment, { comment_id })
    expect((await pages.read(path)).body).not.toContain('My street is Elm.')
  })

  it('waits at most a second for a process that does not acknowledge a deletion', async () => {
    const proxy = await aProxy(Number(new URL(site.ctx.config.database_url ?? '').port))
    const url = new URL(site.ctx.config.database_url ?? '')
    url.port = String(proxy.port)
    const clock = { now: () => new Date() }
    const remote = await aPageProcess({ ...site.ctx.config, database_url: url.href }, clock)
    const { id } = await aPage()
    proxy.set('hang')
    const start = performance.now()
    await site.as(ada.token).call(deleteQuestion, { id })
    const waited = performance.now() - start
    proxy.set('pass')
    await remote.close()
    proxy.close()
    expect(waited).toBeGreaterThan(900)
    // Without the timeout of a second it would wait as long as the process hangs.
    expect(waited).toBeLessThan(15_000)
  })

  it('removes deleted content before the response is sent', async () => {
    const { id, path } = await aPage()
    const { comment_id } = await site.as(ada.token).call(addComment, {
      object_id: id,
      original_text: 'My number is 555.',
    })
    await waitForInvalidation()
    const remoteClient = clientOf(pages.ctx, pages.app, ada.token)
    expect((await warm(path)).body).toContain('My number is 555.')
    await remoteClient.call(deleteComment, { comment_id })
    expect((await pages.read(path)).body).not.toContain('My number is 555.')
    await remoteClient.call(deleteQuestion, { id })
    expect((await pages.read(path)).status).toBe(404)
  })

  it('an empty or unchanged profile form invalidates no page', async () => {
    const { path } = await aPage()
    await warm(path)
    const me = clientOf(pages.ctx, pages.app, ada.token)
    const { display_name, username, bio, website, location } = await me.call(updateProfile, {})
    await me.call(updateProfile, { display_name, username, bio, website, location })
    expect((await pages.read(path)).cache).toBe('hit')
  })

  it('a profile change invalidates every page of that user, and no other', async () => {
    const { path } = await aPage('What does Ada bake?')
    const other = await aQuestion(site.as(ben.token), { title: 'What does Ben bake?' })
    const commented = await aQuestion(site.as(ben.token), { title: 'Who has a question?' })
    const comment = { object_id: commented.id, original_text: 'I have one.' }
    await site.as(ada.token).call(addComment, comment)
    await waitForInvalidation()
    const pathOf = ({ id, url_title }: typeof other) => `/questions/${id}/${url_title}`
    const otherPaths = [pathOf(other)]
    const { username } = await site.as(ada.token).call(updateProfile, {})
    const ownPaths = [path, pathOf(commented), `/users/${username}`]
    for (const one of [...ownPaths, ...otherPaths]) await warm(one)
    await site.as(ada.token).call(updateProfile, { display_name: 'Ada of the oven' })
    for (const one of otherPaths) expect((await pages.read(one)).cache, one).toBe('hit')
    for (const one of ownPaths) {
      const { cache, body } = await pages.read(one)
      expect([cache, body.includes('Ada of the oven')], one).toEqual(['made', true])
    }
  })

  it('making the site private invalidates all pages', async () => {
    const { path } = await aPage()
    await warm(path)
    const close = (login_required: boolean) =>
      transact(pages.ctx, (tx) => changeSettings(tx, loginSettings, { login_required }))
    await close(true)
    expect((await pages.read(path)).status).toBe(302)
    await close(false)
  })
})

describe('concurrent requests of a page', () => {
  it('are coalesced into one render', async () => {
    const { path } = await aPage()
    const before = await pages.renderCount()
    const reads = await Promise.all(Array.from({ length: 1000 }, () => pages.read(path)))
    expect(new Set(reads.map(({ status }) => status))).toEqual(new Set([200]))
    expect((await pages.renderCount()) - before).toBeLessThanOrEqual(2)
  })

  it('get the stale page while one of them refreshes it', async () => {
    const { path } = await aPage()
    await warm(path)
    clockOffset += 90_000
    const reads = await Promise.all(Array.from({ length: 20 }, () => pages.read(path)))
    expect(new Set(reads.map(({ cache }) => cache))).toEqual(new Set(['stale']))
    await expect.poll(async () => (await pages.read(path)).cache).toBe('hit')
  })
})

it('serves stale pages while the database is unavailable', async () => {
  const proxy = await aProxy(Number(new URL(site.ctx.config.database_url ?? '').port))
  const url = new URL(site.ctx.config.database_url ?? '')
  url.port = String(proxy.port)
  const config = { ...site.ctx.config, database_url: url.href }
  let offset = 0
  const clock = { now: () => new Date(Date.now() + offset) }
  const remote = await aPageProcess(config, clock)
  const { path } = await aPage()
  for (let time = 0; time < 3; time++) await remote.read(path)
  offset = 3_600_000
  proxy.set('down')
  expect(await remote.read(path)).toMatchObject({ status: 200, cache: 'made' })
  expect((await remote.read('/tags/rye')).status).toBe(503)
  proxy.set('pass')
  await remote.close()
  proxy.close()
})

it('headers and cookies of one request never reach another (cache poisoning)', async () => {
  const paths = [
    (await aPage()).path,
    (await aPage()).path,
    '/',
    '/questions?order=newest',
    '/tags',
  ]
  const headerVariants: ((canary: string) => Record<string, string>)[] = [
    (canary) => ({ 'x-forwarded-host': canary, 'x-forwarded-proto': canary }),
    (canary) => ({ 'x-original-url': `/${canary}`, 'x-rewrite-url': `/${canary}` }),
    (canary) => ({ 'accept-language': `${canary},ar;q=0.1` }),
    (canary) => ({ cookie: `theme=${canary}; lang=${canary}` }),
    (canary) => ({ cookie: `theme=dark; name=${canary}` }),
    (canary) => ({ cookie: `sid=${canary}` }),
    (canary) => ({ 'user-agent': canary, referer: `https://${canary}.example` }),
    (canary) => ({ authorization: `Bearer ${canary}` }),
    (canary) => ({ 'if-none-match': `"${canary}"`, 'accept-encoding': canary }),
    (canary) => ({ forwarded: `host=${canary}`, 'x-http-method-override': canary }),
  ]
  const probe = async (number: number) => {
    const path = paths[number % paths.length] ?? '/'
    const extraHeaders =
      headerVariants[Math.floor(number / paths.length) % headerVariants.length] ??
      headerVariants[0]!
    const query = number % 7 === 0 ? `${path.includes('?') ? '&' : '?'}x=zqcanary${number}` : ''
    await pages.read(path + query, extraHeaders(`zqcanary${number}`))
    const { body, headers } = await pages.read(path)
    expect(body).not.toContain('zqcanary')
    expect(JSON.stringify([...headers])).not.toContain('zqcanary')
    expect(body).not.toContain(ada.email)
  }
  for (let start = 0; start < 1500; start += 50) {
    await Promise.all(Array.from({ length: 50 }, (_, index) => probe(start + index)))
  }
}, 600_000)
