import { previewCustomMarkup } from '@stoa/contract/features/settings-previews'
import { brandingSettings, customMarkupSettings } from '@stoa/contract/settings/site'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { aUser } from '../src/features/people/auth/accounts.factory.ts'
import { changeSettings } from '../src/kernel/settings.ts'
import { transact } from '../src/kernel/transact.ts'
import { aPageProcess, type PageProcess } from './pages.ts'
import { aSite, type TestSite } from './site.ts'

let site: TestSite
let pages: PageProcess
let admin: ReturnType<TestSite['as']>
/** The directives that the server sends with a page. */
let policy: Map<string, string[]>

const shown = 'https://shown.example'
const custom_sidebar = `<img src="${shown}/a.png" alt="">`

beforeAll(async () => {
  site = await aSite()
  admin = site.as((await aUser(site.ctx, { role: 'admin' })).token)
  await transact(site.ctx, async (tx) => {
    await changeSettings(tx, brandingSettings, { logo: 'https://brand.example/logo.png' })
    await changeSettings(tx, customMarkupSettings, { custom_sidebar })
  })
  pages = await aPageProcess(site.ctx.config, site.ctx.clock)
  const { headers } = await pages.read('/')
  const directives = (headers.get('content-security-policy') ?? '').split('; ')
  policy = new Map(
    directives.map((text) => text.split(' ')).map(([name = '', ...of]) => [name, of]),
  )
})
afterAll(async () => {
  await pages.close()
  await site.close()
})

/** As a browser decides. */
function isAllowed(directive: string, url: string) {
  // Forms do not fall back to the default.
  const sources = policy.get(directive) ?? policy.get('default-src') ?? []
  const { origin, protocol } = new URL(url, 'https://own.example')
  return sources.some(
    (source) =>
      source === '*' ||
      source === protocol ||
      source === origin ||
      (source === `'self'` && origin === 'https://own.example'),
  )
}

const urls = [
  '/files/a',
  'https://brand.example/a',
  `${shown}/a`,
  'https://elsewhere.example/a',
  'http://elsewhere.example/a',
  '//elsewhere.example/a',
  'data:text/plain,a',
]

const kinds: [directive: string, field: string, markup: (url: string) => string][] = [
  ['img-src', 'custom_css', (url) => `p { background: url("${url}") }`],
  ['img-src', 'custom_footer', (url) => `<p style="background: url('${url}')">a</p>`],
  ['img-src', 'custom_footer', (url) => `<img srcset="${url} 2x" alt="">`],
  ['img-src', 'custom_head', (url) => `<link rel="icon" href="${url}">`],
  ['font-src', 'custom_css', (url) => `@font-face { src: url("${url}") }`],
  ['style-src', 'custom_css', (url) => `@import "${url}";`],
  ['style-src', 'custom_head', (url) => `<style>@import url("${url}");</style>`],
  ['media-src', 'custom_header', (url) => `<video src="${url}"></video>`],
  ['media-src', 'custom_header', (url) => `<audio><source src="${url}"></audio>`],
  ['form-action', 'custom_header', (url) => `<form action="${url}"></form>`],
  ['form-action', 'custom_header', (url) => `<button formaction="${url}">a</button>`],
]

describe('the preview of custom markup reports what the policy of the pages blocks', () => {
  it('sends a policy with the directives that it compares', () => {
    for (const name of ['default-src', 'img-src', 'font-src', 'style-src', 'form-action'])
      expect(policy.get(name), name).toBeDefined()
  })

  it.each(kinds)('%s, %s', async (directive, field, markup) => {
    const reported: string[] = []
    for (const url of urls) {
      const input = { custom_sidebar, [field]: markup(url) }
      const { list } = await admin.call(previewCustomMarkup, input)
      // A link that is removed loads nothing.
      if (list.some(({ problem }) => problem !== 'link')) reported.push(url)
    }
    expect(reported).toEqual(urls.filter((url) => !isAllowed(directive, url)))
  })
})
