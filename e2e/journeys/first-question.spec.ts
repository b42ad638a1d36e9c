import {
  activate,
  activationLink,
  aPerson,
  fillLogin,
  logOut,
  signUp,
} from '../pages/account-pages.ts'
import { aDraft, expectQuestion, fillQuestion, postQuestion } from '../pages/question-pages.ts'
import { expect, test } from '../support/test.ts'

for (const hasScripts of [true, false]) {
  test.describe(hasScripts ? 'with JavaScript' : 'without JavaScript', () => {
    test.use({ javaScriptEnabled: hasScripts })

    test('someone signs up, activates, logs in and asks a first question', async ({ page }) => {
      const person = aPerson()
      const draft = aDraft(`Why does the lid of my teapot dance ${Date.now()}?`)

      await signUp(page, person)
      await expect(page.getByText(person.email)).toBeVisible()
      await activate(page, person)
      await logOut(page)

      await page.goto('/questions/ask')
      await expect(page).toHaveURL(/\/users\/login\?redirect=%2Fquestions%2Fask/)
      await fillLogin(page, person)
      await expect(page).toHaveURL(/\/questions\/ask$/)

      await fillQuestion(page, draft)
      await postQuestion(page)
      await expectQuestion(page, draft)
      await expect(page).toHaveURL(
        /\/questions\/1001\d{13}\/why-does-the-lid-of-my-teapot-dance-\d+$/,
      )

      await page.goto('/')
      const row = page.getByRole('main').getByRole('listitem').filter({ hasText: draft.title })
      await expect(row).toContainText(person.name)
      await row.getByRole('link', { name: draft.title }).click()
      await expectQuestion(page, draft)
    })

    test('the same form says the same about what is missing', async ({ page }) => {
      await page.goto('/users/register')
      await page.getByLabel('Name').fill('x')
      await page.getByLabel('E-mail').fill('not an address')
      await page.getByRole('button', { name: 'Sign up' }).click()
      await expect(page.getByText('Use at least 2 characters.')).toBeVisible()
      await expect(page.getByText('This is not an e-mail address.')).toBeVisible()
      await expect(page.getByText('This cannot be empty.')).toBeVisible()
      await expect(page.getByLabel('E-mail')).toHaveValue('not an address')
    })

    test('a wrong password is said beside the form and the address is kept', async ({ page }) => {
      await page.goto('/users/login')
      await page.getByLabel('E-mail').fill('nobody@example.org')
      await page.getByLabel('Password', { exact: true }).fill('not the password')
      await page.getByRole('button', { name: 'Log in' }).click()
      await expect(page.getByText('E-mail or password is not right.')).toBeVisible()
      await expect(page.getByLabel('E-mail')).toHaveValue('nobody@example.org')
    })

    test('opening the activation link changes nothing until the button is pressed', async ({
      page,
    }) => {
      const person = aPerson()
      await signUp(page, person)
      const link = await activationLink(person)
      await page.goto(link)
      await page.goto(link)
      await page.getByRole('button', { name: 'Activate my account' }).click()
      await expect(page.getByRole('heading', { name: `Welcome, ${person.name}` })).toBeVisible()
      await logOut(page)

      await page.goto(link)
      await page.getByRole('button', { name: 'Activate my account' }).click()
      await expect(page.getByRole('heading', { name: 'This link no longer works' })).toBeVisible()
    })
  })
}
