import {
  activate,
  activationLink,
  aUser,
  fillLogin,
  logOut,
  signUp,
} from '../pages/account-pages.ts'
import { aDraft, expectQuestion, fillQuestion, postQuestion } from '../pages/question-pages.ts'
import { expect, test } from '../support/test.ts'

for (const hasScripts of [true, false]) {
  test.describe(hasScripts ? 'with JavaScript' : 'without JavaScript', () => {
    test.use({ javaScriptEnabled: hasScripts })

    test('a visitor signs up, activates, logs in and asks a first question', async ({ page }) => {
      const user = aUser()
      const draft = aDraft(`Why does the lid of my teapot dance ${Date.now()}?`)

      await signUp(page, user)
      await expect(page.getByText(user.email)).toBeVisible()
      await activate(page, user)
      await logOut(page)

      await page.goto('/questions/ask')
      await expect(page).toHaveURL(/\/users\/login\?redirect=%2Fquestions%2Fask/)
      await fillLogin(page, user)
      await expect(page).toHaveURL(/\/questions\/ask$/)

      await fillQuestion(page, draft)
      await postQuestion(page)
      await expectQuestion(page, draft)
      await expect(page).toHaveURL(
        /\/questions\/1001\d{13}\/why-does-the-lid-of-my-teapot-dance-\d+\?posted=first$/,
      )

      await expect(page.getByText('Your first question is posted')).toBeVisible()

      await page.goto('/')
      const row = page.getByRole('main').getByRole('listitem').filter({ hasText: draft.title })
      await expect(row).toContainText(user.name)
      await row.getByRole('link', { name: draft.title }).click()
      await expectQuestion(page, draft)
    })

    test('the sign-up form shows what is missing or invalid', async ({ page }) => {
      await page.goto('/users/register')
      await page.getByLabel('Name').fill('x')
      await page.getByLabel('Email').fill('not an address')
      await page.getByRole('button', { name: 'Sign up' }).click()
      await expect(page.getByText('Use at least 2 characters.')).toBeVisible()
      await expect(page.getByText('Enter a valid email.')).toBeVisible()
      await expect(page.getByText('This field is required.')).toBeVisible()
      await expect(page.getByLabel('Email')).toHaveValue('not an address')
    })

    test('a wrong password shows an error and keeps the email', async ({ page }) => {
      await page.goto('/users/login')
      await page.getByLabel('Email').fill('nobody@example.org')
      await page.getByLabel('Password', { exact: true }).fill('not the password')
      await page.getByRole('button', { name: 'Log in' }).click()
      await expect(page.getByText('Incorrect email or password.')).toBeVisible()
      await expect(page.getByLabel('Email')).toHaveValue('nobody@example.org')
    })

    test('the activation link changes nothing until the button is pressed', async ({ page }) => {
      const user = aUser()
      await signUp(page, user)
      const link = await activationLink(user)
      await page.goto(link)
      await page.goto(link)
      await page.getByRole('button', { name: 'Activate account' }).click()
      await expect(page.getByRole('heading', { name: `Welcome, ${user.name}` })).toBeVisible()
      await logOut(page)

      await page.goto(link)
      await page.getByRole('button', { name: 'Activate account' }).click()
      await expect(
        page.getByRole('heading', { name: 'The link you used no longer works' }),
      ).toBeVisible()
    })
  })
}
