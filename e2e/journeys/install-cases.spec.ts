import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { aUser } from '../pages/account-pages.ts'
import {
  chooseLanguage,
  expectStep,
  fillDatabase,
  fillSite,
  createSite,
  next,
  openLinkFromLog,
  openInstaller,
  openInstallerWithKey,
} from '../pages/install-pages.ts'
import { startUninstalledSite, type UninstalledSite } from '../support/uninstalled-site.ts'
import { expect, test } from '../support/test.ts'

let site: UninstalledSite

// This site does not trust a proxy header.
test.use({ extraHTTPHeaders: {} })

test.afterEach(() => site.stop())

test('a configuration file that Stoa cannot write is shown, and found once it was created', async ({
  browser,
}) => {
  site = await startUninstalledSite({ env: { STOA_CONFIG: 'not/here/config.yaml' } })
  const { page } = await openInstallerWithKey(browser, site, false)
  await page.goto('/install/database')
  await fillDatabase(page, { folder: join(site.folder, 'db') })
  await next(page)
  await expectStep(page, 'Create the configuration file')
  const text = await page.locator('pre code').innerText()
  expect(text).toContain(`data_dir: ${join(site.folder, 'db')}`)
  await page.getByRole('button', { name: 'I’ve created the file' }).click()
  await expectStep(page, 'Create the configuration file')
  writeConfig(join(site.folder, 'not/here/config.yaml'), text)
  await page.getByRole('button', { name: 'I’ve created the file' }).click()
  await expectStep(page, 'Configuration')
})

test('with a configured database the installer asks only for the site, in the browser language', async ({
  browser,
}) => {
  site = await startUninstalledSite({ hasDatabase: true })
  const { page } = await openInstallerWithKey(browser, site, true, 'zh-CN')
  await page.goto('/')
  await expect(page).toHaveURL('/install/site')
  await expectStep(page, '设置你的网站')
  await expect(page.getByRole('combobox', { name: '语言' })).toHaveValue('zh_CN')
})

for (const hasScripts of [true, false]) {
  const name = hasScripts ? 'with JavaScript' : 'without JavaScript'
  test(`the installer opens only with the key from the log, ${name}`, async ({ browser }) => {
    site = await startUninstalledSite()
    const { page, problems: errors } = await openInstaller(browser, site, hasScripts)
    await page.goto('/')
    await expectStep(page, 'Installation key')
    await page.getByLabel('Key').fill('a guess')
    await next(page)
    await expect(page.getByText('Incorrect key.')).toBeVisible()
    await expect(page.getByText('journalctl --unit stoa')).toBeVisible()
    await openLinkFromLog(page, site, hasScripts)
    await expectStep(page, 'Choose a language')
    await chooseLanguage(page, 'English')
    await expectStep(page, 'Choose a database')
    expect(errors).toEqual([])
  })
}

test('when two visitors install at once, the second is redirected to the new site', async ({
  browser,
}) => {
  site = await startUninstalledSite({ hasDatabase: true })
  const [first, second] = [
    await openInstallerWithKey(browser, site, true),
    await openInstallerWithKey(browser, site, false),
  ]
  for (const { page } of [first, second]) {
    await page.goto('/install/site')
    await fillSite(page, 'Porch', aUser())
  }
  await createSite(first.page)
  await expectStep(first.page, 'Porch is ready')
  await createSite(second.page)
  await expect(second.page).toHaveURL('/')
  await second.page.goto('/install/ready')
  await expect(second.page).toHaveURL('/')
})

function writeConfig(file: string, text: string) {
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(file, text)
}
