import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { aPerson, fillLogin } from '../pages/account-pages.ts'
import {
  chooseLanguage,
  expectStep,
  fillDatabase,
  fillSite,
  makeSite,
  next,
  openFromLog,
  visit,
} from '../pages/install-pages.ts'
import { aDraft, expectQuestion, fillQuestion, postQuestion } from '../pages/question-pages.ts'
import { startEmptyMachine, type EmptyMachine } from '../support/empty-machine.ts'
import { expect, test } from '../support/test.ts'

let machine: EmptyMachine

// No proxy in between.
test.use({ extraHTTPHeaders: {} })

test.afterEach(() => machine.stop())

/** Where the data goes, by what the run is about. */
function placeFor(engine: string) {
  return engine === 'folder'
    ? { folder: join(machine.folder, 'db') }
    : { url: machine.freeDatabaseUrl }
}

for (const hasScripts of [true, false]) {
  test.describe(hasScripts ? 'with JavaScript' : 'without JavaScript', () => {
    test('an empty folder becomes a site with a first question, without mail', async ({
      browser,
      engine,
    }, info) => {
      test.setTimeout(540_000)
      const started = performance.now()
      machine = await startEmptyMachine()
      const { page, problems } = await visit(browser, machine, hasScripts)

      await page.goto('/questions')
      await expect(page).toHaveURL('/install/key')
      await openFromLog(page, machine, hasScripts)
      await chooseLanguage(page, 'English')
      await expectStep(page, 'Where should the data live?')

      await fillDatabase(page, { url: 'postgres://stoa@127.0.0.1:1/stoa' })
      await page.getByRole('button', { name: 'Check' }).click()
      await expect(page.getByText(/Database connection failed: nothing answers/)).toBeVisible()
      await fillDatabase(page, placeFor(engine))
      await page.getByRole('button', { name: 'Check' }).click()
      await expect(page.getByText('This works.')).toBeVisible()
      await next(page)
      await expectStep(page, 'Configuration')
      await expect(page.getByText(join(machine.folder, 'config.yaml'))).toBeVisible()
      expect(existsSync(join(machine.folder, 'config.yaml'))).toBe(true)

      await page.getByRole('link', { name: 'Next' }).click()
      const admin = aPerson('Leila Haddad')
      await fillSite(page, 'The <b>Porch</b>', admin)
      await page.getByLabel('Password again').fill('something else')
      await makeSite(page)
      await expect(page.getByText('The two passwords are not the same.')).toBeVisible()
      await expect(page.getByLabel('Site name')).toHaveValue('The <b>Porch</b>')
      await fillSite(page, 'The <b>Porch</b>', admin)
      await makeSite(page)
      await expectStep(page, 'The <b>Porch</b> is ready')
      await expect(page.getByText('Mail can wait.')).toBeVisible()

      await page.getByRole('link', { name: 'Log in and ask the first question' }).click()
      await fillLogin(page, admin)
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
      expect(problems).toEqual([])
    })
  })
}
