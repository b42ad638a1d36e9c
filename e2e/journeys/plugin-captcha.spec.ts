// The captcha of a plugin, with services that are faked in the browser: a test plugin, and the widgets of the plugins of Stoa.
import type { BrowserContext, FrameLocator, Page } from '@playwright/test'
import {
  installPlugin,
  setPluginConfig,
  setPluginStatus,
  uploadPlugin,
} from '@stoa/contract/features/plugins'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { rootDir } from '../../scripts/services/ports.ts'
import { apiClient } from '../support/api-client.ts'
import { findAxeViolations } from '../support/axe.ts'
import { runSql } from '../support/databases.ts'
import { hydrate, isHydrated } from '../support/hydration.ts'
import { addPlugins, setPlugin } from '../support/page-plugins.ts'
import { randomIpHeader } from '../support/random-ip.ts'
import { aMember, askAs, logInAsAdmin, type Account } from '../support/seed.ts'
import { startSite, type Site } from '../support/site.ts'
import { collectErrors, expect, test } from '../support/test.ts'

const quiz = {
  manifest: {
    slug: 'quiz',
    name: 'Quiz',
    version: '1.0.0',
    description: 'For a test.',
    author: 'Northbank',
    kit: '^1.1',
    kinds: ['captcha'],
    server: { file: 'server.js', captcha: true },
    captcha: { file: 'captcha.js', hosts: ['captcha.example'], settings: ['label'] },
    settings: [{ name: 'label', type: 'input', title: 'Label', default: 'I am not a program' }],
  },
  files: {
    'server.js': `export default {
      verifyCaptcha({ code, action }) {
        if (code.startsWith('outage')) throw new Error('the service is down')
        return code.startsWith('solved for ' + action)
      },
    }`,
    'captcha.js': `export default (element, options) => {
      const script = document.createElement('script')
      script.src = 'https://captcha.example/api.js'
      script.onload = () => globalThis.showQuiz(element, options)
      script.onerror = options.onFailed
      document.head.append(script)
    }`,
  },
}

/** What the service has at https://captcha.example/api.js. */
const service = (
  word = 'solved',
) => `globalThis.showQuiz = (element, { action, theme, settings, onSolved }) => {
  const button = document.createElement('button')
  button.textContent = settings.label
  button.style.height = '100px'
  button.onclick = () => onSolved('${word} for ' + action + Math.random())
  element.append(button)
  document.body.dataset.theme = theme
}`

let site: Site
let admin: Account
let member: Account
test.beforeAll(async () => {
  site = await startSite('postgres')
  admin = await logInAsAdmin(site)
  await addPlugins(site, admin, [quiz])
})
test.afterAll(() => site.stop())
test.beforeEach(async () => {
  member = await aMember(site, 'Gus Holt')
})

type Options = { javaScriptEnabled?: boolean; script?: string | null; token?: string }

/** A browser with an IP of its own that needs a captcha to log in. */
async function aGuesser(context: BrowserContext, { script = service(), token }: Options = {}) {
  await context.setExtraHTTPHeaders(randomIpHeader())
  await context.route('https://captcha.example/**', (route) =>
    script === null
      ? route.abort()
      : route.fulfill({ contentType: 'text/javascript', body: script }),
  )
  if (token !== undefined) await context.addCookies([{ name: 'sid', value: token, url: site.url }])
  return await context.newPage()
}

