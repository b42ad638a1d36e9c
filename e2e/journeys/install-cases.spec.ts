import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { aPerson } from '../pages/account-pages.ts'
import {
  chooseLanguage,
  expectStep,
  fillDatabase,
  fillSite,
  makeSite,
  next,
  openFromLog,
  visit,
  visitWithKey,
} from '../pages/install-pages.ts'
import { startEmptyMachine, type EmptyMachine } from '../support/empty-machine.ts'
import { expect, test } from '../support/test.ts'

let machine: EmptyMachine

// No proxy in between.
test.use({ extraHTTPHeaders: {} })

test.afterEach(() => machine.stop())

test('a file that Stoa may not write is shown, and found once it is there', async ({ browser }) => {
  machine = await startEmptyMachine({ env: { STOA_CONFIG: 'not/here/config.yaml' } })
  const { page } = await visitWithKey(browser, machine, false)
  await page.goto('/install/database')
  await fillDatabase(page, { folder: join(machine.folder, 'db') })
  await next(page)
  await expectStep(page, 'Please create this file')
  const text = await page.locator('pre code').innerText()
  expect(text).toContain(`data_dir: ${join(machine.folder, 'db')}`)
  await page.getByRole('button', { name: 'I have created it' }).click()
  await expectStep(page, 'Please create this file')
  writeByHand(join(machine.folder, 'not/here/config.yaml'), text)
  await page.getByRole('button', { name: 'I have created it' }).click()
  await expectStep(page, 'Configuration')
})

test('a process that knows its database asks for the site only, in the language of the visitor', async ({
  browser,
}) => {
  machine = await startEmptyMachine({ hasDatabase: true })
  const { page } = await visitWithKey(browser, machine, true, 'zh-CN')
  await page.goto('/')
  await expect(page).toHaveURL('/install/site')
  await expectStep(page, '您的站点和管理员')
  await expect(page.getByRole('combobox', { name: '语言' })).toHaveValue('zh_CN')
})

for (const hasScripts of [true, false]) {
  const name = hasScripts ? 'with JavaScript' : 'without JavaScript'
  test(`the installer opens only with the key from the log, ${name}`, async ({ browser }) => {
    machine = await startEmptyMachine()
    const { page, problems } = await visit(browser, machine, hasScripts)
    await page.goto('/')
    await expectStep(page, 'Installation key')
    await page.getByLabel('Key').fill('a guess')
    await next(page)
    await expect(page.getByText('This is not the key.')).toBeVisible()
    await openFromLog(page, machine, hasScripts)
    await expectStep(page, 'Which language do you speak?')
    await chooseLanguage(page, 'English')
    await expectStep(page, 'Where should the data live?')
    expect(problems).toEqual([])
  })
}

test('two people: the second finds the site that the first has made', async ({ browser }) => {
  machine = await startEmptyMachine({ hasDatabase: true })
  const [first, second] = [
    await visitWithKey(browser, machine, true),
    await visitWithKey(browser, machine, false),
  ]
  for (const { page } of [first, second]) {
    await page.goto('/install/site')
    await fillSite(page, 'Porch', aPerson())
  }
  await makeSite(first.page)
  await expectStep(first.page, 'Porch is ready')
  await makeSite(second.page)
  await expect(second.page).toHaveURL('/')
  await second.page.goto('/install/ready')
  await expect(second.page).toHaveURL('/')
})

function writeByHand(file: string, text: string) {
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(file, text)
}
