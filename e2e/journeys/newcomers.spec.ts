import type { Page } from '@playwright/test'
import { waitForMail } from '../../scripts/services/inbox.ts'
import { activationLink, aUser, fillLogin, fillSignUp } from '../pages/account-pages.ts'
import { questionPost, scoreOf } from '../pages/thread-page.ts'
import { hydrate } from '../support/hydration.ts'
import { aMember, answerAs, anInactiveMember, askAs } from '../support/seed.ts'
import { startSite, type Site } from '../support/site.ts'
import { expect, test } from '../support/test.ts'

const upvote = (page: Page) =>
  questionPost(page).getByRole('button', { name: 'This question is clear and useful' })

async function aQuestionPath(site: Site) {
  const question = await askAs(site, await aMember(site, 'Asker Amaro'))
  return `/questions/${question.id}/${question.url_title}`
}

async function pressVoteAsVisitor(page: Page, path: string) {
  await page.goto(path)
  await hydrate(page)
  await upvote(page).click()
  const dialog = page.getByRole('dialog', { name: 'Log in to vote' })
  await expect(dialog).toBeVisible()
  return dialog
}

/** A site where new members may vote. */
const openTest = test.extend<object, { site: Site }>({
  site: [
    async ({ engine }, provide) => {
      const site = await startSite(engine, { settings: { privileges: { level: 1 } } })
      await provide(site)
      await site.stop()
    },
    { scope: 'worker', timeout: 360_000 },
  ],
})

openTest.describe('on a site where everyone may vote', () => {
  openTest(
    'a visitor votes, signs up, and is back with the vote counted',
    async ({ page, site }) => {
      const path = await aQuestionPath(site)
      const user = aUser()
      const dialog = await pressVoteAsVisitor(page, path)
      await dialog.getByRole('link', { name: 'Sign up' }).click()
      await fillSignUp(page, user)
      await page.goto(await activationLink(user))
      await page.getByRole('button', { name: 'Activate account' }).click()
      await expect(page).toHaveURL(path)
      await expect(page.getByText('Vote counted.', { exact: true })).toBeVisible()
      await expect(scoreOf(questionPost(page))).toHaveText('1')
      await expect(upvote(page)).toHaveAttribute('aria-pressed', 'true')
      await page.reload()
      await expect(scoreOf(questionPost(page))).toHaveText('1')
    },
  )

  openTest(
    'the link in the email leads back in another tab too, also after a resend',
    async ({ page, context, site }) => {
      const path = await aQuestionPath(site)
      const user = aUser()
      const dialog = await pressVoteAsVisitor(page, path)
      await dialog.getByRole('link', { name: 'Sign up' }).click()
      await fillSignUp(page, user)
      const first = await activationLink(user)
      await page.getByRole('button', { name: 'Resend email' }).click()
      await expect(page.getByText('New link sent.')).toBeVisible()
      await expect.poll(() => activationLink(user)).not.toBe(first)
      const tab = await context.newPage()
      await tab.goto(await activationLink(user))
      await tab.getByRole('button', { name: 'Activate account' }).click()
      await expect(tab).toHaveURL(path)
      await expect(tab.getByText('Vote counted.', { exact: true })).toBeVisible()
    },
  )

  openTest(
    'a member votes before logging in, and a link alone never votes',
    async ({ page, site }) => {
      const path = await aQuestionPath(site)
      const account = await aMember(site, 'Vera Novak')
      const dialog = await pressVoteAsVisitor(page, path)
      await dialog.getByRole('button', { name: 'Close' }).click()
      await page.goto(`/users/login?redirect=${encodeURIComponent(path)}`)
      await fillLogin(page, account)
      await expect(page).toHaveURL(path)
      await expect(upvote(page)).toHaveAttribute('aria-pressed', 'false')
      await page.context().clearCookies()
      const again = await pressVoteAsVisitor(page, path)
      await again.getByRole('link', { name: 'Log in' }).click()
      await fillLogin(page, account)
      await expect(page).toHaveURL(path)
      await expect(page.getByText('Vote counted.', { exact: true })).toBeVisible()
      await expect(upvote(page)).toHaveAttribute('aria-pressed', 'true')
    },
  )
})

test('without JavaScript, a vote leads a visitor to the login and back', async ({
  browser,
  site,
}) => {
  const context = await browser.newContext({ baseURL: site.url, javaScriptEnabled: false })
  const page = await context.newPage()
  const path = await aQuestionPath(site)
  await page.goto(path)
  await upvote(page).click()
  await expect(page).toHaveURL(`/users/login?redirect=${encodeURIComponent(path)}`)
  await page.getByRole('main').getByRole('link', { name: 'Sign up' }).click()
  await expect(page).toHaveURL(`/users/register?redirect=${encodeURIComponent(path)}`)
  await context.close()
})

