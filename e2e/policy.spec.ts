import { brotliCompressSync } from 'node:zlib'
import { isHydrated } from './support/hydration.ts'
import { askAs, logInAsAdmin } from './support/seed.ts'
import type { Site } from './support/site.ts'
import { expect, test } from './support/test.ts'

let question = ''

test.beforeAll(async ({ site }) => {
  const created = await askAs(site, await logInAsAdmin(site))
  question = `/questions/${created.id}/${created.url_title}`
})

const maxScriptBytes = 12 * 1024

test('a visitor reads a question with at most 12 KB of JavaScript', async ({ page }, info) => {
  await page.coverage.startJSCoverage({ resetOnNavigation: false })
  await page.goto(question)
  await page.waitForLoadState('networkidle')
  const scripts = await page.coverage.stopJSCoverage()
  const run = scripts.map((script) => script.source ?? '').join('\n')
  const bytes = brotliCompressSync(run).length
  info.annotations.push({ type: 'JavaScript before intent', description: `${bytes} bytes, brotli` })
  expect(await isHydrated(page)).toBe(false)
  expect(scripts.length).toBe(1)
  expect(bytes).toBeLessThanOrEqual(maxScriptBytes)
})

test('the app hydrates on the first user intent without policy violations', async ({ page }) => {
  await page.goto(question)
  await page.mouse.move(400, 300)
  await expect.poll(() => isHydrated(page)).toBe(true)
  await page.getByRole('link', { name: 'Stoa' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Questions')
})

test('a click before hydration is not lost', async ({ page }) => {
  await page.goto('/')
  await page.getByRole('link', { name: 'Log in' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Log in')
})

test('input typed before hydration is kept and sent', async ({ page }) => {
  // Delay scripts so that the input comes first.
  await page.route('**/assets/*.js', async (route) => {
    await new Promise((resolve) => setTimeout(resolve, 400))
    await route.continue()
  })
  await page.goto('/users/login')
  await page.getByLabel('Email').fill('early@example.org')
  await expect.poll(() => isHydrated(page)).toBe(true)
  await expect(page.getByLabel('Email')).toHaveValue('early@example.org')
  await page.getByRole('button', { name: 'Log in' }).click()
  await expect(page.getByText('This field is required.')).toHaveCount(1)
})

test('members get the app at once, with a nonce', async ({ page, context, site }) => {
  const { token } = await logInAsAdmin(site)
  await context.addCookies([{ name: 'sid', value: token, url: site.url }])
  const response = await page.goto(question)
  await expect.poll(() => isHydrated(page)).toBe(true)
  const headers = response?.headers() ?? {}
  expect(headers['content-security-policy']).toMatch(/script-src 'nonce-[\w+/=]+' 'strict-dynamic'/)
  expect(headers['cache-control']).toBe('no-store')
  expect(headers['etag']).toBeUndefined()
})

test('the text of a post occurs once in the page and once in the linked data', async ({ site }) => {
  const html = await (await fetch(site.url + question)).text()
  const [, linkedData = ''] =
    /<script[^>]* type="application\/ld\+json"[^>]*>(.*?)<\/script>/s.exec(html) ?? []
  expect(linkedData.split('seventy times slower').length).toBe(2)
  expect(html.replace(linkedData, '').split('seventy times slower').length).toBe(2)
})

const securityHeaders = {
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'strict-origin-when-cross-origin',
  'cross-origin-resource-policy': 'same-origin',
}

async function headersOf(site: Site, path: string, init: RequestInit = {}) {
  const response = await fetch(site.url + path, { redirect: 'manual', ...init })
  return { status: response.status, headers: Object.fromEntries(response.headers) }
}

test('every kind of response has the security headers', async ({ site }) => {
  const asset = /\/assets\/[\w.-]+\.css/.exec(await (await fetch(site.url)).text())?.[0] ?? ''
  const paths = [
    '/',
    question,
    '/nothing',
    '/403',
    '/maintenance',
    '/readyz',
    asset,
    '/favicon.svg',
  ]
  const api = [
    '/answer/api/v1/siteinfo',
    '/answer/api/v1/question/info?id=1',
    '/answer/api/openapi.json',
  ]
  for (const path of [...paths, ...api]) {
    const { headers } = await headersOf(site, path)
    expect(headers, path).toMatchObject(securityHeaders)
    expect(headers['content-security-policy'], path).toContain("default-src 'none'")
    // Browsers ignore these two for scripts, styles and fonts.
    if (path !== asset) {
      expect(headers['cross-origin-opener-policy'], path).toBe('same-origin')
      expect(headers['permissions-policy'], path).toContain('camera=()')
    }
    expect(headers['server'] ?? headers['x-powered-by'], path).toBeUndefined()
    expect(headers['strict-transport-security'], `${path}: HTTP site`).toBeUndefined()
  }
})

test('pages for visitors are cacheable', async ({ site }) => {
  const first = await headersOf(site, question)
  expect(first.headers['cache-control']).toBe(
    'public, max-age=0, s-maxage=60, stale-while-revalidate=300, stale-if-error=86400',
  )
  expect(first.headers['vary']).toContain('cookie')
  expect(first.headers['set-cookie']).toBeUndefined()
  const etag = first.headers['etag'] ?? ''
  const again = await headersOf(site, question, { headers: { 'if-none-match': etag } })
  // Relative times may have changed if the page was rendered again.
  if (again.status !== 304) expect(again.headers['etag']).not.toBe(etag)
  else expect(again.headers['cache-control']).toContain('public')
  const policy = first.headers['content-security-policy'] ?? ''
  expect(policy).toMatch(/script-src 'sha256-[\w+/=]+' 'strict-dynamic'/)
  expect(policy).not.toContain('unsafe')
  expect(policy).not.toContain('nonce')
})

test('assets are precompressed and cached permanently', async ({ site }) => {
  const asset = /\/assets\/[\w.-]+\.css/.exec(await (await fetch(site.url)).text())?.[0] ?? ''
  const { headers } = await headersOf(site, asset, { headers: { 'accept-encoding': 'br' } })
  expect(headers['content-encoding']).toBe('br')
  expect(headers['cache-control']).toBe('public, max-age=31536000, immutable')
})

test('cross-site forms are rejected', async ({ site }) => {
  const post = (headers: Record<string, string>) =>
    headersOf(site, '/preferences', {
      method: 'POST',
      headers,
      body: new URLSearchParams({ theme: 'dark' }),
    })
  expect((await post({ origin: 'https://elsewhere.example' })).status).toBe(403)
  expect((await post({ origin: site.url, 'sec-fetch-site': 'cross-site' })).status).toBe(403)
  expect((await post({ origin: 'null' })).status).toBe(403)
  expect((await post({})).status).toBe(403)
  const own = await post({ origin: site.url })
  expect(own.status).toBe(302)
  expect(own.headers['set-cookie']).toContain('theme=dark')
})
