import type { BrowserContext, Page } from '@playwright/test'
import { isHydrated } from './support/hydration.ts'
import { addPlugins, attacker, broken, hello, missing, setPlugin } from './support/page-plugins.ts'
import { answerAs, askAs, logInAsAdmin, usernameOf, type Account } from './support/seed.ts'
import { startSite, type Site } from './support/site.ts'
import { collectErrors, expect, test } from './support/test.ts'

let site: Site
let admin: Account
let questionUrl = ''

test.beforeAll(async () => {
  site = await startSite('postgres')
  admin = await logInAsAdmin(site)
  const question = await askAs(site, admin)
  await answerAs(site, admin, question.id, 'It replans the statement each time.')
  questionUrl = `${site.url}/questions/${question.id}/${question.url_title}`
})

test.afterAll(() => site.stop())

const read = async (path: string) => await (await fetch(new URL(path, site.url))).text()
const slotOf = (html: string) => /Hello from a plugin, in \w+: [^<]*/.exec(html)?.[0]

async function logInTo(context: BrowserContext) {
  await context.addCookies([{ name: 'sid', value: admin.token, url: site.url }])
}

async function withHydration(page: Page, url: string) {
  await page.goto(url)
  await page.mouse.move(300, 300)
  await page.mouse.move(310, 310)
  await expect.poll(() => isHydrated(page)).toBe(true)
}

test('a site without plugins has nothing of them in its pages', async () => {
  const html = await read(questionUrl)
  expect(html).not.toMatch(/importmap|data-plugin|_plugins|"plugins"/)
})

test('a plugin fills its slots without a restart, also on cached pages and without JavaScript', async () => {
  for (let times = 0; times < 3; times++) await read(questionUrl)
  await addPlugins(site, admin, [hello, broken, missing])
  await expect
    .poll(async () => slotOf(await read(questionUrl)))
    .toContain('Hello from a plugin, in en_US: Why does Postgres stop')
  const html = await read(questionUrl)
  expect(html).toContain('<p>HTML of broken</p>')
  expect(html).toContain('<script type="importmap">')
  await expect.poll(() => read('/questions')).toContain('<p>Sidebar of /questions</p>')
})

for (const viewer of ['visitor', 'member']) {
  test(`the component of a plugin runs with the React of the site, for a ${viewer}`, async ({
    browser,
  }) => {
    const context = await browser.newContext()
    if (viewer === 'member') await logInTo(context)
    const page = await context.newPage()
    const problems = collectErrors(page)
    await withHydration(page, questionUrl)
    const plugin = page.locator('#hello-plugin')
    await expect(plugin).toHaveCSS('border-left-width', '7px')
    await page.getByRole('button', { name: 'Pressed 0 times' }).click()
    await expect(page.getByRole('button', { name: 'Pressed 1 times' })).toBeVisible()
    await page.getByRole('button', { name: 'Greet' }).click()
    await expect(plugin.getByRole('status')).toHaveText('Good morning, Leila')
    await expect(page.getByText('Hello from a plugin')).toHaveCount(0)
    // The scripts of the others fail, each is reported once, and their HTML stays.
    for (const slug of ['broken', 'missing'])
      await expect(page.getByText(`HTML of ${slug}`)).toBeVisible()
    expect(problems).toHaveLength(2)
    for (const slug of ['broken', 'missing'])
      expect(problems).toContainEqual(expect.stringMatching(new RegExp(`^plugin ${slug} failed`)))
    await context.close()
  })
}

test('a plugin adds a tool to the editor', async ({ page, context }) => {
  await logInTo(context)
  await setPlugin(site, admin.token, 'broken', false)
  await setPlugin(site, admin.token, 'missing', false)
  await page.goto(`${site.url}/questions/ask`)
  await page.getByRole('button', { name: 'Insert a greeting' }).click()
  await expect(page.getByRole('textbox', { name: 'Details' })).toContainText('Hello!')
})

