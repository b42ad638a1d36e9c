import { createHash } from 'node:crypto'
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { rootDir } from '../scripts/services/ports.ts'
import { askAs, logInAsAdmin } from './support/seed.ts'
import { startSite, type Site } from './support/site.ts'
import { expect, test, watch } from './support/test.ts'

// The plugins of the fixture: one that works, one that fails while it is drawn, one that cannot be loaded.
const pluginsDir = join(import.meta.dirname, 'fixtures/plugins')

let site: Site
let question = ''
let before = ''

test.beforeAll(async () => {
  before = buildHash()
  site = await startSite('postgres', { env: { STOA_PLUGINS_DIR: pluginsDir } })
  const asked = await askAs(site, await logInAsAdmin(site))
  question = `${site.url}/questions/${asked.id}/${asked.url_title}`
})

test.afterAll(() => site.stop())

function buildHash(): string {
  const files = globSync('apps/{web/build,server/dist}/**/*.*', { cwd: rootDir }).sort()
  const hash = createHash('sha256')
  for (const file of files) hash.update(file).update(readFileSync(join(rootDir, file)))
  return hash.digest('hex')
}

test('a finished module in a folder is part of the page before any script runs', async () => {
  const html = await (await fetch(question)).text()
  expect(html).toContain('Hello from a plugin, in en_US: Why does Postgres stop')
  expect(html).toContain('<script type="importmap">')
})

test('it comes alive with the host’s only React, for visitors on intent and for members at once', async ({
  browser,
}) => {
  for (const token of [null, (await logInAsAdmin(site)).token]) {
    const context = await browser.newContext()
    if (token !== null) await context.addCookies([{ name: 'sid', value: token, url: site.url }])
    const page = await context.newPage()
    const problems = watch(page)
    await page.goto(question)
    await page.mouse.move(300, 300)
    await expect(page.locator('#hello-plugin[data-running=true]')).toBeVisible()
    await page.getByRole('button', { name: 'Pressed 0 times' }).click()
    await expect(page.getByRole('button', { name: 'Pressed 1 times' })).toBeVisible()
    // The broken one is reported and leaves the rest alone.
    expect(problems.filter((problem) => !problem.includes('fails while it is drawn'))).toEqual([])
    await context.close()
  }
})

test('plugins that fail are reported and skipped', () => {
  expect(site.log()).toContain('"plugin":"missing"')
  expect(site.log()).toContain('a plugin that fails while it is drawn')
})

test('the build has not changed by a byte', () => {
  expect(buildHash()).toBe(before)
})