test('a newcomer reads at the vote button what it needs, by mouse, keyboard and touch', async ({
  page,
  site,
  browser,
}) => {
  const account = await aMember(site, 'Nils Berg')
  const path = await aQuestionPath(site)
  await page.goto(`/users/login?redirect=${encodeURIComponent(path)}`)
  await fillLogin(page, account)
  await expect(page).toHaveURL(path)
  const button = upvote(page)
  const reason = /You need 8 reputation to vote this way\. You have 1\. You earn reputation when/
  await expect(button).toHaveAccessibleDescription(reason)
  await expect(button).toHaveAttribute('aria-disabled', 'true')
  const tip = page.getByRole('tooltip')
  await hydrate(page)
  await button.hover()
  await expect(tip).toHaveText(reason)
  await page.keyboard.press('Escape')
  await expect(tip).toBeHidden()
  await page.mouse.move(3, 3)
  await button.focus()
  await page.keyboard.press('Tab')
  await page.keyboard.press('Shift+Tab')
  await expect(tip).toHaveText(reason)
  await expect(button).toBeFocused()

  const edit = questionPost(page).getByRole('button', { name: 'Edit', exact: true })
  const editReason = /You need 100 reputation to edit other users’ posts\. You have 1\. You earn/
  await expect(edit).toHaveAccessibleDescription(editReason)
  await page.keyboard.press('Escape')
  await edit.hover()
  await expect(tip).toHaveText(editReason)

  const phone = await browser.newContext({
    baseURL: site.url,
    hasTouch: true,
    isMobile: true,
    viewport: { width: 390, height: 800 },
    storageState: await page.context().storageState(),
  })
  const touch = await phone.newPage()
  await touch.goto(path)
  await expect(upvote(touch)).toHaveAttribute('aria-disabled', 'true')
  await expect(async () => {
    // Playwright waits for buttons that are `aria-disabled`, unless forced.
    await upvote(touch).tap({ force: true })
    await expect(touch.getByRole('tooltip')).toHaveText(reason, { timeout: 2000 })
  }).toPass()
  await expect(scoreOf(questionPost(touch))).toHaveText('0')
  await phone.close()
})

test('a member who has not activated can send the email again on every page', async ({
  page,
  site,
}) => {
  const account = await anInactiveMember(site, 'Ida Holm')
  await page.goto('/users/login?redirect=%2Ftags')
  await fillLogin(page, account)
  await expect(page).toHaveURL('/users/account-activation?redirect=%2Ftags')
  for (const path of ['/questions', '/tags', '/users', '/no/such/page', '/search']) {
    await page.goto(path)
    await expect(page.getByText('Confirm your email to ask, answer, and vote.')).toHaveCount(1)
  }
  const since = new Date()
  await page.goto('/questions?order=hot')
  await hydrate(page)
  await page.getByRole('button', { name: 'Send again' }).click()
  await expect(page.getByText(`We sent a new link to ${account.email}.`)).toBeVisible()
  const mail = await waitForMail({ to: account.email, after: since, text: /redirect=/ })
  expect(mail.text).toContain('redirect=%2Fquestions%3Forder%3Dhot')
  await page.getByRole('link', { name: 'Change email' }).click()
  await expect(page).toHaveURL('/users/change-email?redirect=%2Fquestions%3Forder%3Dhot')
  const newEmail = `new-${Date.now()}@example.org`
  await page.getByLabel('New email').fill(newEmail)
  await page.getByRole('button', { name: 'Send link' }).click()
  const link = /https?:\/\/\S+confirm-new-email\?\S+/
  const { text } = await waitForMail({ to: newEmail, text: link })
  await page.goto(link.exec(text)?.[0] ?? '')
  await page.getByRole('button', { name: 'Confirm email' }).click()
  await expect(page).toHaveURL('/questions?order=hot')
  await expect(page.getByText('Confirm your email to ask')).toHaveCount(0)
})

test('a page that does not exist offers a search for its words, and hot questions', async ({
  page,
  site,
}) => {
  const question = await askAs(site, await aMember(site, 'Hot Hanna'))
  await answerAs(site, await aMember(site, 'Hot Hugo'), question.id, 'It is not used any more.')
  for (const [path, words] of [
    ['/no/such/partial-index', 'no such partial index'],
    ['/questions/10019999999999999/partial-index', 'partial index'],
    ['/tags/no-such-tag', 'no such tag'],
    ['/users/nobody-here', 'nobody here'],
  ] as const) {
    const response = await page.goto(path)
    expect(response?.status()).toBe(404)
    const main = page.getByRole('main')
    await expect(main.getByRole('heading', { name: 'Page not found' })).toBeVisible()
    await expect(page.getByRole('navigation', { name: 'Main' })).toBeVisible()
    await expect(main.getByRole('searchbox')).toHaveValue(words)
    await expect(main.getByRole('link', { name: question.title }).first()).toBeVisible()
  }
  await page.goto('/no/such/partial-index')
  await page.getByRole('main').getByRole('searchbox').fill('partial index')
  await page.getByRole('main').getByRole('button', { name: 'Search' }).click()
  await expect(page).toHaveURL('/search?q=partial+index')
  await expect(page.getByRole('main').getByText(question.title).first()).toBeVisible()
})

test('saving another language shows one message, in that language', async ({ page, site }) => {
  const account = await aMember(site, 'Lara Lang')
  await page.goto('/users/login?redirect=%2Fusers%2Fsettings%2Finterface')
  await fillLogin(page, account)
  await expect(page).toHaveURL('/users/settings/interface')
  await hydrate(page)
  await page.getByLabel('Language').selectOption('zh_CN')
  await page.getByRole('button', { name: 'Save changes' }).click()
  await expect(page.locator('html')).toHaveAttribute('lang', 'zh-CN')
  const toasts = page.locator('.toast')
  await expect(toasts).toHaveCount(1)
  await expect(toasts).toContainText('已保存。')
})
