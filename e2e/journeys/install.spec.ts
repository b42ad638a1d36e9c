import type { Locator } from '@playwright/test'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
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
} from '../pages/install-pages.ts'
import { aDraft, expectQuestion, fillQuestion, postQuestion } from '../pages/question-pages.ts'
import { startUninstalledSite, type UninstalledSite } from '../support/uninstalled-site.ts'
import { expect, test } from '../support/test.ts'

let site: UninstalledSite

// This site does not trust a proxy header.
test.use({ extraHTTPHeaders: {} })

test.afterEach(() => site.stop())

/** Returns the storage for the engine under test. */
function storageFor(engine: string) {
  return engine === 'folder' ? { folder: join(site.folder, 'db') } : { url: site.emptyDatabaseUrl }
}

/** An error below one field must not move the field beside it. */
async function expectSameRow(...fields: Locator[]) {
  const tops = await Promise.all(fields.map(async (field) => (await field.boundingBox())?.y))
  expect(new Set(tops).size).toBe(1)
}

for (const hasScripts of [true, false]) {
  test.describe(hasScripts ? 'with JavaScript' : 'without JavaScript', () => {
    test('installs a site from an empty folder and asks a first question, without a mail server', async ({
      browser,
      engine,
    }, info) => {
      test.setTimeout(540_000)
      const started = performance.now()
      site = await startUninstalledSite()
      const { page, problems: errors } = await openInstaller(browser, site, hasScripts)

      await page.goto('/questions')
      await expect(page).toHaveURL('/install/key')
      await openLinkFromLog(page, site, hasScripts)
      await chooseLanguage(page, 'English')
      await expectStep(page, 'Choose a database')

      await fillDatabase(page, { url: 'postgres://stoa@127.0.0.1:1/stoa' })
      await page.getByRole('button', { name: 'Test connection' }).click()
      await expect(
        page.getByText(/Database connection failed: the connection was refused/),
      ).toBeVisible()
      await expectSameRow(page.getByLabel('Host'), page.getByLabel('Port'))
      await fillDatabase(page, storageFor(engine))
      await page.getByRole('button', { name: 'Test connection' }).click()
      await expect(page.getByText('Connection successful.')).toBeVisible()
      await next(page)
      await expectStep(page, 'Configuration')
      await expect(page.getByText(join(site.folder, 'config.yaml'))).toBeVisible()
      expect(existsSync(join(site.folder, 'config.yaml'))).toBe(true)

      await page.getByRole('link', { name: 'Next' }).click()
      const admin = aUser('Leila Haddad')
      await fillSite(page, 'The <b>Porch</b>', admin)
      await page.getByLabel('Confirm password').fill('something else')
      const demoContent = page.getByRole('checkbox', { name: /demo content/ })
      await demoContent.check()
      await createSite(page)
      await expect(page.getByText('The passwords don’t match.')).toBeVisible()
      await expect(page.getByLabel('Site name')).toHaveValue('The <b>Porch</b>')
      await expect(demoContent).toBeChecked()
      await demoContent.uncheck()
      await fillSite(page, 'The <b>Porch</b>', admin)
      await createSite(page)
      await expectStep(page, 'The <b>Porch</b> is ready')
      await expect(page.getByText('Set up email later')).toBeVisible()

      await page.getByRole('link', { name: 'Ask the first question' }).click()
      await expect(page).toHaveURL('/questions/ask')
      const draft = aDraft()
      await fillQuestion(page, draft)
      await postQuestion(page)
      await expectQuestion(page, draft)
      const seconds = (performance.now() - started) / 1000
      info.annotations.push({ type: 'seconds', description: seconds.toFixed(1) })

      for (const step of ['', '/key', '/database', '/config', '/site']) {
        await page.goto(`/install${step}`)
        await expect(page).toHaveURL('/')
      }
      expect(errors).toEqual([])
    })
  })
}
