import type { SettingsGroup, SettingsOf } from '@stoa/contract/settings/group'
import { loginSettings } from '@stoa/contract/settings/people'
import {
  brandingSettings,
  generalSettings,
  interfaceSettings,
  seoSettings,
} from '@stoa/contract/settings/site'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { aSite, type TestSite } from '../../../../test/site.ts'
import { expectWellFormed } from '../../../../test/xml.ts'
import { changeSettings } from '../../../kernel/settings.ts'
import { transact } from '../../../kernel/transact.ts'
import { aUser } from '../../people/auth/accounts.factory.ts'
import { aQuestion } from '../../content/questions/questions.factory.ts'
import { batchQuery, readQuestions } from './sitemap.queries.ts'

let site: TestSite

/** Makes the second sitemap file hold the last three questions. */
const listedCount = 50_003

beforeAll(async () => {
  site = await aSite()
  const ada = await aUser(site.ctx)
  await aQuestion(site.as(ada.token), { title: 'The & first', tags: ['bread', 'déjà'] })
  // Every fourth row is deleted, pending or unlisted.
  const rows = Math.ceil(((listedCount - 1) * 4) / 3) - 1
  // In batches, because of the statement timeout on a busy machine.
  for (let first = 1; first <= rows; first += 5_000)
    await site.db.execute(sql`
    insert into questions (user_id, title, slug, original_text, parsed_text, excerpt, renderer_version, status,
      deleted_at, deleted_by, is_listed, created_at, active_at, active_by)
    select ${ada.id}, 'Copy', case when n % 4 = 0 then 'hidden' else 'copy' end, 'x', 'x', 'x', 1,
      case n % 12 when 0 then 10 when 4 then 11 else 1 end, case when n % 12 = 0 then now() end,
      case when n % 12 = 0 then ${ada.id}::bigint end, n % 12 <> 8, now(), now(), ${ada.id}
    from generate_series(${first}::int, ${Math.min(rows, first + 4_999)}::int) n`)
}, 180_000)
afterAll(() => site.close())

const get = (url: string, headers = {}) => site.app.inject({ url, headers })
const set = <G extends SettingsGroup>(group: G, changes: Partial<SettingsOf<G>>) =>
  transact(site.ctx, (tx) => changeSettings(tx, group, changes))
const idsIn = (body: string) => [...body.matchAll(/\/questions\/(\d{17})/g)].map(([, id]) => id)

describe('GET /sitemap.xml', () => {
  it('lists its files', async () => {
    const { statusCode, headers, body } = await get('/sitemap.xml')
    expect(statusCode).toBe(200)
    expect(headers['content-type']).toBe('application/xml; charset=utf-8')
    expectWellFormed(body)
    expect([...body.matchAll(/<loc>(.*?)<\/loc>/g)].map(([, url]) => url)).toEqual([
      'http://localhost:3000/sitemap/question-1.xml',
      'http://localhost:3000/sitemap/question-2.xml',
      'http://localhost:3000/sitemap/tags.xml',
    ])
  })

  it('contains every listed question once, 50,000 per file, and no hidden ones', async () => {
    const first = (await get('/sitemap/question-1.xml')).body
    const second = (await get('/sitemap/question-2.xml')).body
    expectWellFormed(second)
    expect(idsIn(first)).toHaveLength(50_000)
    expect(idsIn(second)).toHaveLength(3)
    expect(new Set([...idsIn(first), ...idsIn(second)]).size).toBe(listedCount)
    expect(first + second).not.toContain('hidden')
    expect(first).toMatch(
      /<url><loc>http:\/\/localhost:3000\/questions\/\d{17}\/the-first<\/loc><lastmod>\d{4}-\d\d-\d\dT[\d:.]+Z<\/lastmod><\/url>/,
    )
  })

  it('is read in batches of 5,000', async () => {
    const sizes = []
    for await (const rows of readQuestions(site.ctx.db, { first: '1', next: undefined }))
      sizes.push(rows.length)
    expect(sizes).toEqual(Array.from({ length: 10 }, () => 5_000))
  })

  it('acquires a permit for each batch, not only until the first byte', async () => {
    const countPermits = async () => {
      const { values } = await site.ctx.metrics.permitWait.get()
      const counts = values.filter(({ metricName }) => metricName?.endsWith('_count') === true)
      return counts.reduce((sum, { value }) => sum + value, 0)
    }
    const before = await countPermits()
    await get('/sitemap/question-1.xml')
    expect((await countPermits()) - before).toBeGreaterThan(10)
  })

  it('keeps questions in their file when one is deleted', async () => {
    const ids = idsIn((await get('/sitemap/question-1.xml')).body)
    await site.db.execute(sql`update questions set is_listed = false where id = ${ids[7]}`)
    expect(idsIn((await get('/sitemap/question-1.xml')).body)).toHaveLength(49_999)
    expect(idsIn((await get('/sitemap/question-2.xml')).body)).toHaveLength(3)
    await site.db.execute(sql`update questions set is_listed = true where id = ${ids[7]}`)
  })

  it('reads batches by primary key', async () => {
    await site.db.execute(sql`analyze questions`)
    const range = { first: '1', next: undefined }
    const query = batchQuery(site.ctx.db, range, '10010000000040000')
    const { rows } = await site.ctx.db.execute<{ 'QUERY PLAN': string }>(sql`explain ${query}`)
    expect(rows.map((row) => row['QUERY PLAN']).join('\n')).toMatch(
      /Index Scan using questions_pkey/,
    )
  })

  it('contains the tags in use', async () => {
    const { body } = await get('/sitemap/tags.xml')
    expectWellFormed(body)
    expect([...body.matchAll(/<loc>(.*?)<\/loc>/g)].map(([, url]) => url)).toEqual([
      'http://localhost:3000/tags/bread',
      `http://localhost:3000/tags/${encodeURIComponent('déjà')}`,
    ])
  })

  it.each(['question-3.xml', 'question-0.xml', 'question-01.xml', 'question-x.xml', 'other.xml'])(
    'returns 404 for %s',
    async (file) => {
      expect((await get(`/sitemap/${file}`)).statusCode).toBe(404)
    },
  )
})

