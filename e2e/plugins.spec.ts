import { createHash } from 'node:crypto'
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { rootDir } from '../scripts/services/ports.ts'
import { askAs, logInAsAdmin } from './support/seed.ts'
import { startSite, type Site } from './support/site.ts'
import { expect, test, collectErrors } from './support/test.ts'

// Fixture plugins: one works, one fails to render, one cannot be loaded.
const pluginsDir = join(import.meta.dirname, 'fixtures/plugins')

let site: Site
let questionUrl = ''
let initialHash = ''

test.beforeAll(async () => {
  initialHash = buildHash()
  site = await startSite('postgres', { env: { STOA_PLUGINS_DIR: pluginsDir } })
  const question = await askAs(site, await logInAsAdmin(site))
  questionUrl = `${site.url}/questions/${question.id}/${question.url_title}`
})

test.afterAll(() => site.stop())

function buildHash(): string {
  const files = globSync('apps/{web/build,server/dist}/**/*.*', { cwd: rootDir }).sort()
  const hash = createHash('sha256')
  for (const file of files) hash.update(file).update(readFileSync(join(rootDir, file)))
  return hash.digest('hex')
}

test('a plugin from the plugin folder is server-rendered', async () => {
  const html = await (await fetch(questionUrl)).text()
  expect(html).toContain('Hello from a plugin, in en_US: Why does Postgres stop')
  expect(html).toContain('<script type="importmap">')
})

test('a plugin hydrates with the React of the host, for visitors on intent and for members at once', async ({
  browser,
}) => {
  for (const token of [null, (await logInAsAdmin(site)).token]) {
    const context = await browser.newContext()
    if (token !== null) await context.addCookies([{ name: 'sid', value: token, url: site.url }])
    const page = await context.newPage()
    const problems = collectErrors(page)
    await page.goto(questionUrl)
    await page.mouse.move(300, 300)
    await expect(page.locator('#hello-plugin[data-running=true]')).toBeVisible()
    await page.getByRole('button', { name: 'Pressed 0 times' }).click()
    await expect(page.getByRole('button', { name: 'Pressed 1 times' })).toBeVisible()
    // The broken plugin must not affect the page.
    expect(problems.filter((problem) => !problem.includes('fails to render'))).toEqual([])
    await context.close()
  }
})

test('plugins that fail are logged and skipped', () => {
  expect(site.log()).toContain('"plugin":"missing"')
  expect(site.log()).toContain('a plugin that fails to render')
})

test('the build files are unchanged', () => {
  expect(buildHash()).toBe(initialHash)
})
