import { customMarkupSettings } from '@stoa/contract/settings/site'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { aQuestion } from '../src/features/content/questions/questions.factory.ts'
import { aUser } from '../src/features/people/auth/accounts.factory.ts'
import { changeSettings } from '../src/kernel/settings.ts'
import { transact } from '../src/kernel/transact.ts'
import { aPageProcess, type PageProcess } from './pages.ts'
import { aSite, type TestSite } from './site.ts'

let site: TestSite
let pages: PageProcess
let admin: string
let question: string

const saved = { custom_css: '.saved { color: red }', custom_footer: '<p>Saved footer</p>' }
const draft = {
  custom_css: '.draft { color: red }\n.two { color: red }',
  custom_head: '<style>.head {\n  margin: 0\n}</style>',
  custom_footer: '<p onclick="run()">Draft footer</p><script>run()</script>',
}

beforeAll(async () => {
  site = await aSite()
  const { token } = await aUser(site.ctx, { role: 'admin' })
  admin = token
  await transact(site.ctx, (tx) => changeSettings(tx, customMarkupSettings, saved))
  const { id } = await aQuestion(site.as(token), { title: 'Which flour?' })
  question = `/questions/${id}/which-flour`
  pages = await aPageProcess(site.ctx.config, site.ctx.clock)
})
afterAll(async () => {
  await pages.close()
  await site.close()
})

const cookieOf = (token: string) => ({ cookie: `sid=${token}` })

async function preview(
  path: string,
  {
    token,
    origin = pages.url,
    markup = draft,
  }: {
    token?: string
    origin?: string
    markup?: Record<string, string>
  },
) {
  const body = new FormData()
  // As browsers send it.
  for (const [name, text] of Object.entries(markup)) body.set(name, text.replaceAll('\n', '\r\n'))
  const headers = { origin, ...(token === undefined ? {} : cookieOf(token)) }
  const response = await fetch(`${pages.url}${path}?markup_preview`, {
    method: 'POST',
    headers,
    body,
    redirect: 'manual',
  })
  return { response, status: response.status, html: await response.text() }
}

describe('a preview of custom markup', () => {
  it('shows an admin a page with the sanitized draft, a notice and the policy of the draft', async () => {
    for (const path of ['/', question]) {
      const { response, status, html } = await preview(path, { token: admin })
      expect(status).toBe(200)
      expect(html).toContain('<p>Draft footer</p>')
      expect(html).toContain(`<style>${draft.custom_css}</style>`)
      expect(html).toContain('CSS and HTML that are not saved')
      expect(html).not.toContain('run()')
      expect(html).not.toContain('Saved footer')
      expect(html).not.toContain('/custom.css')
      expect(response.headers.get('cache-control')).toBe('no-store')
      expect(response.headers.get('x-cache')).toBeNull()
      const policy = response.headers.get('content-security-policy') ?? ''
      expect(policy.match(/style-src [^;]*/)?.[0].match(/'sha256-/g)).toHaveLength(2)
      expect(policy).not.toContain('unsafe-inline')
    }
    expect((await preview(question, { token: admin })).html).toContain('Which flour?')
  })

  it('is for admins only, and never from another site', async () => {
    const member = (await aUser(site.ctx)).token
    const moderator = (await aUser(site.ctx, { role: 'moderator' })).token
    for (const token of [undefined, member, moderator]) {
      const { status, html } = await preview('/', token === undefined ? {} : { token })
      expect([status, html]).toEqual([403, 'Only admins can preview custom CSS and HTML.\n'])
    }
    const crossSite = await preview('/', { token: admin, origin: 'https://evil.example' })
    expect(crossSite.status).toBe(403)
    expect(crossSite.html).not.toContain('Draft footer')
  })

  it('is in no cache: everybody gets the saved page afterwards', async () => {
    await preview('/', { token: admin })
    for (const path of ['/', '/', '/?markup_preview']) {
      for (const headers of [{}, cookieOf(admin)]) {
        const { body } = await pages.read(path, headers)
        expect(body).toContain('Saved footer')
        expect(body).not.toContain('Draft footer')
        expect(body).not.toContain('that are not saved')
      }
    }
    expect(site.ctx.settings.get(customMarkupSettings)).toMatchObject(saved)
  })

  it('rejects what cannot be saved', async () => {
    const markup = { custom_css: 'a'.repeat(65_537) }
    expect((await preview('/', { token: admin, markup })).status).toBe(400)
    const response = await fetch(`${pages.url}/?markup_preview`, {
      method: 'POST',
      headers: { origin: pages.url, ...cookieOf(admin), 'content-type': 'text/plain' },
      body: 'custom_css=a',
    })
    expect(response.status).toBe(400)
  })
})