describe('well-known files', () => {
  it("robots.txt allows crawlers and links the sitemap, or is the admin's text", async () => {
    const defaultText = await get('/robots.txt')
    expect(defaultText.headers['content-type']).toBe('text/plain; charset=utf-8')
    expect(defaultText.body).toBe(
      'User-agent: *\nDisallow: /admin\nDisallow: /users/settings\nDisallow: /search?\n\nSitemap: http://localhost:3000/sitemap.xml\n',
    )
    await set(seoSettings, { robots: 'User-agent: x\nDisallow: /' })
    expect((await get('/robots.txt')).body).toBe('User-agent: x\nDisallow: /\n')
    await set(seoSettings, { robots: ' \n' })
    expect((await get('/robots.txt')).body).toBe(defaultText.body)
  })

  it('opensearch.xml describes the search', async () => {
    await set(generalSettings, { name: 'Bread & a very long name' })
    const { headers, body } = await get('/opensearch.xml')
    expect(headers['content-type']).toContain('application/opensearchdescription+xml')
    expectWellFormed(body)
    expect(body).toContain('<ShortName>Bread &amp; a very l</ShortName>')
    expect(body).toContain('template="http://localhost:3000/search?q={searchTerms}"')
  })

  it('manifest.webmanifest has the name of the site and its icons', async () => {
    await set(generalSettings, { name: 'Bread & "salt"', short_description: 'About bread' })
    const { headers, body } = await get('/manifest.webmanifest')
    expect(headers['content-type']).toContain('application/manifest+json')
    expect(JSON.parse(body)).toMatchObject({
      name: 'Bread & "salt"',
      description: 'About bread',
      start_url: '/',
      scope: '/',
      display: 'standalone',
      lang: 'en-US',
      dir: 'ltr',
      theme_color: '#0033ff',
      icons: [{ sizes: '192x192' }, { sizes: '512x512' }, { purpose: 'maskable' }],
    })
  })

  it('manifest.webmanifest has the icon of the site first, and its language', async () => {
    await set(brandingSettings, { square_icon: '/uploads/branding/icon.png' })
    await set(interfaceSettings, { language: 'ar' })
    expect(JSON.parse((await get('/manifest.webmanifest')).body)).toMatchObject({
      lang: 'ar',
      dir: 'rtl',
      icons: [{ src: '/uploads/branding/icon.png', sizes: 'any' }, {}, {}, {}],
    })
    await set(brandingSettings, { square_icon: '' })
    await set(interfaceSettings, { language: 'en_US' })
  })

  it('llms.txt links the main pages, feeds and API', async () => {
    await set(generalSettings, { name: 'Porch', short_description: 'About\nbread' })
    const { body } = await get('/llms.txt')
    expect(body).toMatch(/^# Porch\n\n> About bread\n/)
    for (const path of ['/feed.atom', '/sitemap.xml', '/answer/api/openapi.json', '/questions'])
      expect(body).toContain(`(http://localhost:3000${path})`)
    const linked = ['/feed.atom', '/sitemap.xml', '/answer/api/openapi.json']
    for (const path of linked) expect((await get(path)).statusCode).toBe(200)
  })
})

describe('private site', () => {
  it('has no sitemap and disallows all crawlers', async () => {
    await set(loginSettings, { login_required: true })
    const { token } = await aUser(site.ctx)
    for (const url of [
      '/sitemap.xml',
      '/sitemap/question-1.xml',
      '/sitemap/tags.xml',
      '/llms.txt',
    ]) {
      expect((await get(url)).statusCode).toBe(404)
      expect((await get(url, { authorization: `Bearer ${token}` })).statusCode).toBe(404)
    }
    await set(seoSettings, { robots: 'User-agent: *\nAllow: /' })
    expect((await get('/robots.txt')).body).toBe('User-agent: *\nDisallow: /\n')
    await set(loginSettings, { login_required: false })
  })
})
