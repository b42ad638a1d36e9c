import { toShortId } from '@stoa/contract/ids'
import { loginSettings } from '@stoa/contract/settings/people'
import { generalSettings, seoSettings } from '@stoa/contract/settings/site'
import type { SettingsGroup, SettingsOf } from '@stoa/contract/settings/group'
import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { aSite, type TestSite } from '../../../../test/site.ts'
import { expectWellFormed } from '../../../../test/xml.ts'
import { changeSettings } from '../../../kernel/settings.ts'
import { transact } from '../../../kernel/transact.ts'
import { aUser } from '../../people/auth/accounts.factory.ts'
import { anAnswer } from '../../content/answers/answers.factory.ts'
import { setDeleted } from '../../content/shared/posts.factory.ts'
import { questions } from '../../../schema/posts.ts'
import { aQuestion } from '../../content/questions/questions.factory.ts'
import { users } from '../../../schema/users.ts'

let site: TestSite
let ada: Awaited<ReturnType<typeof aUser>>
let ben: Awaited<ReturnType<typeof aUser>>
let id: string

const title = `Is <b> & "c" ]]> 'd' \u0007 e\u0301 \u{1F600}?`

beforeAll(async () => {
  site = await aSite()
  ada = await aUser(site.ctx, { name: 'Ada & <Co>', role: 'moderator' })
  ben = await aUser(site.ctx, { name: 'Ben', role: 'moderator' })
  id = (await aQuestion(site.as(ada.token), { title, tags: ['bread'] })).id
  await anAnswer(site.as(ben.token), id, 'See [this](/questions/1) & *that*.')
})
afterAll(() => site.close())

const get = (url: string, headers: Record<string, string> = {}) => site.app.inject({ url, headers })
const set = <G extends SettingsGroup>(group: G, changes: Partial<SettingsOf<G>>) =>
  transact(site.ctx, (tx) => changeSettings(tx, group, changes))
const usernameOf = async (userId: string) => {
  const [row] = await site.ctx.db.select().from(users).where(eq(users.id, userId))
  return row!.username
}
const paths = async () => [
  '/feed.atom',
  '/tags/bread/feed.atom',
  `/questions/${id}/feed.atom`,
  `/users/${await usernameOf(ada.id)}/feed.atom`,
]
const entriesOf = (body: string) => body.split('<entry>').slice(1)
const titlesOf = (body: string) =>
  entriesOf(body).map((entry) => /<title>(.*?)<\/title>/s.exec(entry)?.[1])

