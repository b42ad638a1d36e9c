import { toShortId } from '@stoa/contract/ids'
import { loginSettings } from '@stoa/contract/settings/people'
import { generalSettings, seoSettings } from '@stoa/contract/settings/site'
import type { SettingsGroup, SettingsOf } from '@stoa/contract/settings/group'
import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { aSite, type TestSite } from '../../../test/site.ts'
import { expectWellFormed } from '../../../test/xml.ts'
import { changeSettings } from '../../kernel/settings.ts'
import { transact } from '../../kernel/transact.ts'
import { aPerson } from '../accounts/accounts.factory.ts'
import { anAnswer } from '../answers/answers.factory.ts'
import { setDeleted } from '../posts/posts.factory.ts'
import { questions } from '../posts/posts.table.ts'
import { aQuestion } from '../questions/questions.factory.ts'
import { users } from '../users/users.table.ts'

let site: TestSite
let ada: Awaited<ReturnType<typeof aPerson>>
let ben: Awaited<ReturnType<typeof aPerson>>
let id: string

const title = `Is <b> & "c" ]]> 'd' \u0007 e\u0301 \u{1F600}?`

beforeAll(async () => {
  site = await aSite()
  ada = await aPerson(site.ctx, { name: 'Ada & <Co>', role: 'moderator' })
  ben = await aPerson(site.ctx, { name: 'Ben', role: 'moderator' })
  id = (await aQuestion(site.as(ada.token), { title, tags: ['bread'] })).id
  await anAnswer(site.as(ben.token), id, 'See [this](/questions/1) & *that*.')
})
afterAll(() => site.close())

const get = (url: string, headers: Record<string, string> = {}) => site.app.inject({ url, headers })
const set = <G extends SettingsGroup>(group: G, changes: Partial<SettingsOf<G>>) =>
  transact(site.ctx, (tx) => changeSettings(tx, site.ctx, group, changes))
const usernameOf = async (personId: string) => {
  const [row] = await site.ctx.db.select().from(users).where(eq(users.id, personId))
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

describe('every feed', () => {
  it('is well-formed XML whatever people write, with whole addresses and times', async () => {
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

  it('is not sent again to who has it, and is when it changed', async () => {
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

  it('has the excerpt of a text that is very long, and the whole of others', async () => {
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

  it('has at most thirty entries and costs the same for any number', async () => {
    const costs = async () =>
      await Promise.all(
        (await paths()).map(async (path) => Number((await get(path)).headers['x-sql-count'])),
      )
    expect(await costs()).toEqual([1, 2, 2, 3])
    await site.ctx.db.execute(sql`
      with made as (
        insert into questions (user_id, title, slug, original_text, parsed_text, excerpt, renderer_version, created_at, active_at, active_by)
        select ${ada.id}, 'Copy ' || n, 'copy', 'x', 'x', 'x', 1, now(), now(), ${ada.id} from generate_series(1, 100) n returning id, created_at)
      insert into question_tags (question_id, tag_id, position, asked_at)
      select made.id, tags.id, 0, made.created_at from made, tags`)
    await site.ctx.db.execute(sql`
      insert into answers (question_id, user_id, original_text, parsed_text, excerpt, renderer_version, created_at)
      select ${id}, ${ada.id}, 'x', 'x', 'x', 1, now() from generate_series(1, 100)`)
    expect(await costs()).toEqual([1, 2, 2, 3])
    for (const path of await paths()) expect(entriesOf((await get(path)).body)).toHaveLength(30)
    await site.ctx.db.execute(sql`delete from answers where original_text = 'x'`)
    await site.ctx.db.execute(sql`delete from questions where original_text = 'x'`)
  })

  it('has addresses in the form of the permalink, and ids that stay', async () => {
    await set(seoSettings, { permalink: 4 })
    const { body } = await get(`/questions/${toShortId(id)}/feed.atom`)
    await set(seoSettings, { permalink: 1 })
    expect(body).toContain(`href="http://localhost:3000/questions/${toShortId(id)}"`)
    expect(body).toContain(`<id>http://localhost:3000/questions/${id}</id>`)
  })
})

describe('the feed of a question', () => {
  it('has its answers, newest first, and the question itself', async () => {
    const titles = titlesOf((await get(`/questions/${id}/feed.atom`)).body)
    expect(titles).toHaveLength(2)
    expect(titles[0]).toMatch(/^Answer to: Is /)
    expect(titles[1]).toMatch(/^Is /)
  })
})

describe('the feed of a person', () => {
  it('has what they asked and what they answered', async () => {
    const { body } = await get('/users/BEN/feed.atom')
    expect(titlesOf(body)).toHaveLength(1)
    expect(body).toContain('<name>Ben</name><uri>http://localhost:3000/users/ben</uri>')
  })
})

describe('the feed of a tag', () => {
  it('is found by its name in any case', async () => {
    expect((await get('/tags/BREAD/feed.atom')).statusCode).toBe(200)
  })
})

describe('what is not to be seen', () => {
  it.each([
    '/tags/nothing/feed.atom',
    '/questions/1/feed.atom',
    '/questions/10010000009999999/feed.atom',
    '/questions/10020000000000001/feed.atom',
    '/users/nobody/feed.atom',
    '/users/a%00b/feed.atom',
    '/tags/%00/feed.atom',
  ])('%s has no feed', async (url) => {
    expect((await get(url)).statusCode).toBe(404)
  })

  it('is in no feed and has none: deleted, pending and unlisted questions, deleted answers', async () => {
    const states = [{ status: 11 as const }, { isListed: false }]
    const hidden = await Promise.all(
      ['Gone', 'Pending', 'Unlisted'].map((name) =>
        aQuestion(site.as(ada.token), { title: `Hidden ${name}`, tags: ['bread'] }),
      ),
    )
    for (const question of hidden) await anAnswer(site.as(ben.token), question.id)
    await setDeleted(site.ctx, 'question', hidden[0]!.id, ada.id)
    for (const [at, state] of states.entries())
      await site.ctx.db
        .update(questions)
        .set(state)
        .where(eq(questions.id, hidden[at + 1]!.id))
    const gone = await anAnswer(site.as(ada.token), id, 'A hidden answer')
    await setDeleted(site.ctx, 'answer', gone.id, ada.id)
    for (const path of [...(await paths()), '/users/ben/feed.atom'])
      expect((await get(path)).body).not.toMatch(/hidden/i)
    for (const question of hidden)
      expect((await get(`/questions/${question.id}/feed.atom`)).statusCode).toBe(404)
  })

  it('is everything, for strangers, on a private site', async () => {
    await set(loginSettings, { login_required: true })
    for (const path of await paths()) {
      const refused = await get(path)
      expect(refused.statusCode).toBe(401)
      expect(refused.body).not.toContain('<feed')
      const told = await get(path, { authorization: `Bearer ${ben.token}` })
      expect(told.statusCode).toBe(200)
      expect(told.headers['cache-control']).toBe('private, no-cache')
    }
    await set(loginSettings, { login_required: false })
  })
})
