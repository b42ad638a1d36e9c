import type { Page } from '@playwright/test'
import { waitForMail } from '../../scripts/services/inbox.ts'
import { startServices } from '../../scripts/services/services.ts'
import { activate, aUser, fillSignUp, type NewUser } from '../pages/account-pages.ts'
import {
  chooseLanguage,
  createSite,
  expectStep,
  fillDatabase,
  fillSite,
  next,
  openInstallerWithKey,
} from '../pages/install-pages.ts'
import { aDraft, expectQuestion, fillQuestion, postQuestion } from '../pages/question-pages.ts'
import { answerWith, writeAnswer } from '../pages/thread-page.ts'
import { hydrate } from '../support/hydration.ts'
import { expect, test } from '../support/test.ts'
import { startUninstalledSite, type UninstalledSite } from '../support/uninstalled-site.ts'

let site: UninstalledSite

// This site does not trust a proxy header.
test.use({ extraHTTPHeaders: {} })

test.afterEach(() => site.stop())

async function install(page: Page, admin: NewUser) {
  await page.goto('/')
  await chooseLanguage(page, 'English')
  await fillDatabase(page, { url: site.emptyDatabaseUrl })
  await next(page)
  await expectStep(page, 'Configuration')
  await page.getByRole('link', { name: 'Next' }).click()
  await fillSite(page, 'Rye Workshop', admin)
  const company = page.getByRole('radio', { name: /^Company or team/ })
  await expect(page.getByText(/Only members can read\..*need an invitation/)).toBeVisible()
  await company.check()
  await createSite(page)
  await expectStep(page, 'Rye Workshop is ready')
}

/** With the keyboard alone. */
async function askFirstQuestion(page: Page) {
  const ask = page.getByRole('link', { name: 'Ask the first question' })
  await ask.focus()
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL('/questions/ask')
  const draft = aDraft()
  await fillQuestion(page, draft)
  await postQuestion(page)
  await expectQuestion(page, draft)
  return new URL(page.url()).pathname
}

async function setUpEmail(page: Page, sender: string) {
  const { ports } = await startServices()
  await page.getByRole('link', { name: 'Set up email' }).click()
  await expect(page).toHaveURL('/admin/smtp')
  await hydrate(page)
  await page.getByRole('textbox', { name: 'From email' }).fill(sender)
  await page.getByRole('textbox', { name: 'Host' }).fill('127.0.0.1')
  await page.getByRole('textbox', { name: 'Port' }).fill(String(ports.smtp.port))
  await page.getByRole('combobox', { name: 'Encryption' }).selectOption('None')
  await page.getByRole('button', { name: 'Save changes' }).click()
  await expect(page.getByText('Saved.').first()).toBeVisible()
}

async function openDashboard(page: Page) {
  await page.goto('/admin')
  await expect(page.getByRole('heading', { name: 'First steps' })).toBeVisible()
  await hydrate(page)
}

const stepOf = (page: Page, name: string) => page.getByRole('listitem').filter({ hasText: name })

/** With the keyboard alone. */
async function confirmBackups(page: Page) {
  const step = stepOf(page, 'Set up backups')
  await step.getByText('How to back up').focus()
  await page.keyboard.press('Enter')
  await expect(step.getByText(/pg_dump/)).toBeVisible()
  await step.getByRole('button', { name: 'Backups are set up' }).focus()
  await page.keyboard.press('Enter')
  await expect(page.getByText('Step confirmed.', { exact: true })).toBeVisible()
  await expect(step).toContainText('Done.')
}

async function dismiss(page: Page, name: string) {
  const button = page.getByRole('button', { name: `Dismiss: ${name}` })
  await button.focus()
  await page.keyboard.press('Enter')
  await expect(button).toBeHidden()
}

async function invite(page: Page, email: string) {
  await page.getByRole('link', { name: 'Invite people' }).click()
  await expect(page).toHaveURL('/admin/invitations')
  await hydrate(page)
  await page.getByRole('button', { name: 'Invite' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('radio', { name: /^Send it by email/ }).check()
  await dialog.getByRole('textbox', { name: 'Email' }).fill(email)
  await dialog.getByRole('button', { name: 'Send invitation' }).click()
  const link = /https?:\/\/\S+\/users\/register\?invitation=[\w%&=-]+/
  const { text } = await waitForMail({ to: email, text: link })
  return link.exec(text)?.[0] ?? ''
}

for (const width of [1280, 390])
  test(`an owner starts a site for a company and reads the first answer, ${width} wide`, async ({
    browser,
  }) => {
    test.setTimeout(540_000)
    site = await startUninstalledSite()
    const { page, problems } = await openInstallerWithKey(browser, site, true)
    page.setDefaultTimeout(30_000)
    await page.setViewportSize({ width, height: 900 })
    const [admin, member] = [aUser('Leila Haddad'), aUser('Jonas Weber')]
    await install(page, admin)
    const questionPath = await askFirstQuestion(page)

    await openDashboard(page)
    await setUpEmail(page, admin.email)
    await openDashboard(page)
    await confirmBackups(page)
    for (const step of ['Describe the site', 'Add a logo', 'Create the first tags'])
      await dismiss(page, step)
    const link = await invite(page, member.email)

    const theirs = await (await browser.newContext({ baseURL: site.url })).newPage()
    theirs.setDefaultTimeout(30_000)
    await theirs.setViewportSize({ width, height: 900 })
    await theirs.goto(questionPath)
    await expect(theirs).toHaveURL(/\/users\/login/)
    await theirs.goto(link)
    await expect(theirs.getByText('You’re invited.')).toBeVisible()
    await fillSignUp(theirs, member)
    await activate(theirs, member)
    await theirs.goto(questionPath)
    await writeAnswer(theirs, 'Steam lifts it, and the lid falls back.')
    await expect(answerWith(theirs, 'Steam lifts it')).toBeVisible()
    await theirs.context().close()

    await page.goto(questionPath)
    await expect(answerWith(page, 'Steam lifts it')).toBeVisible()
    await page.goto('/admin')
    await expect(page.getByRole('heading', { name: /answering/ })).toBeVisible()
    await expect(page.getByRole('heading', { name: 'First steps' })).toHaveCount(0)
    expect(problems).toEqual([])
  })