describe('Atom feeds', () => {
  it('are well-formed XML with absolute URLs and ISO timestamps, whatever users write', async () => {
    for (const path of await paths()) {
      const { statusCode, headers, body } = await get(path)
      expect(statusCode).toBe(200)
      expect(headers['content-type']).toBe('application/atom+xml; charset=utf-8')
      expectWellFormed(body)
      expect(body).toContain('&lt;b&gt; &amp; &quot;c&quot; ]]&gt; &apos;d&apos;  e')
      expect(body).toContain(
        `<link rel="self" type="application/atom+xml" href="http://localhost:3000${path}"/>`,
      )
      expect(body).toContain('xml:base="http://localhost:3000/"')
      for (const [, href = ''] of body.matchAll(/ href="([^"]*)"/g))
        expect(href).toMatch(/^http:\/\/localhost:3000\//)
      expect(
        body.match(/<updated>\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z<\/updated>/g)?.length,
      ).toBe(entriesOf(body).length + 1)
    }
  })

  it('return 304 for a matching ETag, and 200 after a change', async () => {
    for (const path of await paths()) {
      const first = await get(path)
      const etag = String(first.headers['etag'])
      expect(Date.parse(String(first.headers['last-modified']))).toBeGreaterThan(0)
      expect((await get(path, { 'if-none-match': `"x", W/${etag}` })).statusCode).toBe(304)
      expect((await get(path, { 'if-none-match': '"x"' })).statusCode).toBe(200)
      await set(generalSettings, { name: 'Other' })
      expect((await get(path, { 'if-none-match': etag })).statusCode).toBe(200)
      await set(generalSettings, { name: 'Porch' })
    }
  })

  it('contain the excerpt of a very long text, and other texts in full', async () => {
    const words = 'Crumb and crust. '
    const client = site.as(ada.token)
    const long = await aQuestion(client, { title: 'Long', content: words.repeat(2_000) })
    const short = await aQuestion(client, { title: 'Short', content: words.repeat(20) })
    const [entry = ''] = entriesOf((await get(`/questions/${long.id}/feed.atom`)).body)
    expect(entry).toMatch(/<summary type="text">Crumb and crust\. [^<]{50,300}<\/summary>/)
    expect(entry).not.toContain('<content')
    const [whole = ''] = entriesOf((await get(`/questions/${short.id}/feed.atom`)).body)
    expect(whole.split('Crumb').length).toBe(21)
  })

  it('have at most thirty entries and a constant number of SQL statements', async () => {
    const countStatements = async () =>
      await Promise.all(
        (await paths()).map(async (path) => Number((await get(path)).headers['x-sql-count'])),
      )
    expect(await countStatements()).toEqual([1, 2, 2, 3])
    await site.db.execute(sql`
      with created as (
        insert into questions (user_id, title, slug, original_text, parsed_text, excerpt, renderer_version, created_at, active_at, active_by)
        select ${ada.id}, 'Copy ' || n, 'copy', 'x', 'x', 'x', 1, now(), now(), ${ada.id} from generate_series(1, 100) n returning id, created_at)
      insert into question_tags (question_id, tag_id, position, asked_at)
      select created.id, tags.id, 0, created.created_at from created, tags`)
    await site.db.execute(sql`
      insert into answers (question_id, user_id, original_text, parsed_text, excerpt, renderer_version, created_at)
      select ${id}, ${ada.id}, 'x', 'x', 'x', 1, now() from generate_series(1, 100)`)
    expect(await countStatements()).toEqual([1, 2, 2, 3])
    for (const path of await paths()) expect(entriesOf((await get(path)).body)).toHaveLength(30)
    await site.db.execute(sql`delete from answers where original_text = 'x'`)
    await site.db.execute(sql`delete from questions where original_text = 'x'`)
  })

  it('link according to the permalink setting, with stable entry ids', async () => {
    await set(seoSettings, { permalink: 4 })
    const { body } = await get(`/questions/${toShortId(id)}/feed.atom`)
    await set(seoSettings, { permalink: 1 })
    expect(body).toContain(`href="http://localhost:3000/questions/${toShortId(id)}"`)
    expect(body).toContain(`<id>http://localhost:3000/questions/${id}</id>`)
  })
})

describe('GET /questions/:id/feed.atom', () => {
  it('contains the answers, newest first, and the question', async () => {
    const titles = titlesOf((await get(`/questions/${id}/feed.atom`)).body)
    expect(titles).toHaveLength(2)
    expect(titles[0]).toMatch(/^Answer to: Is /)
    expect(titles[1]).toMatch(/^Is /)
  })
})

describe('GET /users/:name/feed.atom', () => {
  it('contains questions and answers of the user', async () => {
    const { body } = await get('/users/BEN/feed.atom')
    expect(titlesOf(body)).toHaveLength(1)
    expect(body).toContain('<name>Ben</name><uri>http://localhost:3000/users/ben</uri>')
  })
})

describe('GET /tags/:name/feed.atom', () => {
  it('ignores the case of the tag name', async () => {
    expect((await get('/tags/BREAD/feed.atom')).statusCode).toBe(200)
  })
})

describe('feeds of hidden content', () => {
  it.each([
    '/tags/nothing/feed.atom',
    '/questions/1/feed.atom',
    '/questions/10010000009999999/feed.atom',
    '/questions/10020000000000001/feed.atom',
    '/users/nobody/feed.atom',
    '/users/a%00b/feed.atom',
    '/tags/%00/feed.atom',
  ])('returns 404 for %s', async (url) => {
    expect((await get(url)).statusCode).toBe(404)
  })

  it('omit and return 404 for deleted, pending and unlisted questions and deleted answers', async () => {
    const states = [{ status: 11 as const }, { isListed: false }]
    const hidden = await Promise.all(
      ['Gone', 'Pending', 'Unlisted'].map((name) =>
        aQuestion(site.as(ada.token), { title: `Hidden ${name}`, tags: ['bread'] }),
      ),
    )
    for (const question of hidden) await anAnswer(site.as(ben.token), question.id)
    await setDeleted(site.ctx, 'question', hidden[0]!.id, ada.id)
    for (const [at, state] of states.entries())
      await site.db
        .update(questions)
        .set(state)
        .where(eq(questions.id, hidden[at + 1]!.id))
    const deletedAnswer = await anAnswer(site.as(ada.token), id, 'A hidden answer')
    await setDeleted(site.ctx, 'answer', deletedAnswer.id, ada.id)
    for (const path of [...(await paths()), '/users/ben/feed.atom'])
      expect((await get(path)).body).not.toMatch(/hidden/i)
    for (const question of hidden)
      expect((await get(`/questions/${question.id}/feed.atom`)).statusCode).toBe(404)
  })

  it('require a session on a private site', async () => {
    await set(loginSettings, { login_required: true })
    for (const path of await paths()) {
      const rejected = await get(path)
      expect(rejected.statusCode).toBe(401)
      expect(rejected.body).not.toContain('<feed')
      const allowed = await get(path, { authorization: `Bearer ${ben.token}` })
      expect(allowed.statusCode).toBe(200)
      expect(allowed.headers['cache-control']).toBe('private, no-cache')
    }
    await set(loginSettings, { login_required: false })
  })
})