test('a plugin has pages, with a link in the side navigation', async ({ page }) => {
  await page.goto(site.url)
  await page.getByRole('link', { name: 'Hello page' }).click()
  await expect(page).toHaveTitle(/^Hello page/)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Hello page')
  await page.goto(`${site.url}/p/hello/below?q=rye`)
  await expect(page.getByText('Below: "/below", query: rye')).toBeVisible()
  for (const path of ['/p/hello/nowhere', '/p/nothing', '/p/missing'])
    expect((await fetch(site.url + path)).status).toBe(404)
})

test('users have settings of a plugin', async ({ page, context }) => {
  await logInTo(context)
  await page.goto(`${site.url}/users/settings/profile`)
  await page.getByRole('link', { name: 'Hello', exact: true }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Hello')
  await page.getByRole('button', { name: 'Save changes' }).click()
  await expect(page.getByText('This field is required.')).toBeVisible()
  await page.getByLabel('Your greeting').fill('Good evening')
  await page.getByLabel('Greet often').check()
  await page.getByRole('button', { name: 'Save changes' }).click()
  await expect(page.getByText('Saved.', { exact: true })).toBeVisible()
  await page.reload()
  await expect(page.getByLabel('Your greeting')).toHaveValue('Good evening')
  await expect(page.getByLabel('Greet often')).toBeChecked()
})

test('an open page can load the script of the version that it was made with', async () => {
  const script = /\/_plugins\/hello\/\w+\//.exec(await read(questionUrl))?.[0] ?? ''
  const update = { ...hello, manifest: { ...hello.manifest, version: '1.1.0' } }
  const files = { ...update.files, 'hello.css': '.plugin-hello { border-left: 8px solid; }' }
  await addPlugins(site, admin, [{ ...update, files }])
  await expect.poll(async () => (await read(questionUrl)).includes(script)).toBe(false)
  expect((await fetch(`${site.url}${script}ui.js`)).status).toBe(200)
})

test('a plugin that is disabled is gone from all pages', async () => {
  const files = /\/_plugins\/hello\/\w+\//.exec(await read(questionUrl))?.[0] ?? ''
  await setPlugin(site, admin.token, 'hello', false)
  await expect.poll(() => read(questionUrl)).not.toContain('_plugins')
  for (const path of ['/p/hello', '/users/settings/hello', `${files}ui.js`]) {
    const response = await fetch(site.url + path, {
      headers: { cookie: `sid=${admin.token}` },
    })
    expect(response.status, path).toBe(404)
  }
})

test('scripts and styles that a plugin injects are inert in every slot', async ({
  page,
  context,
}) => {
  await addPlugins(site, admin, [attacker])
  await expect.poll(() => read(questionUrl)).toContain('data-plugin="attacker"')
  const profile = `/users/${await usernameOf(site, admin)}`
  for (const path of [questionUrl, '/', '/users/login', profile, '/p/attacker']) {
    await expect.poll(() => read(path)).toContain('data-plugin="attacker"')
    expect(await read(path), path).not.toMatch(
      /<[^>]*(onerror|onload|srcdoc|javascript:|position:fixed)/,
    )
    await withHydration(page, new URL(path, site.url).href)
    await expect(page.getByRole('button', { name: 'attack' })).toHaveCount(0)
    expect(await page.evaluate(() => 'attacked' in globalThis)).toBe(false)
    const plugin = page.locator('[data-plugin=attacker]').first()
    await expect(plugin).toHaveCSS('contain', 'content')
    await expect(plugin.locator('[class*=fixed], [style], form, script, style')).toHaveCount(0)
  }
  await logInTo(context)
  await page.goto(`${site.url}/p/attacker`)
  expect(await page.evaluate(() => 'attacked' in globalThis)).toBe(false)
})

test('safe mode leaves plugins out', async () => {
  expect(await read(`${questionUrl}?safe_mode`)).not.toContain('data-plugin')
})