async function tryPassword(page: Page, password: string) {
  await page.getByLabel('Email').fill(member.email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByLabel('Password', { exact: true }).press('Enter')
}

async function failLoginThreeTimes(page: Page) {
  await page.goto(`${site.url}/users/login`)
  for (let index = 0; index < 3; index++) {
    const responded = page.waitForResponse((response) => response.request().method() === 'POST')
    await tryPassword(page, `a wrong guess ${index}`)
    await responded
    await expect(page.getByText('Incorrect email or password.')).toBeVisible()
  }
}

const frameOf = (page: Page): FrameLocator => page.frameLocator('iframe[title="Captcha"]')
const solve = (page: Page) =>
  frameOf(page).getByRole('button', { name: 'I am not a program' }).click()
const policyOf = async (path: string) =>
  (await fetch(site.url + path)).headers.get('content-security-policy') ?? ''

test('after wrong passwords the user solves the captcha and logs in', async ({ context }) => {
  const page = await aGuesser(context)
  const errors = collectErrors(page)
  await failLoginThreeTimes(page)
  await solve(page)
  await expect(page.getByText('Verified. You can continue.')).toBeVisible()
  await expect(page.locator('iframe')).toHaveAttribute('height', '100')
  expect(await findAxeViolations(page)).toEqual([])
  await tryPassword(page, member.password)
  await expect(page).toHaveURL(`${site.url}/`)
  expect(errors).toEqual([])
})

test('nothing of the service runs in the page, and it cannot reach the page or the site', async ({
  context,
}) => {
  const page = await aGuesser(context)
  await failLoginThreeTimes(page)
  await expect(frameOf(page).getByRole('button')).toBeVisible()
  const frame = page.frames().find((one) => one.url().includes('/_captcha/'))
  if (frame === undefined) throw new Error('no frame')
  const attempt = (code: string) =>
    frame.evaluate(
      `(async () => { try { ${code}; return 'reached' } catch (error) { return error.name } })()`,
    )
  expect(await attempt('parent.document.title')).toBe('SecurityError')
  expect(await attempt('parent.fetch("/")')).toBe('SecurityError')
  expect(await attempt('await fetch("/answer/api/v1/siteinfo")')).toBe('TypeError')
  expect(await page.evaluate('typeof showQuiz')).toBe('undefined')
  expect(
    await page.evaluate(`performance.getEntriesByType('resource').map(({ name }) => name).join()`),
  ).not.toContain('captcha.example')
})

test('a login that needs a captcha is resent once it is solved', async ({ context }) => {
  const page = await aGuesser(context)
  await page.goto(`${site.url}/users/login`)
  await hydrate(page)
  await failFromSameNetwork(page)
  await tryPassword(page, member.password)
  await solve(page)
  await expect(page).toHaveURL(`${site.url}/`)
})

/** The open page has no captcha yet. */
async function failFromSameNetwork(page: Page) {
  for (let index = 0; index < 3; index++)
    await page.request.post(`${site.url}/answer/api/v1/user/login/email`, {
      data: { e_mail: `other-${index}@example.org`, pass: 'not the password' },
    })
}

test('while the service does not verify, the browser solves the captcha of the site', async ({
  context,
}) => {
  const page = await aGuesser(context, { script: service('outage') })
  await page.goto(`${site.url}/users/login`)
  await hydrate(page)
  await failFromSameNetwork(page)
  await tryPassword(page, member.password)
  await solve(page)
  await expect(page).toHaveURL(`${site.url}/`)
  await runSql(site.databaseUrl!, `delete from action_counts where action = 'plugin_failed'`)
})

test('while the service cannot be reached, the captcha is an image', async ({ context }) => {
  const page = await aGuesser(context, { script: null })
  await failLoginThreeTimes(page)
  await expect(page.getByLabel('Characters in the image')).toBeVisible()
  await expect(page.locator('iframe')).toHaveCount(0)
})

test('a user can have the image instead', async ({ context }) => {
  const page = await aGuesser(context)
  await failLoginThreeTimes(page)
  await page.getByRole('button', { name: 'Use an image instead' }).click()
  await expect(page.getByLabel('Characters in the image')).toBeVisible()
  expect(await findAxeViolations(page)).toEqual([])
})

test('without JavaScript the captcha is the image', async ({ browser }) => {
  const context = await browser.newContext({ javaScriptEnabled: false })
  const page = await aGuesser(context)
  await failLoginThreeTimes(page)
  await expect(page.getByLabel('Characters in the image')).toBeVisible()
  await expect(page.locator('iframe')).toHaveCount(0)
  await context.close()
})

test('a vote that needs a captcha asks for it in a dialog', async ({ context }) => {
  const question = await askAs(site, admin)
  const page = await aGuesser(context, { token: member.token })
  const errors = collectErrors(page)
  await runSql(site.databaseUrl!, 'update users set points = 500 where email = $1', [member.email])
  await page.goto(`${site.url}/questions/${question.id}/${question.url_title}`)
  await expect.poll(() => isHydrated(page)).toBe(true)
  await runSql(
    site.databaseUrl!,
    `insert into action_counts (action, subject, count, last_at)
     select 'vote', id::text, 40, now() from users where email = $1`,
    [member.email],
  )
  const vote = page.getByRole('button', { name: 'This question is clear and useful' })
  const dialog = page.getByRole('dialog')
  await vote.click()
  await expect(dialog.getByRole('heading', { name: 'Confirm that you’re human' })).toBeVisible()
  // The frame has the focus.
  await expect(frameOf(page).getByRole('button')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.getByText('Please complete the captcha to continue.')).toBeVisible()
  await expect(vote).toHaveAttribute('aria-pressed', 'false')
  await vote.click()
  await solve(page)
  await expect(dialog).toBeHidden()
  await expect(vote).toHaveAttribute('aria-pressed', 'true')
  expect(errors).toEqual([])
})

test('pages may show the frame while a plugin is enabled, and nothing more', async () => {
  expect(await policyOf('/users/login')).toContain(`; frame-src 'self'; `)
  const strict = (policy: string) =>
    policy.replace(`frame-src 'self'; `, '').replaceAll(/'(?:nonce|sha256)-[^']*'/g, 'hash')
  const enabled = strict(await policyOf('/users/login'))
  await setPlugin(site, admin.token, 'quiz', false)
  await expect.poll(() => policyOf('/users/login')).not.toContain('frame-src')
  expect(strict(await policyOf('/users/login'))).toBe(enabled)
  expect((await fetch(`${site.url}/_captcha/quiz?action=password`)).status).toBe(404)
  await setPlugin(site, admin.token, 'quiz', true)
})

const services = {
  turnstile: `globalThis.turnstile = {
    render(element, options) {
      element.innerHTML = '<button>' + [options.sitekey, options.action, options.theme, options.language].join(' ') + '</button>'
      element.firstChild.onclick = () => options.callback('token')
    },
  }`,
  hcaptcha: `globalThis.hcaptcha = {
    render(element, options) {
      element.innerHTML = '<button>' + [options.sitekey, options.theme, options.size].join(' ') + '</button>'
      element.firstChild.onclick = () => {
        options['open-callback']()
        options.callback('token')
      }
    },
  }
  globalThis[new URL(document.currentScript.src).searchParams.get('onload')]()`,
}

test.describe('the plugins of Stoa', () => {
  for (const [slug, label, height] of [
    ['turnstile', 'key-1 password light en-us', undefined],
    ['hcaptcha', 'key-1 light normal', '600'],
  ] as const)
    test(`${slug} shows its widget`, async ({ context }) => {
      const api = apiClient(site, admin.token)
      const archive = readFileSync(join(rootDir, `apps/server/dist/plugins/${slug}.tgz`))
      const file = new File([new Uint8Array(archive)], 'plugin.tgz', { type: 'application/gzip' })
      const { package_id } = await api.call(uploadPlugin, { file })
      await api.call(installPlugin, { package_id })
      for (const other of ['quiz', 'turnstile'])
        if (other !== slug)
          await api.call(setPluginStatus, { plugin_slug_name: other, enabled: false })
      await api.call(setPluginStatus, { plugin_slug_name: slug, enabled: true })
      const config_fields = { site_key: 'key-1', secret_key: 'secret-1' }
      await api.call(setPluginConfig, { plugin_slug_name: slug, config_fields })

      const page = await aGuesser(context)
      const errors = collectErrors(page)
      const hosts = /^https:\/\/(?:challenges\.cloudflare|js\.hcaptcha)\.com\//
      await context.route(hosts, (route) =>
        route.fulfill({ contentType: 'text/javascript', body: services[slug] }),
      )
      await failLoginThreeTimes(page)
      await frameOf(page).getByRole('button', { name: label }).click()
      await expect(page.getByText('Verified. You can continue.')).toBeVisible()
      if (height !== undefined)
        await expect(page.locator('iframe')).toHaveAttribute('height', height)
      expect(errors).toEqual([])
    })
})
